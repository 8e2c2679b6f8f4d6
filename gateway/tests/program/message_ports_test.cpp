// SPDX-License-Identifier: MIT
// The messages of the vehicle interface as struct ports of a program.
#include "command_parts.hpp"
#include "port_parts.hpp"
#include "program_scene.hpp"

#include "binding/bind_ports.hpp"
#include "binding/message_port.hpp"
#include "cycle/program_connection.hpp"
#include "shared_time/merge_commands.hpp"

#include <ddc/interface/elements.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <tuple>

namespace message_ports_test {

namespace interface = ddc::interface;
using namespace std::chrono_literals;
using namespace gateway::tests;
using gateway::CycleStatus;
using gateway::Numbering;
using interface::BasicType;
using interface::DataType;
using interface::Direction;
using interface::enum_of;
using interface::struct_of;

const DataType stamp = struct_of("Time", {{"nanosec", BasicType::z}, {"sec", BasicType::z}});
const DataType gear =
    enum_of("Gear", {"GEAR_PARK", "drive", "REVERSE", "low", "neutral", "NO_COMMAND"});

/// The named fields of the catalogue's struct, in its order; without names, all of them.
DataType message(const char* name, std::vector<std::string> without = {"stamp", "autonomous"}) {
    const auto& all = std::get<interface::StructType>(interface::find_signal(name)->data_type.of);
    std::vector<std::pair<std::string, DataType>> fields;
    for (const auto& field : all.fields)
        if (std::find(without.begin(), without.end(), field.name) == without.end())
            fields.emplace_back(field.name, *field.type);
    return struct_of(all.name, fields);
}

/// The struct with another type for one of its fields.
DataType with(const DataType& type, const char* name, const DataType& other) {
    auto changed = std::get<interface::StructType>(type.of);
    for (interface::Field& field : changed.fields)
        if (field.name == name) field.type = std::make_shared<const DataType>(other);
    return DataType(changed);
}

gateway::PortRules counted_as(const char* port, Numbering numbering) {
    gateway::PortRule rule{port, {}, {}, {}, {}};
    rule.use = gateway::SignalUse{interface::find_signal(port), {}, numbering};
    return {{}, {rule}};
}

struct Bound {
    explicit Bound(std::vector<interface::Port> ports, const gateway::PortRules& rules = {}) {
        gateway::ProgramDescription description;
        description.ports.ports = std::move(ports);
        description.layout = interface::default_layout(description.ports, 1);
        problems = gateway::bind(description, 0x4000, inputs, outputs, rules);
    }
    void show(const gateway::Feedback& feedback, gateway::SimTime now = 0s) {
        const gateway::Trajectory trajectory;
        gateway::set_inputs({feedback, trajectory, now}, inputs);
    }
    double shown(const std::string& name) const {
        const auto found = std::find(inputs.names.begin(), inputs.names.end(), name);
        REQUIRE(found != inputs.names.end());
        return gateway::number_at(inputs.group,
                                  static_cast<std::size_t>(found - inputs.names.begin()));
    }

    gateway::InputBindings inputs;
    gateway::OutputBindings outputs;
    std::vector<std::string> problems;
};

struct RuledScene : ProgramScene {
    explicit RuledScene(const gateway::PortRules& rules) { options.ports = rules; }
};

/// The result of the values that a program sends on a struct port, in a cycle at 7 s.
template <class Values>
struct Sent : RuledScene {
    Sent(const char* port, const DataType& type, const Values& values,
         const gateway::PortRules& rules = {})
        : RuledScene(rules),
          program(table, reference_id, "tested"),
          output(program.output<Values>(port, type)) {
        clock.in(0ms, [&] { program.publish(); });
        REQUIRE(link.connect(clock.now() + 1s));
        link.set_inputs({{}, {}, 7s});
        program.set(output, values);
        REQUIRE(program.end_cycle() == ddc::Status::ok);
        status = link.read_outputs(command);
    }

