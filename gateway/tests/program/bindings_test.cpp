// SPDX-License-Identifier: MIT
#include "port_parts.hpp"

#include "binding/bind_ports.hpp"

#include <doctest/doctest.h>

namespace bindings_test {

namespace interface = ddc::interface;
using gateway::tests::port;
using interface::BasicType;
using interface::Direction;

struct Bound {
    std::vector<std::string> problems;
    gateway::InputBindings inputs;
    gateway::OutputBindings outputs;
};

Bound bind(std::vector<interface::Port> ports,
           const std::vector<interface::Signal>& catalogue = interface::signals()) {
    gateway::ProgramDescription description;
    description.ports.ports = std::move(ports);
    description.layout = interface::default_layout(description.ports, 1);
    Bound result;
    result.problems =
        gateway::bind(description, 0x4000, result.inputs, result.outputs, {}, catalogue);
    return result;
}

TEST_CASE("the basic interface binds to the ids of the protocol's tables") {
    gateway::ProgramDescription description;
    description.ports = interface::basic_interface();
    description.layout = interface::basic_layout();
    gateway::InputBindings inputs;
    gateway::OutputBindings outputs;
    CHECK(gateway::bind(description, 0x4000, inputs, outputs).empty());
    REQUIRE(inputs.group.size() == 28);
    REQUIRE(outputs.group.size() == 3);
    CHECK(inputs.group.item(0).id == 0x4000 + 10);
    CHECK(inputs.names[4] == "trajectory_length");
    CHECK(inputs.group.item(4).type == ddc::Type::int32);
    CHECK(inputs.names[15] == "trajectory_y[0]");
    CHECK(inputs.group.item(27).id == 0x4000 + 10 + 27);
    CHECK(outputs.names[2] == "set_braking");
    CHECK(outputs.group.item(2).id == 0x4000 + 42);
}

TEST_CASE("another type with the same entries in the table counts as the same signal") {
    const Bound sut = bind({port("true_position", Direction::input, vector_of(BasicType::q, 2)),
                            port("trajectory_length", Direction::input, BasicType::z)});
    CHECK(sut.problems.empty());
    CHECK(sut.inputs.group.size() == 3);
}

TEST_CASE("all ports that cannot be bound are reported together by name") {
    const Bound sut = bind({port("warp", Direction::input, BasicType::q),
                            port("true_velocity", Direction::input, BasicType::vec2),
                            port("set_gas", Direction::input, BasicType::q)});
    REQUIRE(sut.problems.size() == 4);
    CHECK(sut.problems[0] == "port 0 'warp' (INPUT, Q): the gateway has no such signal");
    CHECK(sut.problems[1] ==
          "port 1 'true_velocity': is of type vec2, the signal is of type Q in km/h");
    CHECK(sut.problems[2] == "port 2 'set_gas': is an INPUT, the signal is an OUTPUT");
}

TEST_CASE("two ports that set the same signal are rejected, both by name") {
    const Bound sut = bind({port("set_gas", Direction::output, BasicType::q),
                            port("gripped_torque", Direction::output, BasicType::q),
                            port("set_steering", Direction::output, BasicType::q)});
    REQUIRE(sut.problems.size() == 1);
    CHECK(sut.problems[0] ==
          "ports 'set_gas' and 'gripped_torque': both set the pedals; keep one of them");
}

TEST_CASE("every pair of conflicting ports is reported once, in the order of the catalogue") {
    const Bound sut = bind({port("gear_cmd", Direction::output, BasicType::n),
                            port("gripped_torque", Direction::output, BasicType::q),
                            port("set_gas", Direction::output, BasicType::q),
                            port("set_braking", Direction::output, BasicType::q),
                            port("gripped_steer", Direction::output, BasicType::q),
                            port("set_steering", Direction::output, BasicType::q)});
    CHECK(sut.problems ==
          std::vector<std::string>{
              "ports 'set_gas' and 'gripped_torque': both set the pedals; keep one of them",
              "ports 'set_braking' and 'gripped_torque': both set the pedals; keep one of them",
              "ports 'set_steering' and 'gripped_steer': both set the steering; keep one of them",
              "ports 'set_gas' and 'gear_cmd': both set the gear; keep one of them",
              "ports 'gripped_torque' and 'gear_cmd': both set the gear; keep one of them"});
}

TEST_CASE("a signal longer than its row is rejected, not overrun") {
    const interface::DataType longer = vector_of(BasicType::q, 40);
    const std::vector<interface::Signal> catalogue = {
        {"wheel_speed", Direction::input, longer, "m/s", -1e3, 1e3, ""},
        {"set_gas", Direction::output, longer, "1", 0, 1, ""},
        {"warp", Direction::input, longer, "1", 0, 1, ""}};
    const Bound sut =
        bind({port("wheel_speed", Direction::input, longer),
              port("set_gas", Direction::output, longer), port("warp", Direction::input, longer)},
             catalogue);
    CHECK(sut.problems ==
          std::vector<std::string>{
              "port 0 'wheel_speed': the signal has 40 elements, the gateway's function for it 4; "
              "the two tables of signals do not fit each other",
              "port 1 'set_gas': the signal has 40 elements, the gateway's function for it 1; "
              "the two tables of signals do not fit each other",
              "port 2 'warp': the gateway has no function for this signal of its catalogue"});
    CHECK(sut.inputs.ports.empty());
    CHECK(sut.outputs.ports.empty());
}

TEST_CASE("pedals and actuators in one program are rejected, one port of each by name") {
    const Bound sut = bind({port("steer_cmd", Direction::output, BasicType::q),
                            port("set_braking", Direction::output, BasicType::q)});
    REQUIRE(sut.problems.size() == 1);
    CHECK(sut.problems[0] ==
          "ports 'set_braking' and 'steer_cmd': the first sets a driver's pedals and steering, the "
          "second actuators; keep one kind");
}

TEST_CASE("outputs determine the vehicles that accept them, gear and advice fit every vehicle") {
    const auto kind = [](std::vector<interface::Port> ports) {
        return level_of(bind(std::move(ports)).outputs);
    };
    using gateway::Level;
    CHECK(kind({port("gripped_accel", Direction::output, BasicType::q),
                port("aux_speed_target", Direction::output, BasicType::q),
                port("gear_cmd", Direction::output, BasicType::n)}) == gateway::any_level);
    CHECK(kind({port("gear_cmd", Direction::output, BasicType::n),
                port("brake_cmd", Direction::output, BasicType::q)}) == Level::actuation);
    CHECK(kind({port("gripped_torque", Direction::output, BasicType::q)}) == Level::pedals);
}

TEST_CASE("a SOCKET port needs no signal") {
    interface::Port socket = port("net", Direction::io, simple_packet_of(BasicType::q));
    socket.port_type = interface::PortType::socket;
    const Bound sut = bind({socket});
    CHECK(sut.problems.empty());
    CHECK(sut.inputs.group.size() == 0);
}

TEST_CASE("an optional port of unknown name is ignored") {
    interface::Port warp = port("warp", Direction::input, BasicType::q);
    warp.optional = true;
    const Bound sut = bind({warp});
    CHECK(sut.problems.empty());
    CHECK(sut.inputs.group.size() == 0);
}

}  // namespace bindings_test
