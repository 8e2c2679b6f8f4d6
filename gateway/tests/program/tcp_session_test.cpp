// SPDX-License-Identifier: MIT
// A simulator's session over TCP, packet by packet, with a program in a thread.
#include "montisim_bridge/session.hpp"

#include "watchdog.hpp"

#include <ddc/inspect.hpp>
#include <ddc/interface/program.hpp>

#include <doctest/doctest.h>

#include <unistd.h>

#include <array>
#include <cmath>
#include <limits>
#include <thread>

namespace tcp_session_test {

using namespace std::chrono_literals;
using gateway::montisim::PacketBuffer;
using gateway::montisim::PacketKind;
using gateway::montisim::PacketNumbering;
using gateway::montisim::PayloadReader;
namespace interface = ddc::interface;
namespace montisim = gateway::montisim;
namespace tcp = gateway::tcp;

/// A program that outputs the sum of its inputs, and sends each message back.
class Adder {
  public:
    Adder(ddc::Table& table, ddc::Id reference_id) : program_(table, reference_id, "adder") {
        speed_ = program_.input<double>("speed");
        list_ = program_.input<std::array<double, 3>>("list");
        sum_ = program_.output<double>("sum");
        net_ = program_.socket<std::int32_t>("net", interface::Direction::io);
        program_.publish();
        thread_ = std::thread([this] { run(); });
    }
    ~Adder() {
        stop_ = true;
        thread_.join();
    }

  private:
    void run() {
        while (!stop_) {
            if (program_.begin_cycle(ddc::Clock::now() + 20ms) != ddc::Status::ok) continue;
            double sum = program_.get(speed_);
            for (const double value : program_.get(list_)) sum += value;
            program_.set(sum_, sum);
            for (const auto& packet : program_.received(net_)) program_.send(net_, packet);
            program_.end_cycle();
        }
    }

    interface::Program program_;
    interface::Input<double> speed_ {};
    interface::Input<std::array<double, 3>> list_ {};
    interface::Output<double> sum_ {};
    interface::Socket<std::int32_t> net_ {};
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

/// A table, removed at the end.
class OwnedTable {
  public:
    OwnedTable() : table_(ddc::Table::create(options())) {}
    ~OwnedTable() { ddc::remove_table(table_.name(), ddc::Removal::always); }
    OwnedTable(const OwnedTable&) = delete;
    OwnedTable& operator=(const OwnedTable&) = delete;
    ddc::Table& operator*() { return table_; }

  private:
    static ddc::TableOptions options() {
        static int count = 0;
        ddc::TableOptions options;
        options.name = "test.tcp." + std::to_string(::getpid()) + "." + std::to_string(count++);
        return options;
    }
    ddc::Table table_;
};

/// A session with the program of one reference id.
class Simulator {
  public:
    explicit Simulator(std::shared_ptr<OwnedTable> table = std::make_shared<OwnedTable>(),
                       ddc::Id reference_id = 0x4000, tcp::NetworkPart part = {})
        : table_(std::move(table)), reference_id_(reference_id), part_(std::move(part)) {
        options_.table.name = (**table_).name();
        options_.program.start_timeout = 5s;
    }
    Simulator(const Simulator&) = delete;
    Simulator& operator=(const Simulator&) = delete;

    void start_program() { program.emplace(**table_, reference_id_); }

    /// @return the kinds of the packets in the reply
    template <class Fill>
    std::vector<PacketKind> send(PacketKind kind, const Fill& fill) {
        PacketBuffer packets(PacketNumbering::newest);
        packets.begin(kind);
        fill(packets);
        packets.end();
        if (!session_) session_.emplace(options_, host());
        const auto packet = montisim::first_packet(packets.data(), packets.size());
        answer_.clear();
        goes_on = session_->take(*packet, answer_);
        std::vector<PacketKind> kinds;
        for (const montisim::PacketView& view : answers())
            kinds.push_back(*montisim::kind_of(view.id, PacketNumbering::newest));
        return kinds;
    }
    std::vector<PacketKind> send(PacketKind kind) {
        return send(kind, [](PacketBuffer&) {});
    }
    std::vector<PacketKind> init(const char* mode = "measured") {
        return send(PacketKind::init, [&](PacketBuffer& packet) { packet.text(mode); });
    }
    std::vector<PacketKind> ref_id() { return ref_id(static_cast<std::uint32_t>(reference_id_)); }
    std::vector<PacketKind> ref_id(std::uint32_t id) {
        return send(PacketKind::ref_id, [&](PacketBuffer& packet) { packet.u32(id); });
    }
    std::vector<PacketKind> input(std::uint16_t port, double value) {
        return send(PacketKind::input, [&](PacketBuffer& packet) {
            packet.u16(port);
            packet.f64(value);
        });
    }
    std::vector<PacketKind> run_cycle(double delta_s = 0.01) {
        return send(PacketKind::run_cycle, [&](PacketBuffer& packet) { packet.f64(delta_s); });
    }
    void begin() {
        start_program();
        CHECK(init().empty());
        REQUIRE(ref_id() == std::vector<PacketKind>{PacketKind::interface});
    }

