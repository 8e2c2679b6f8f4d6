// SPDX-License-Identifier: MIT
// A program in TCP mode. This test plays the program's side of recorded sessions byte by byte.
#include "montisim_bridge/tcp_program.hpp"

#include "binding/program_description.hpp"
#include "montisim/value_codec.hpp"

#include "watchdog.hpp"

#include <ddc/inspect.hpp>
#include <ddc/interface/entry_type.hpp>

#include <doctest/doctest.h>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <string>

namespace tcp_program_test {

using namespace std::chrono_literals;
using gateway::montisim::PayloadReader;
namespace header = ddc::interface::header;

constexpr ddc::Id recorded_id = 0x4000;

struct RecordedPacket {
    bool is_of_simulator;
    std::string bytes;

    std::uint8_t id() const { return static_cast<std::uint8_t>(bytes[0]); }
    PayloadReader payload() const {
        return {reinterpret_cast<const std::byte*>(bytes.data()) + 3, bytes.size() - 3};
    }
};

std::string recorded_interface() {
    std::ifstream file(std::string(SCHEMAS) + "/../tests/montisim/recorded_interface.json");
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string interface_packet() {
    const std::string text = recorded_interface();
    const std::size_t size = text.size() + 1;
    return {std::string{3, static_cast<char>(size >> 8U), static_cast<char>(size & 0xFFU)} + text +
            std::string(1, '\0')};
}

std::string bytes_of_hex(const std::string& shown) {
    if (shown.find("(interface)") != std::string::npos) return interface_packet();
    std::string digits, bytes;
    for (const char each : shown)
        if (each != ' ') digits += each;
    for (std::size_t i = 0; i < digits.size(); i += 2)
        bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
    return bytes;
}

/// Without PING, which the gateway does not send.
std::vector<RecordedPacket> recorded_session(int number) {
    std::ifstream file(std::string(SCHEMAS) + "/montisim_sessions.hex");
    std::vector<RecordedPacket> packets;
    bool is_here = false;
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("## ", 0) == 0)
            is_here = line.rfind("## " + std::to_string(number) + ".", 0) == 0;
        const bool is_step = line.size() > 3 && line[1] == '>' && line.find("closes") == line.npos;
        if (!is_here || !is_step || line.find("PING") != line.npos) continue;
        packets.push_back({line[0] == 'C', bytes_of_hex(line.substr(3, line.find('#') - 3))});
    }
    return packets;
}

/// Listens, and plays the program of a session for one simulator.
class RecordedProgram {
  public:
    explicit RecordedProgram(std::vector<RecordedPacket> packets)
        : packets_(std::move(packets)),
          listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* const general = reinterpret_cast<sockaddr*>(&address);
        REQUIRE(::bind(listener_.get(), general, size) == 0);
        REQUIRE(::listen(listener_.get(), 1) == 0);
        REQUIRE(::getsockname(listener_.get(), general, &size) == 0);
        port_ = ntohs(address.sin_port);
        thread_ = std::thread([this] { play(); });
    }
    ~RecordedProgram() { join(); }

    gateway::tcp::TcpProgramConfig config() const { return {{INADDR_LOOPBACK, port_}, {}}; }
    /// The first difference from the recording; empty if there is none. Waits for the end.
    std::string difference() {
        join();
        return difference_;
    }

  private:
    void join() {
        if (thread_.joinable()) thread_.join();
    }
    void play() {
        const gateway::Descriptor simulator(::accept(listener_.get(), nullptr, nullptr));
        for (const RecordedPacket& packet : packets_) {
            if (packet.is_of_simulator) {
                std::string came(packet.bytes.size(), '\0');
                const ssize_t size = ::recv(simulator.get(), came.data(), came.size(), MSG_WAITALL);
                if (size == static_cast<ssize_t>(came.size()) && came == packet.bytes) continue;
                difference_ = "instead of packet " + std::to_string(packet.id()) + " with " +
                              std::to_string(packet.bytes.size()) + " bytes came " +
                              std::to_string(size) + " others";
                return;
            }
            static_cast<void>(
                ::send(simulator.get(), packet.bytes.data(), packet.bytes.size(), MSG_NOSIGNAL));
        }
    }

    std::vector<RecordedPacket> packets_;
    gateway::Descriptor listener_;
    std::uint16_t port_ = 0;
    std::string difference_;
    std::thread thread_;
};

/// The gateway's side of the table.
class RecordedTable {
  public:
    RecordedTable() : table_(ddc::Table::create(options())) {}
    ~RecordedTable() { ddc::remove_table(table_.name(), ddc::Removal::always); }
    RecordedTable(const RecordedTable&) = delete;
    RecordedTable& operator=(const RecordedTable&) = delete;

    ddc::Table& table() { return table_; }

