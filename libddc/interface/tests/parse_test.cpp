// SPDX-License-Identifier: MIT
#include "files.hpp"

#include <ddc/interface/layout.hpp>
#include <ddc/interface/parse.hpp>

#include <doctest/doctest.h>

#include <chrono>

namespace parse_test {

using namespace ddc::interface;

namespace {

/// Parses a text that must cause no warning.
ProgramInterface parse_clean(const std::string& text) {
    Warnings warnings;
    ProgramInterface sut = parse(text, warnings);
    CHECK(warnings == Warnings{});
    return sut;
}

/// An interface with one port `p` of the type in this JSON.
std::string with_type(const std::string& type) {
    return R"({"name":"n","version":"2.0","ports":[{"name":"p","direction":"INPUT","data_type":)" +
           type + "}]}";
}

DataType parsed_type(const std::string& type) {
    return parse_clean(with_type(type)).ports.at(0).data_type;
}

}  // namespace

TEST_CASE("the example with every type is read correctly") {
    const ProgramInterface sut = parse_clean(example("every_type.json"));
    CHECK(sut.name == "every_type");
    CHECK(sut.version == "2.0");
    REQUIRE(sut.ports.size() == 18);
    CHECK(sut.ports[0].data_type == BasicType::q);
    CHECK(sut.ports[4].data_type == BasicType::c);
    CHECK(sut.ports[6].data_type == BasicType::void_);
    CHECK(sut.ports[6].optional);
    CHECK(sut.ports[9].data_type == vector_of(BasicType::vec2, 3));
    CHECK(sut.ports[10].data_type == matrix_of(BasicType::q, 2, 3));
    CHECK(sut.ports[10].direction == Direction::output);
    CHECK(sut.ports[11].direction == Direction::io);
    const DataType pose = struct_of("Pose", {{"position", BasicType::vec2}, {"yaw", BasicType::q}});
    const DataType gear = enum_of("Gear", {"park", "reverse", "neutral", "drive"});
    CHECK(sut.ports[12].data_type ==
          struct_of("Vehicle",
                    {{"pose", pose}, {"gear", gear}, {"wheels", vector_of(BasicType::q, 4)}}));
    CHECK(sut.ports[14].data_type == dyn_vector_of(pose, 4));
    CHECK(sut.ports[15].data_type == simple_packet_of(pose));
    CHECK(sut.ports[16].name == "größe");
    const Port& convoy = sut.ports[17];
    CHECK(convoy.port_type == PortType::socket);
    CHECK(convoy.allows_multiple_inputs);
    CHECK(convoy.tags == std::vector<std::string>{"network"});
}

TEST_CASE("optional keys have default values") {
    const Port sut = parse_clean(example("required_keys_only.json")).ports.at(0);
    CHECK(sut.port_type == PortType::data);
    CHECK_FALSE(sut.allows_multiple_inputs);
    CHECK_FALSE(sut.optional);
    CHECK(sut.tags.empty());
}

TEST_CASE("every basic type has its own name") {
    CHECK(parsed_type(R"({"type":"basic","base_type":"Q"})") == BasicType::q);
    CHECK(parsed_type(R"({"type":"basic","base_type":"Z"})") == BasicType::z);
    CHECK(parsed_type(R"({"type":"basic","base_type":"N"})") == BasicType::n);
    CHECK(parsed_type(R"({"type":"basic","base_type":"N1"})") == BasicType::n1);
    CHECK(parsed_type(R"({"type":"basic","base_type":"C"})") == BasicType::c);
    CHECK(parsed_type(R"({"type":"basic","base_type":"boolean"})") == BasicType::boolean);
    CHECK(parsed_type(R"({"type":"basic","base_type":"void"})") == BasicType::void_);
    CHECK(parsed_type(R"({"type":"basic","base_type":"vec2"})") == BasicType::vec2);
    CHECK(parsed_type(R"({"type":"basic","base_type":"vec3"})") == BasicType::vec3);
}

TEST_CASE("struct fields keep the order of the text") {
    const DataType sut =
        parsed_type(R"({"type":"struct","name":"S","fields":{"z":{"type":"basic","base_type":"Q"},)"
                    R"("a":{"type":"basic","base_type":"Z"}}})");
    CHECK(sut == struct_of("S", {{"z", BasicType::q}, {"a", BasicType::z}}));
    CHECK(sut != struct_of("S", {{"a", BasicType::z}, {"z", BasicType::q}}));
}

TEST_CASE("the newest form is written exactly as documented") {
    ProgramInterface sut{"n", "1.0", {}};
    sut.ports.push_back(
        {"a", Direction::output, vector_of(BasicType::q, 2), PortType::data, false, true, {}});
    sut.ports.push_back({"b",
                         Direction::io,
                         simple_packet_of(BasicType::z),
                         PortType::socket,
                         true,
                         false,
                         {"network"}});
    CHECK(to_json(sut) ==
          R"({"name":"n","version":"1.0","ports":[)"
          R"({"name":"a","direction":"OUTPUT","data_type":{"type":"vector","base_type":)"
          R"({"type":"basic","base_type":"Q"},"size":2},"port_type":"DATA",)"
          R"("allows_multiple_inputs":false,"optional":true,"tags":[]},)"
          R"({"name":"b","direction":"IO","data_type":{"type":"simple_packet","payloadType":)"
          R"({"type":"basic","base_type":"Z"}},"port_type":"SOCKET",)"
          R"("allows_multiple_inputs":true,"optional":false,"tags":["network"]}]})");
}

TEST_CASE("a written interface is read back equal, and written again with the same bytes") {
    for (const char* name : {"basic_interface.json", "every_type.json", "convoy_sockets.json",
                             "required_keys_only.json"}) {
        CAPTURE(name);
        const ProgramInterface original = parse_clean(example(name));
        const std::string written = to_json(original);
        const ProgramInterface again = parse_clean(written);
        CHECK(again == original);
        CHECK(to_json(again) == written);
    }
}

TEST_CASE("the built-in basic interface equals that of the examples") {
    CHECK(basic_interface() == parse_clean(example("basic_interface.json")));
}

TEST_CASE("a thousand ports are read well within a second") {
    ProgramInterface many{"many", "2.0", {}};
    for (int i = 0; i < 1000; ++i) {
        Port port;
        port.name = "port_" + std::to_string(i);
        port.data_type = vector_of(BasicType::q, 10);
        many.ports.push_back(port);
    }
    const std::string text = to_json(many);
    const auto start = std::chrono::steady_clock::now();
    const ProgramInterface sut = parse_clean(text);
    const auto took = std::chrono::steady_clock::now() - start;
    CHECK(sut == many);
    CHECK(took < std::chrono::seconds(1));
}

}  // namespace parse_test