    std::vector<montisim::PacketView> answers() const {
        std::vector<montisim::PacketView> packets;
        const std::byte* next = answer_.data();
        const std::byte* const end = next + answer_.size();
        while (const auto packet =
                   montisim::first_packet(next, static_cast<std::size_t>(end - next))) {
            packets.push_back(*packet);
            next += packet->bytes();
        }
        return packets;
    }
    /// The text of a reply that consists of one ERROR.
    bool is_told(const std::string& text) const {
        const auto packets = answers();
        if (goes_on || packets.size() != 1 || packets[0].id != 1) return false;
        PayloadReader payload(packets[0]);
        const std::string error_text(payload.text());
        INFO(error_text);
        CHECK(error_text.find(text) != std::string::npos);
        return error_text == session_->error();
    }

    tcp::SessionOptions& options() { return options_; }

    bool goes_on = true;

  private:
    tcp::SessionHost host() {
        return {stop_, [](const std::string&) {}, [] { return true; },
                [this](ddc::Id) { return part_; }};
    }

    ::tests::Watchdog watchdog_;
    std::shared_ptr<OwnedTable> table_;
    ddc::Id reference_id_;
    tcp::NetworkPart part_;
    tcp::SessionOptions options_;
    std::atomic<bool> stop_{false};
    std::optional<tcp::Session> session_;
    PacketBuffer answer_{PacketNumbering::newest};

