// SPDX-License-Identifier: MIT
// Every data type through a real table, between a program in a separate process and this one, which
// uses only the content of the table.
#include "scene.hpp"

#include "binding/program_description.hpp"
#include "child.hpp"

#include <ddc/inspect.hpp>
#include <ddc/interface/program.hpp>
#include <ddc/interface/values.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace types_test {

namespace interface = ddc::interface;
namespace header = ddc::interface::header;
using namespace std::chrono_literals;
using ddc::Id;
using ddc::Status;
using interface::BasicType;
using interface::DataType;
using interface::enum_of;
using interface::struct_of;
using nlohmann::json;

constexpr Id reference_id = 0x4100;

/// A program that returns on NAME_out its input NAME_in.
class EchoProgram {
  public:
    explicit EchoProgram(ddc::Table& table) : program_(table, reference_id, "echo") {}

    template <typename T>
    void echo(const std::string& name,
              const DataType& type = interface::TableValue<T>::data_type()) {
        const auto in = program_.input<T>(name + "_in", type);
        const auto out = program_.output<T>(name + "_out", type);
        steps_.push_back([this, in, out] { program_.set(out, program_.get(in)); });
    }
    /// Adds one to a port of both directions.
    void count(const std::string& name) {
        const auto [in, out] = program_.input_output<double>(name);
        steps_.push_back([this, in = in, out = out] { program_.set(out, program_.get(in) + 1); });
    }
    /// Sends every packet back to its sender.
    template <typename T>
    void bounce(const std::string& name) {
        const auto socket = program_.socket<T>(name, interface::Direction::io);
        steps_.push_back([this, socket] {
            for (const auto& packet : program_.received(socket)) program_.send(socket, packet);
        });
    }
    [[noreturn]] void run() {
        program_.publish();
        for (;;) {
            if (program_.begin_cycle(ddc::Clock::now() + 1s) != Status::ok) continue;
            for (const auto& step : steps_) step();
            static_cast<void>(program_.end_cycle());
        }
    }

  private:
    interface::Program program_;
    std::vector<std::function<void()>> steps_;
};

const DataType gear = enum_of("Gear", {"park", "reverse", "drive"});
const DataType pose = struct_of(
    "Pose", {{"position", BasicType::vec2}, {"gear", gear}, {"valid", BasicType::boolean}});

int echo_program(const ddc::TableOptions& options) {
    using interface::Vec2;
    using interface::Vec3;
    using Pose = std::tuple<Vec2, std::int32_t, bool>;
    using Reals = std::array<double, 3>;
    ddc::Table table = ddc::Table::open(options);
    EchoProgram program(table);
    program.echo<double>("q");
    program.echo<std::int32_t>("z");
    program.echo<std::int32_t>("n", BasicType::n);
    program.echo<std::int32_t>("n1", BasicType::n1);
    program.echo<bool>("boolean");
    program.echo<std::complex<double>>("c");
    program.echo<Vec2>("vec2");
    program.echo<Vec3>("vec3");
    program.echo<std::tuple<>>("void", BasicType::void_);
    program.echo<Reals>("vector");
    program.echo<std::array<Vec2, 2>>("points");
    program.echo<std::array<double, 6>>("matrix", matrix_of(BasicType::q, 2, 3));
    program.echo<Pose>("struct", pose);
    program.echo<std::tuple<double, Pose>>(
        "nested", struct_of("Outer", {{"speed", BasicType::q}, {"pose", pose}}));
    program.echo<std::int32_t>("enum", gear);
    program.echo<std::tuple<std::int32_t, Reals>>("dyn_vector", dyn_vector_of(BasicType::q, 3));
    program.echo<std::tuple<std::string, double>>("packet", simple_packet_of(BasicType::q));
    program.count("both");
    program.bounce<Vec2>("socket");
    program.run();
}

const std::pair<const char*, json> values[] = {
    {"q", -1.5e-300},
    {"z", -2147483647},
    {"n", 0},
    {"n1", 2147483647},
    {"boolean", true},
    {"c", {1.5, -2.5}},
    {"vec2", {1.5, 2.0}},
    {"vec3", {1.5, 2.0, "inf"}},
    {"void", nullptr},
    {"vector", {1.0, 2.0, 3.0}},
    {"points", {{1.0, 2.0}, {3.0, 4.0}}},
    {"matrix", {{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}}},
    {"struct", {{1.0, 2.0}, "reverse", true}},
    {"nested", {7.5, {{1.0, 2.0}, "drive", false}}},
    {"enum", "drive"},
    {"dyn_vector", {1.0, 2.0}},
    {"packet", {"10.0.0.2", 0.25}},
};

/// The other side of the table.
class OtherSide {
  public:
    explicit OtherSide(ddc::Table& table) : table_(table) {
        bool running = false;
        while (table.read(reference_id + header::running, running) != Status::ok || !running)
            continue;  // a watchdog ends this wait if it is in vain
        CHECK(read_description(table, reference_id, description_).empty());
        CHECK(description_.warnings.empty());
    }