    interface::Program program;
    interface::Output<Values> output;
    gateway::ProgramConnection link{peer(), "measured"};
    gateway::Command command;
    CycleStatus status;
};

using Codes =
    std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t, std::int32_t, bool, bool>;

gateway::Feedback reporting() {
    gateway::Feedback feedback;
    feedback.report = {gateway::Blinker::left,
                       gateway::Headlight::on,
                       gateway::Wiper::clean,
                       gateway::Gear::reverse,
                       gateway::DrivingMode::autonomous,
                       true,
                       false,
                       42};
    return feedback;
}

TEST_CASE("every message of the catalogue fits into the conversion buffers") {
    for (const auto& signal : interface::signals())
        if (gateway::is_message(signal))
            CHECK(interface::element_count(signal.data_type) <= gateway::longest_message);
}

TEST_CASE("fields of an input are found by their names, in the program's order") {
    Bound sut({port("vehicle_odometry", Direction::input,
                    struct_of("Any", {{"rear_wheel_angle_rad", BasicType::q},
                                      {"velocity_mps", BasicType::q},
                                      {"stamp", stamp},
                                      {"front_wheel_angle_rad", BasicType::q}}))});
    REQUIRE(sut.problems.empty());
    gateway::Feedback feedback;
    feedback.state.velocity_mps.x() = -3;
    feedback.steer_applied_rad = 0.25;
    sut.show(feedback, 12s + 345ns);
    CHECK(sut.shown("vehicle_odometry.velocity_mps") == -3);
    CHECK(sut.shown("vehicle_odometry.front_wheel_angle_rad") == 0.25);
    CHECK(sut.shown("vehicle_odometry.rear_wheel_angle_rad") == 0);
    CHECK(sut.shown("vehicle_odometry.stamp.sec") == 12);
    CHECK(sut.shown("vehicle_odometry.stamp.nanosec") == 345);
}

TEST_CASE("codes of a report are numbers, or the variants of the program's enum") {
    const DataType type = with(message("vehicle_state_report"), "gear", gear);
    Bound sut({port("vehicle_state_report", Direction::input, type)},
              counted_as("vehicle_state_report", Numbering::autoware));
    REQUIRE(sut.problems.empty());
    sut.show(reporting());
    CHECK(sut.shown("vehicle_state_report.fuel") == 42);
    CHECK(sut.shown("vehicle_state_report.blinker") == 2);
    CHECK(sut.shown("vehicle_state_report.wiper") == 14);
    CHECK(sut.shown("vehicle_state_report.gear") == 2);  // REVERSE
    CHECK(sut.shown("vehicle_state_report.mode") == 1);
    CHECK(sut.shown("vehicle_state_report.hand_brake") == 1);
    CHECK(sut.shown("vehicle_state_report.horn") == 0);
    gateway::Feedback unknown;
    unknown.report.gear = static_cast<gateway::Gear>(77);
    sut.show(unknown);
    CHECK(sut.shown("vehicle_state_report.fuel") == 255);
    CHECK(sut.shown("vehicle_state_report.gear") == 5);  // NO_COMMAND
}

TEST_CASE("with the specification's numbering a report has its numbers, and 255 if not known") {
    // The default, without a rule.
    Bound sut({port("vehicle_state_report", Direction::input, message("vehicle_state_report"))});
    REQUIRE(sut.problems.empty());
    gateway::Feedback feedback = reporting();
    feedback.report.headlight = gateway::Headlight::no_command;
    sut.show(feedback);
    CHECK(sut.shown("vehicle_state_report.blinker") == 1);
    CHECK(sut.shown("vehicle_state_report.headlight") == 255);
    CHECK(sut.shown("vehicle_state_report.wiper") == 3);
    CHECK(sut.shown("vehicle_state_report.gear") == 1);
    CHECK(sut.shown("vehicle_state_report.mode") == 2);
}

TEST_CASE("control messages become commands of their level, at the time of the cycle") {
    using Two = std::tuple<double, double>;
    const Sent<Two> high("high_level_control_command", message("high_level_control_command"),
                         {-4, 0.125});
    REQUIRE(high.status == CycleStatus::ok);
    const auto& curve = std::get<gateway::CurvatureCommand>(high.command.control);
    CHECK(curve.velocity_mps == -4);
    CHECK(curve.curvature_1pm == 0.125);
    CHECK(high.command.stamp == 7s);

    using Three = std::tuple<double, double, double>;
    const Sent<Three> vehicle("vehicle_control_command",
                              message("vehicle_control_command", {"stamp", "velocity_mps"}),
                              {1.5, 0.2, -0.1});
    REQUIRE(vehicle.status == CycleStatus::ok);
    const auto& accel = std::get<gateway::AccelerationCommand>(vehicle.command.control);
    CHECK(accel.accel_mps2 == 1.5);
    CHECK(accel.velocity_mps == 0);
    CHECK(accel.front_steer_rad == 0.2);
    CHECK(accel.rear_steer_rad == -0.1);

    using Raw = std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t>;
    const Sent<Raw> raw("raw_control_command", message("raw_control_command"),
                        {2147483647, 0, -2147483647, 5});
    REQUIRE(raw.status == CycleStatus::ok);
    const auto& units = std::get<gateway::RawCommand>(raw.command.control);
    CHECK(units.throttle == 2147483647u);
    CHECK(units.front_steer == -2147483647);
    CHECK(units.rear_steer == 5);
}

TEST_CASE("a message with a time stamp has that time") {
    using Time = std::tuple<std::int32_t, std::int32_t>;
    const DataType type = struct_of(
        "High", {{"curvature", BasicType::q}, {"stamp", stamp}, {"velocity_mps", BasicType::q}});
    const Sent<std::tuple<double, Time, double>> sut("high_level_control_command", type,
                                                     {0.5, {250'000'000, 3}, 9});
    REQUIRE(sut.status == CycleStatus::ok);
    CHECK(sut.command.stamp == 3250ms);
    CHECK(std::get<gateway::CurvatureCommand>(sut.command.control).curvature_1pm == 0.5);
}

TEST_CASE("a state command is given by numbers, or by the variants of an enum") {
    const DataType type = with(message("vehicle_state_command"), "gear", gear);
    const Sent<Codes> sut("vehicle_state_command", type, {4, 3, 14, 0, 2, true, false},
                          counted_as("vehicle_state_command", Numbering::autoware));
    REQUIRE(sut.status == CycleStatus::ok);
    const auto& state = state_command_of(sut.command);
    CHECK(state.blinker == gateway::Blinker::hazard);
    CHECK(state.headlight == gateway::Headlight::high);
    CHECK(state.wiper == gateway::Wiper::clean);
    CHECK(state.gear == gateway::Gear::park);
    CHECK(state.mode == gateway::DrivingMode::manual);
    CHECK(state.hand_brake);
    CHECK_FALSE(state.horn);
}

TEST_CASE("a state command in the specification's numbering has a flag for autonomous mode") {
    using WithFlag = std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t,
                                std::int32_t, bool, bool, bool>;
    const Sent<WithFlag> sut("vehicle_state_command", message("vehicle_state_command", {"stamp"}),
                             {0, 1, 3, 9, 0, false, true, true},
                             counted_as("vehicle_state_command", Numbering::spec));
    REQUIRE(sut.status == CycleStatus::ok);
    const auto& state = state_command_of(sut.command);
    CHECK(state.blinker == gateway::Blinker::off);
    CHECK(state.headlight == gateway::Headlight::on);
    CHECK(state.wiper == gateway::Wiper::clean);
    CHECK(state.gear == static_cast<gateway::Gear>(255));  // 9 has no meaning in either
    CHECK(state.mode == gateway::DrivingMode::autonomous);
    CHECK(state.horn);
}

TEST_CASE("by default only the flag and mode 2 request automation, and mode 0 requests nothing") {
    const auto mode_of = [](std::int32_t mode) {
        const Sent<Codes> sut("vehicle_state_command", message("vehicle_state_command"),
                              {0, 0, 0, 0, mode, false, false});
        REQUIRE(sut.status == CycleStatus::ok);
        const auto& state = state_command_of(sut.command);
        CHECK(state.gear == gateway::Gear::drive);
        CHECK(state.blinker == gateway::Blinker::off);
        return state.mode;
    };
    CHECK(mode_of(0) == gateway::DrivingMode::no_command);
    CHECK(mode_of(1) != gateway::DrivingMode::autonomous);
    CHECK(mode_of(2) == gateway::DrivingMode::autonomous);
    CHECK(mode_of(3) != gateway::DrivingMode::autonomous);
}

TEST_CASE(
    "ports that keep Autoware's numbers are reported for each side of a port of both directions") {
    const auto io = port("io", Direction::io, message("vehicle_state_command"));
    gateway::PortRule rule{"io", {}, {}, {}, {}};
    rule.input = gateway::SignalUse{interface::find_signal("vehicle_state_report"), {}};
    rule.output =
        gateway::SignalUse{interface::find_signal("vehicle_state_command"), {}, Numbering::spec};
    CHECK(gateway::notes_on_numbering({io}, {{}, {rule}}) ==
          std::vector<std::string>{
              "port 'io': its input's codes are the numbers of the specification; `ports: {io: "
              "{input: {signal: vehicle_state_report, numbering: autoware}}}` under `program` "
              "keeps those of Autoware, which were the default before"});
    const auto named = port("io", Direction::io, struct_of("State", {{"gear", gear}}));
    CHECK(gateway::notes_on_numbering({named}, {{}, {rule}}).empty());
}

TEST_CASE("a value that its field cannot hold is rejected") {
    const DataType type = with(message("vehicle_state_command"), "gear", gear);
    const Sent<Codes> code("vehicle_state_command", type, {300, 0, 0, 0, 0, false, false});
    CHECK(code.status == CycleStatus::invalid_output);
    CHECK(code.link.failure().find("(vehicle_state_command.blinker) is 300; the vehicle keeps the "
                                   "previous command. It must be 0 to 255") != std::string::npos);
    const Sent<Codes> variant("vehicle_state_command", type, {0, 0, 0, 6, 0, false, false});
    CHECK(variant.link.failure().find("(vehicle_state_command.gear) is 6; ") != std::string::npos);

    using Raw = std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t>;
    const Sent<Raw> raw("raw_control_command", message("raw_control_command"), {-1, 0, 0, 0});
    CHECK(raw.link.failure().find("It must be 0 to 2147483647") != std::string::npos);

    using Two = std::tuple<double, double>;
    for (const double value : {std::numeric_limits<double>::quiet_NaN(), 1e39}) {
        const Sent<Two> high("high_level_control_command", message("high_level_control_command"),
                             {0, value});
        CHECK(high.status == CycleStatus::invalid_output);
    }
}

TEST_CASE("all errors of a struct are reported together, by field") {
    const Bound sut(
        {port("vehicle_state_command", Direction::output,
              struct_of("S", {{"stamp", BasicType::q},
                              {"blinkers", BasicType::n},
                              {"headlight", BasicType::q},
                              {"wiper", enum_of("Wiper", {"off", "fast"})},
                              {"gear", BasicType::n},
                              {"mode", BasicType::n},
                              {"hand_brake", BasicType::n}})),
         port("vehicle_state_report", Direction::input,
              with(message("vehicle_state_report"), "gear", enum_of("Gear", {"drive", "park"}))),
         port("vehicle_odometry", Direction::input, BasicType::q)});
    CHECK(sut.problems ==
          std::vector<std::string>{
              "port 0 'vehicle_state_command': field 'stamp' is of type Q, must be a struct with "
              "sec and nanosec, both Z, or be left out",
              "port 0 'vehicle_state_command': field 'blinkers' is unknown; did you mean blinker?",
              "port 0 'vehicle_state_command': field 'headlight' is of type Q, must be Z, N or an "
              "enum of no_command, off, on, high",
              "port 0 'vehicle_state_command': field 'wiper' has the variant 'fast', which must be "
              "one of no_command, off, low, high, clean",
              "port 0 'vehicle_state_command': field 'hand_brake' is of type N, must be boolean",
              "port 0 'vehicle_state_command': has no field 'blinker'",
              "port 0 'vehicle_state_command': has no field 'horn'",
              "port 1 'vehicle_state_report': field 'gear' has no variant 'no_command', which the "
              "vehicle can report",
              "port 1 'vehicle_state_report': field 'gear' has no variant 'reverse', which the "
              "vehicle can report",
              "port 1 'vehicle_state_report': field 'gear' has no variant 'low', which the vehicle "
              "can report",
              "port 1 'vehicle_state_report': field 'gear' has no variant 'neutral', which the "
              "vehicle can report",
              "port 2 'vehicle_odometry': is of type Q, the signal vehicle_odometry needs a struct "
              "with the fields stamp, velocity_mps, front_wheel_angle_rad, rear_wheel_angle_rad"});
    CHECK(sut.inputs.group.size() == 0);
    CHECK(sut.outputs.group.size() == 0);
}

TEST_CASE("outputs that would set two levels of command, or the same value, are rejected") {
    const auto high = port("high_level_control_command", Direction::output,
                           message("high_level_control_command"));
    const auto raw = port("raw_control_command", Direction::output, message("raw_control_command"));
    const auto state =
        port("vehicle_state_command", Direction::output, message("vehicle_state_command"));
    CHECK(Bound({high, port("set_gas", Direction::output, BasicType::q)}).problems ==
          std::vector<std::string>{
              "ports 'set_gas' and 'high_level_control_command': the first sets a driver's pedals "
              "and steering, the second a velocity and a curvature; keep one kind"});
    CHECK(Bound({high, raw}).problems ==
          std::vector<std::string>{
              "ports 'high_level_control_command' and 'raw_control_command': the first sets a "
              "velocity and a curvature, the second raw pedals and steering; keep one kind"});
    CHECK(Bound({state, port("horn_cmd", Direction::output, BasicType::boolean),
                 port("set_gas", Direction::output, BasicType::q)})
              .problems ==
          std::vector<std::string>{
              "ports 'set_gas' and 'vehicle_state_command': both set the gear; keep one of them",
              "ports 'horn_cmd' and 'vehicle_state_command': both set the horn; keep one of them"});
    const Bound fits({high, state});
    CHECK(fits.problems.empty());
    CHECK(level_of(fits.outputs) == gateway::Level::curvature);
}

TEST_CASE("two programs can drive one vehicle, one its motion and one its state") {
    gateway::Command motion, state, both;
    gateway::control_of<gateway::CurvatureCommand>(motion).velocity_mps = 5;
    motion.stamp = 3s;
    motion.state.emplace().horn = true;  // not set by this program
    gateway::state_of(state).gear = gateway::Gear::reverse;
    gateway::state_of(state).hand_brake = true;
    const auto parts = [](const char* signal) { return gateway::find_output_signal(signal)->sets; };
    merge(motion, parts("high_level_control_command"), both);
    merge(state, parts("vehicle_state_command"), both);
    CHECK(std::get<gateway::CurvatureCommand>(both.control).velocity_mps == 5);
    CHECK(both.stamp == 3s);
    CHECK(state_command_of(both).gear == gateway::Gear::reverse);
    CHECK(state_command_of(both).hand_brake);
    CHECK_FALSE(state_command_of(both).horn);
}

}  // namespace message_ports_test