  public:
    std::optional<Adder> program;  ///< ends before its table
};

constexpr std::uint16_t speed = 0, list = 1, sum = 2, net = 3;

TEST_CASE("a cycle replies with its outputs in the order of the ports, then TIME") {
    Simulator sut;
    sut.begin();
    CHECK(sut.input(speed, 1.5).empty());
    CHECK(sut.run_cycle() == std::vector<PacketKind>{PacketKind::output, PacketKind::time});
    PayloadReader output(sut.answers()[0]), time(sut.answers()[1]);
    CHECK(output.u16() == sum);
    CHECK(output.f64() == 1.5);
    CHECK(time.f64() >= 0);
}

TEST_CASE("a vector with fewer elements leaves the other slots unchanged") {
    Simulator sut;
    sut.begin();
    const auto send_list = [&](std::vector<double> values) {
        return sut.send(PacketKind::input, [&](PacketBuffer& packet) {
            packet.u16(list);
            packet.u16(static_cast<std::uint16_t>(values.size()));
            for (const double value : values) packet.f64(value);
        });
    };
    CHECK(send_list({1, 2, 3}).empty());
    CHECK(send_list({10}).empty());
    sut.run_cycle();
    PayloadReader output(sut.answers().at(0));
    output.u16();
    CHECK(output.f64() == 15);
    send_list({1, 2, 3, 4});
    CHECK(sut.is_told("port 1 (list, vector of 3 Q): it has 4 elements, but the port has 3"));
}

TEST_CASE("a request in JSON gets a reply in JSON") {
    Simulator sut;
    sut.begin();
    sut.send(PacketKind::input_json, [](PacketBuffer& packet) {
        packet.u16(list);
        packet.text("[3,0.5,0.25,0]");
    });
    CHECK(sut.run_cycle() == std::vector<PacketKind>{PacketKind::output_json, PacketKind::time});
    PayloadReader output(sut.answers()[0]);
    CHECK(output.u16() == sum);
    CHECK(output.text() == "0.75");
}

TEST_CASE("messages reach the program, and its messages return as one OUTPUT each") {
    Simulator sut;
    sut.begin();
    for (const int number : {7, 8})
        sut.send(PacketKind::input, [&](PacketBuffer& packet) {
            packet.u16(net);
            packet.text("10.0.0.2");
            packet.u32(static_cast<std::uint32_t>(number));
        });
    CHECK(sut.run_cycle() == std::vector<PacketKind>{PacketKind::output, PacketKind::output,
                                                     PacketKind::output, PacketKind::time});
    PayloadReader second(sut.answers()[2]);
    CHECK(second.u16() == net);
    CHECK(second.text() == "10.0.0.2");
    CHECK(second.u32() == 8);
    CHECK(sut.run_cycle() == std::vector<PacketKind>{PacketKind::output, PacketKind::time});
}

TEST_CASE(
    "a message from one session reaches the program of another session over a configured "
    "connection") {
    gateway::NetworkConfig config;
    config.links = {{{0, "net"}, {1, "net"}, {}, true}, {{1, "net"}, {0, "net"}, {}, true}};
    const auto network =
        std::make_shared<gateway::Network>(config, std::vector<std::string>{"first", "second"});
    const auto table = std::make_shared<OwnedTable>();
    Simulator first(table, 0x4000, {network, 0}), second(table, 0x5000, {network, 1});
    first.begin();
    second.begin();
    first.send(PacketKind::input, [](PacketBuffer& packet) {
        packet.u16(net);
        packet.text("second");
        packet.u32(42);
    });
    CHECK(first.run_cycle(1).size() == 3);     // the program sends it on, to the simulator as well
    CHECK(second.run_cycle(1).size() == 2);    // not in the cycle at the instant of its sending
    CHECK(second.run_cycle(100).size() == 3);  // and this program sends it back
    PayloadReader back(second.answers()[1]);
    CHECK(back.u16() == net);
    CHECK(back.text() == "first");
    CHECK(back.u32() == 42);
    CHECK(first.run_cycle(1).size() == 2);
    CHECK(first.run_cycle(1000).size() == 3);
}

TEST_CASE("PING gets a reply at any time, END ends the session") {
    Simulator sut;
    CHECK(sut.send(PacketKind::ping) == std::vector<PacketKind>{PacketKind::ping});
    sut.begin();
    CHECK(sut.send(PacketKind::ping, [](PacketBuffer& packet) { packet.u8(0); }) ==
          std::vector<PacketKind>{PacketKind::ping});
    CHECK(sut.answers()[0].size == 0);
    CHECK(sut.goes_on);
    CHECK(sut.send(PacketKind::end).empty());
    CHECK_FALSE(sut.goes_on);
}

TEST_CASE("a second INIT restarts the session") {
    Simulator sut;
    sut.begin();
    CHECK(sut.init().empty());
    CHECK(sut.init().empty());
    CHECK(sut.ref_id() == std::vector<PacketKind>{PacketKind::interface});
    CHECK(sut.run_cycle().size() == 2);
}

TEST_CASE("a failed request is reported with a remedy") {
    Simulator sut;
    SUBCASE("time mode realtime") {
        sut.init("realtime");
        CHECK(sut.is_told("time_model to measured or constant"));
    }
    SUBCASE("an unknown time mode") {
        sut.init("hardware");
        CHECK(sut.is_told("time mode 'hardware'"));
    }
    SUBCASE("REF_ID without INIT") {
        sut.ref_id();
        CHECK(sut.is_told("must come after INIT"));
    }
    SUBCASE("a reference id that was meant to be hexadecimal") {
        sut.init();
        sut.ref_id(4000);
        CHECK(sut.is_told("16384 for a program that was started with 4000"));
    }
    SUBCASE("no program") {
        sut.options().program.start_timeout = 20ms;
        sut.init();
        sut.ref_id();
        CHECK(sut.is_told("no program within 0.0 s"));
    }
    SUBCASE("a cycle without a program") {
        sut.run_cycle();
        CHECK(sut.is_told("no program is attached yet"));
    }
    SUBCASE("a packet that is the server's") {
        sut.send(PacketKind::time);
        CHECK(sut.is_told("TIME: is only sent by servers"));
    }
    SUBCASE("a configuration") {
        sut.send(PacketKind::config, [](PacketBuffer& packet) { packet.text("{}"); });
        CHECK(sut.is_told("needs no configuration"));
    }
    SUBCASE("an input in place of an output") {
        sut.begin();
        sut.input(sum, 1);
        CHECK(sut.is_told("port 2 (sum, Q), an output"));
    }
    SUBCASE("an input for a port that does not exist") {
        sut.begin();
        sut.input(99, 1);
        CHECK(sut.is_told("port 99, but the program has the ports 0 to 3"));
    }
    SUBCASE("a time that decreases") {
        sut.begin();
        sut.run_cycle(-0.01);
        CHECK(sut.is_told("delta_sec must be 0"));
    }
    SUBCASE("a time that is not a number") {
        sut.begin();
        sut.run_cycle(std::numeric_limits<double>::quiet_NaN());
        CHECK(sut.is_told("delta_sec must be 0"));
    }
    SUBCASE("a program that ends") {
        sut.begin();
        sut.program.reset();
        sut.run_cycle();
        CHECK(sut.is_told("the program has set running to false"));
    }
}

TEST_CASE("two sessions do not drive one program") {
    Simulator sut;
    sut.begin();
    tcp::SessionOptions options = sut.options();
    std::atomic<bool> stop{false};
    tcp::Session other(options, {stop, [](const std::string&) {}, [] { return true; },
                                 [](ddc::Id) { return tcp::NetworkPart{}; }});
    PacketBuffer packets(PacketNumbering::newest), answer(PacketNumbering::newest);
    packets.begin(PacketKind::init);
    packets.text("measured");
    packets.end();
    CHECK(other.take(*montisim::first_packet(packets.data(), packets.size()), answer));
    packets.clear();
    packets.begin(PacketKind::ref_id);
    packets.u32(0x4000);
    packets.end();
    CHECK_FALSE(other.take(*montisim::first_packet(packets.data(), packets.size()), answer));
    CHECK(other.error().find("ddcserver 0x4000") != std::string::npos);
    CHECK(sut.run_cycle().size() == 2);
}

}  // namespace tcp_session_test
