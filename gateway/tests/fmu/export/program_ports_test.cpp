// SPDX-License-Identifier: MIT
#include "export/program_ports.hpp"

#include "export/fmu_file.hpp"
#include "rule/structured_name.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

namespace program_ports_test {

using namespace ddc::interface;
using gateway::fmu::ExportedPorts;
using gateway::fmu::Variable;

namespace {

Port port(const std::string& name, Direction direction, DataType type) {
    Port made;
    made.name = name;
    made.direction = direction;
    made.data_type = std::move(type);
    return made;
}

ExportedPorts exported(std::vector<Port> ports, const std::vector<std::string>& without = {}) {
    ProgramInterface program;
    program.ports = std::move(ports);
    return gateway::fmu::export_ports(program, without);
}

std::vector<std::string> names_of(const ExportedPorts& ports) {
    std::vector<std::string> names;
    for (const Variable& each : ports.variables) names.push_back(each.name);
    return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("elements of each type have structured names with indices from 1") {
    const DataType pose = struct_of("Pose", {{"place", BasicType::vec2}, {"yaw", BasicType::q}});
    CHECK(names_of(exported({port("q", Direction::input, BasicType::q),
                             port("v", Direction::input, vector_of(BasicType::z, 2)),
                             port("m", Direction::output, matrix_of(BasicType::boolean, 1, 2)),
                             port("p", Direction::output, vector_of(pose, 1)),
                             port("d", Direction::input, dyn_vector_of(BasicType::q, 1)),
                             port("c", Direction::input, BasicType::c)})) ==
          Names{"q", "v[1]", "v[2]", "m[1,1]", "m[1,2]", "p[1].place.x", "p[1].place.y", "p[1].yaw",
                "d.length", "d[1]", "c.re", "c.im"});
}

TEST_CASE("names that are no identifiers are quoted, and equal ones are made different") {
    const ExportedPorts ports = exported({port("a b", Direction::input, BasicType::q),
                                          port("a'b", Direction::input, BasicType::q),
                                          port("2x", Direction::input, BasicType::q),
                                          port("time", Direction::output, BasicType::q)});
    CHECK(names_of(ports) == Names{"'a_b'", "'a_b_'", "'2x'", "time_"});
    CHECK(ports.packed[1].name == "a'b");
    for (const std::string& name : names_of(ports)) CHECK(gateway::fmu::is_structured_name(name));
    CHECK(ports.remarks.size() == 2);
}

TEST_CASE("ports of signals have their units") {
    const ExportedPorts ports =
        exported({port("true_velocity", Direction::input, BasicType::q),
                  port("set_gas", Direction::output, BasicType::q),
                  port("set_steering", Direction::input, BasicType::q)});  // not as the signal
    CHECK(ports.variables[0].unit == "km/h");
    CHECK(ports.variables[1].min == -0.5);
    CHECK(ports.variables[1].max == 1);
    CHECK(ports.variables[2].unit.empty());
}

TEST_CASE("ports without a variable are reported") {
    Port socket = port("talk", Direction::io, simple_packet_of(BasicType::q));
    socket.port_type = PortType::socket;
    const ExportedPorts ports = exported({port("both", Direction::io, BasicType::q), socket,
                                          port("void", Direction::input, BasicType::void_),
                                          port("absent", Direction::input, BasicType::q)},
                                         {"absent"});
    CHECK(ports.variables.empty());
    CHECK(ports.remarks ==
          Names{"port both: is both an input and an output; it is left out",
                "port talk: is a SOCKET, which an FMU has no variable for; it is left out",
                "port void: has no value; it is left out",
                "port absent: has no entries; it is left out"});
}

TEST_CASE("a token depends on each text and on where one ends") {
    using gateway::fmu::token_of;
    CHECK(token_of({"a", "b"}) == token_of({"a", "b"}));
    CHECK(token_of({"a", "b"}) != token_of({"ab", ""}));
    CHECK(token_of({"a", "b"}) != token_of({"a", "c"}));
    CHECK(token_of({"a"}).size() == 36);
}

TEST_CASE("an identifier is one of C") {
    using gateway::fmu::identifier_of;
    CHECK(identifier_of("auto-pilot 2") == "auto_pilot_2");
    CHECK(identifier_of("2nd") == "_2nd");
    CHECK(identifier_of("") == "fmu");
}

}  // namespace program_ports_test