    const interface::Port& port(const std::string& name) const { return port_at(index(name)); }
    Id first_entry(const std::string& name) const {
        return reference_id +
               static_cast<Id>(description_.layout.ports[index(name)].offset.value());
    }
    void write(Id first, const DataType& type, const json& value) {
        for (const auto& element : value_from_json(type, value)) {
            const auto put = [&](const auto& v) {
                if constexpr (!std::is_same_v<std::decay_t<decltype(v)>, std::monostate>)
                    CHECK(table_.write(first, v) == Status::ok);
            };
            std::visit(put, element);
            ++first;
        }
    }
    json read(Id first, const DataType& type) const {
        interface::ElementValues entries;
        for (std::size_t i = 0; i < element_count(type); ++i)
            entries.push_back(table_.entry(first++).value);
        return value_to_json(type, entries);
    }
    std::int32_t number(Id id) const {
        std::int32_t value = -1;
        CHECK(table_.read(id, value) == Status::ok);
        return value;
    }
    void cycle() {
        const Id asked = reference_id + header::run_cycle_switch;
        CHECK(table_.write(asked, true) == Status::ok);
        CHECK(table_.wait_until<bool>(
                  asked, [](bool is_asked) { return !is_asked; }, ddc::Clock::now() + 10s) ==
              Status::ok);
    }

  private:
    std::size_t index(const std::string& name) const {
        const auto& ports = description_.ports.ports;
        for (std::size_t i = 0; i < ports.size(); ++i)
            if (ports[i].name == name) return i;
        FAIL("no port ", name);
        return 0;
    }
    const interface::Port& port_at(std::size_t i) const { return description_.ports.ports[i]; }

    ddc::Table& table_;
    gateway::ProgramDescription description_;
};

/// A table with a running echo program.
struct Echo {
    tests::Scene scene;
    ddc::TableOptions options = options_for(scene.table);
    ddc::Table table = ddc::Table::create(options);
    tests::Child program{[this] { return echo_program(options); }};
    OtherSide other_side{table};

    ~Echo() { ddc::remove_table(options.name, ddc::Removal::always); }
    static ddc::TableOptions options_for(const std::string& name) {
        ddc::TableOptions options;
        options.name = name;
        return options;
    }
};

TEST_CASE("a value of every type is returned unchanged") {
    Echo echo;
    OtherSide& sut = echo.other_side;
    for (const auto& [name, value] : values)
        sut.write(sut.first_entry(std::string(name) + "_in"),
                  sut.port(std::string(name) + "_in").data_type, value);
    sut.cycle();
    for (const auto& [name, value] : values) {
        const std::string out = std::string(name) + "_out";
        CAPTURE(out);
        CHECK(sut.read(sut.first_entry(out), sut.port(out).data_type) == value);
    }
}

TEST_CASE("a port of both directions is read and written in the same entry") {
    Echo echo;
    OtherSide& sut = echo.other_side;
    const Id both = sut.first_entry("both");
    sut.write(both, BasicType::q, 41.0);
    sut.cycle();
    CHECK(sut.read(both, BasicType::q) == 42.0);
}

TEST_CASE("packets pass both queues of a socket, in order and for several cycles") {
    Echo echo;
    OtherSide& sut = echo.other_side;
    namespace entry = interface::socket_entry;
    const Id socket = sut.first_entry("socket");
    const DataType& packet = sut.port("socket").data_type;
    const auto size = static_cast<Id>(element_count(packet));
    const Id input = reference_id + sut.number(socket + entry::input_slot_id);
    const Id output = reference_id + sut.number(socket + entry::output_slot_id);
    REQUIRE(sut.number(socket + entry::input_max_entries) >= 3);
    for (int cycle = 0; cycle < 3; ++cycle) {
        for (Id i = 0; i < 3; ++i)
            sut.write(input + i * size, packet,
                      {"10.0.0." + std::to_string(i), {cycle + 0.5, i + 0.5}});
        sut.write(socket + entry::input_count, BasicType::z, 3);
        sut.cycle();
        CHECK(sut.number(socket + entry::input_count) == 0);
        REQUIRE(sut.number(socket + entry::output_count) == 3);
        for (Id i = 0; i < 3; ++i)
            CHECK(sut.read(output + i * size, packet) ==
                  json{"10.0.0." + std::to_string(i), {cycle + 0.5, i + 0.5}});
        sut.write(socket + entry::output_count, BasicType::z, 0);
    }
}

TEST_CASE("the ddc command sets and gets a value of every type") {
    Echo echo;
    OtherSide& sut = echo.other_side;
    const auto ddc = [&](const std::string& verb, const std::string& port,
                         const std::string& value) {
        std::vector<std::string> words{"ddc", verb, "--name", echo.options.name, "4100/" + port};
        if (!value.empty()) words.insert(words.end(), {"--yes", "--", value});
        const tests::Finished result = tests::run(echo.scene.scratch, words);
        INFO("standard error: " << result.err);
        CHECK(result.exit_code == 0);
        return result.out;
    };
    for (const auto& [name, value] : values) {
        if (value.is_null()) continue;  // nothing to set
        const std::string in = std::string(name) + "_in";
        CAPTURE(in);
        ddc("set", in, value.dump());
    }
    sut.cycle();
    for (const auto& [name, value] : values) {
        if (value.is_null()) continue;
        const std::string port = std::string(name) + "_out";
        CAPTURE(port);
        const std::string out = ddc("get", port, "");
        // A text that fills its value is printed unchanged.
        CHECK(out == (value.is_string() ? value.get<std::string>() : value.dump()) + "\n");
    }
}

}  // namespace types_test