    void look_for_program() {
        REQUIRE(table_.write(recorded_id + header::running, false) == ddc::Status::ok);
    }
    void await_program() {
        look_for_program();
        tests::await([&] {
            bool is_running = false;
            return table_.read(recorded_id, is_running) == ddc::Status::ok && is_running &&
                   read_description(table_, recorded_id, program_).empty();
        });
    }
    void set_input(const RecordedPacket& packet) {
        PayloadReader payload = packet.payload();
        const std::size_t port = payload.u16();
        ddc::Group group = group_of_port(port);
        gateway::montisim::read_value(program_.ports.ports[port].data_type, payload, group, 0);
        REQUIRE(table_.write(group) == ddc::Status::ok);
    }
    void run_cycle(double delta_s) {
        REQUIRE(table_.write(recorded_id + header::delta_sec, delta_s) == ddc::Status::ok);
        REQUIRE(table_.write(recorded_id + header::run_cycle_switch, true) == ddc::Status::ok);
    }
    bool has_answered() {
        bool is_asked = true;
        return table_.read(recorded_id + header::run_cycle_switch, is_asked) == ddc::Status::ok &&
               !is_asked;
    }
    double output(std::size_t port) {
        ddc::Group group = group_of_port(port);
        REQUIRE(table_.read(group) == ddc::Status::ok);
        return group.real64(0);
    }
    double execution_time() {
        double seconds = -1;
        REQUIRE(table_.read(recorded_id + header::execution_time, seconds) == ddc::Status::ok);
        return seconds;
    }

  private:
    static ddc::TableOptions options() {
        static int count = 0;
        ddc::TableOptions options;
        options.name =
            "test.tcp_program." + std::to_string(::getpid()) + "." + std::to_string(++count);
        return options;
    }
    ddc::Group group_of_port(std::size_t port) const {
        ddc::Group group;
        auto next = static_cast<ddc::Id>(recorded_id + *program_.layout.ports[port].offset);
        for (const auto& element : elements(program_.ports.ports[port].data_type))
            group.add(next++, ddc::interface::entry_type(element.kind));
        return group;
    }

    ddc::Table table_;
    gateway::ProgramDescription program_;
};

/// Drives the program as the recorded simulator did.
void replay_cycles(const std::vector<RecordedPacket>& packets, RecordedTable& gateway) {
    constexpr std::uint8_t input = 4, output = 5, run_cycle = 6, time = 7;
    for (const RecordedPacket& packet : packets) {
        PayloadReader payload = packet.payload();
        if (packet.id() == input) {
            gateway.set_input(packet);
        } else if (packet.id() == run_cycle) {
            gateway.run_cycle(payload.f64());
            tests::await([&] { return gateway.has_answered(); });
        } else if (packet.id() == output) {
            const std::size_t port = payload.u16();
            CHECK(gateway.output(port) == payload.f64());
        } else if (packet.id() == time) {
            CHECK(gateway.execution_time() == payload.f64());
        }
    }
}

TEST_CASE(
    "recorded sessions: the client sends the packets of the real simulator, and reports what it "
    "receives") {
    const tests::Watchdog watchdog;
    for (const int number : {1, 8}) {
        CAPTURE(number);
        const auto packets = recorded_session(number);
        REQUIRE(packets.size() > 20);
        RecordedTable gateway;
        RecordedProgram program(packets);
        {
            gateway::tcp::TcpProgram sut(gateway.table(), recorded_id, program.config(),
                                         [](const std::string&) {});
            gateway.await_program();
            replay_cycles(packets, gateway);
            CHECK_FALSE(sut.failure());
        }
        CHECK(program.difference() == "");
        bool is_running = true;
        CHECK(gateway.table().read(recorded_id, is_running) == ddc::Status::ok);
        CHECK_FALSE(is_running);
    }
}

TEST_CASE("an ERROR of the program is the reason of its loss, and is read when running is reset") {
    const tests::Watchdog watchdog;
    RecordedTable gateway;
    const auto packets = recorded_session(7);  // ends with an ERROR after SUSPEND
    std::vector<RecordedPacket> refused;
    for (const RecordedPacket& packet : packets)
        if (packet.id() == 2 || packet.id() == 8 || packet.id() == 1) refused.push_back(packet);
    RecordedProgram program(refused);
    gateway::tcp::TcpProgram sut(gateway.table(), recorded_id, program.config(),
                                 [](const std::string&) {});
    gateway.look_for_program();
    tests::await([&] { return sut.failure().has_value(); });
    CHECK(sut.failure()->find("it has sent ERROR: Adapter Exception") != std::string::npos);
    gateway.look_for_program();
    tests::await([&] { return !sut.failure(); });
}

}  // namespace tcp_program_test
