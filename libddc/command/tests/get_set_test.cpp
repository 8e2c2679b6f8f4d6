// SPDX-License-Identifier: MIT
#include "command_fixture.hpp"

#include <ddc/command/ddctool.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <sstream>

namespace get_set_test {

using ddc::tests::CommandTable;
using ddc::tests::Result;
using nlohmann::json;

TEST_CASE("get prints the bare value of an entry given in any form") {
    CommandTable sut;
    sut.add_basic_program();
    REQUIRE(sut.table().write(0x400A, 13.5) == ddc::Status::ok);
    for (const char* name : {"0x400A", "0x400a", "0x4000+10", "4000+0xA", "0x4000/true_velocity",
                             "4000/true_velocity"})
        CHECK_MESSAGE(sut.run({"get", name}).out == "13.5\n", name);
    CHECK(sut.run({"get", "0x4000/interface_type"}).out == "basic\n");
}

TEST_CASE("get shows a port as one value") {
    CommandTable sut;
    sut.add_dynamic_program();
    const auto value = [&](const char* name) { return sut.run({"get", name}).out; };
    CHECK(value("4100/true_position") == "[0.0,0.0]\n");
    CHECK(value("4100/trajectory_x") == "[0.0,0.0,0.0]\n");
    CHECK(value("4100/trajectory_x[2]") == "0.0\n");
    CHECK(value("4100/gear") == "park\n");
    CHECK(value("4100/pose") == "[false,0.0]\n");
}

TEST_CASE("get of several entries gives records with name, type and unit") {
    CommandTable sut;
    sut.add_basic_program();
    const json records = sut.run({"get", "0x4000/true_position", "0x4003", "-f", "json"}).json();
    REQUIRE(records.size() == 2);
    CHECK(records[0]["type"] == "vec2");
    CHECK(records[0]["unit"] == "m");
    CHECK(records[1]["name"] == "0x4000/run_cycle_switch");
}

TEST_CASE("get of an empty entry fails with a message") {
    const CommandTable sut;
    const Result result = sut.run({"get", "0x0100"});
    CHECK(result.code == 1);
    CHECK(result.out.empty());
    CHECK(result.err == "ddc: 0x0100: no data\n");
}

TEST_CASE("an invalid name gets a message with valid forms") {
    CommandTable sut;
    sut.add_basic_program();
    const auto refusal = [&](const char* name) {
        const Result result = sut.run({"get", name});
        CHECK_MESSAGE(result.code == 2, name);
        return result.err;
    };
    CHECK(refusal("4003").find("write 0x4003") != std::string::npos);
    CHECK(refusal("rubbish").find("0x4000/running") != std::string::npos);
    CHECK(refusal("0x4000+x").find("0x4000+3") != std::string::npos);
    CHECK(refusal("0x9999").find("0x0000 to 0x43FF") != std::string::npos);
    CHECK(refusal("0xFFFFFFFFFF").find("not an entry") != std::string::npos);
    CHECK(refusal("0x4000/true_velocty").find("did you mean true_velocity?") != std::string::npos);
    CHECK(refusal("0x4000/").find("ddc dump 0x4000") != std::string::npos);
    CHECK(sut.run({"get", "0x4200/running"}).code == 1);
}

TEST_CASE("a socket port has no value") {
    CommandTable sut;
    sut.add_dynamic_program();
    CHECK(sut.run({"get", "4100/net"}).code == 2);
    CHECK(sut.run({"get", "4100/net.input_count"}).out == "0\n");
}

TEST_CASE("set writes an entry with the type in its interface") {
    CommandTable sut;
    sut.add_basic_program();
    CHECK(sut.run({"set", "4000/set_gas", "1"}).code == 0);
    double gas = 0;
    CHECK(sut.table().read(0x4029, gas) == ddc::Status::ok);
    CHECK(gas == 1.0);
    CHECK(sut.run({"set", "4000/set_gas", "-0.25"}).code == 0);
    CHECK(sut.run({"get", "4000/set_gas"}).out == "-0.25\n");
}

TEST_CASE("set uses the requested type, or the one that fits the text") {
    CommandTable sut;
    const auto set = [&](std::vector<std::string> args) {
        args.insert(args.begin(), {"set", "0x0100"});
        CHECK(sut.run(args).code == 0);
        return ddc::to_string(sut.table().entry(0x100).type);
    };
    CHECK(set({"7"}) == std::string("int32"));
    CHECK(set({"--type", "none"}) == std::string("no data"));
    CHECK(set({"true"}) == std::string("bool"));
    CHECK(set({"7", "--type", "double"}) == std::string("double"));
    CHECK(set({"8"}) == std::string("double"));
    CHECK(set({"some text", "--type", "string"}) == std::string("string"));
    CHECK(set({""}) == std::string("string"));
}

TEST_CASE("set refuses values that do not fit") {
    CommandTable sut;
    sut.add_basic_program();
    CHECK(sut.run({"set", "4000/set_gas", "much"}).code == 2);
    CHECK(sut.run({"set", "4000/running", "2"}).code == 2);
    CHECK(sut.run({"set", "4000/trajectory_length", "3000000000"}).code == 2);
    CHECK(sut.run({"set", "4000/time_mode", std::string(200, 'x')}).code == 2);
    CHECK(sut.run({"set", "4000/set_gas"}).code == 2);
    CHECK(sut.run({"set", "4000/set_gas", "1", "--type", "float"}).code == 2);
}

TEST_CASE("set writes a port from one JSON value") {
    CommandTable sut;
    sut.add_dynamic_program();
    CHECK(sut.run({"set", "4100/true_position", "[1.5, 2]"}).code == 0);
    CHECK(sut.run({"get", "4100/true_position"}).out == "[1.5,2.0]\n");
    CHECK(sut.run({"set", "4100/gear", "drive"}).code == 0);
    CHECK(sut.run({"get", "4100/gear"}).out == "drive\n");
    CHECK(sut.run({"set", "4100/true_position", "[1.5]"}).code == 2);
    CHECK(sut.run({"set", "4100/gear", "fly"}).code == 2);
    CHECK(sut.run({"set", "4100/pose", "[true, 0.5]", "--type", "bool"}).code == 2);
}

TEST_CASE("set asks for --yes while a program reports that it is running") {
    CommandTable sut;
    sut.add_basic_program();
    REQUIRE(sut.table().write(0x4000, true) == ddc::Status::ok);
    const Result refused = sut.run({"set", "4000/set_gas", "1"});
    CHECK(refused.code == 1);
    CHECK(refused.err.find("--yes") != std::string::npos);
    CHECK(sut.run({"get", "4000/set_gas"}).out == "0.0\n");
    CHECK(sut.run({"set", "4000/set_gas", "1", "--yes"}).code == 0);
    CHECK(sut.run({"get", "4000/set_gas"}).out == "1.0\n");
}

TEST_CASE("status entries of realtime runs have names, and their first id means the block") {
    CommandTable sut;
    REQUIRE(sut.table().write(0x3001, std::string("FAIL")) == ddc::Status::ok);
    REQUIRE(sut.table().write(0x3018, 0.25) == ddc::Status::ok);
    const auto by_meaning = sut.run({"get", "0x3000/operation_mode", "--format", "json"}).json();
    CHECK(by_meaning[0]["id"] == "0x3001");
    CHECK(by_meaning[0]["value"] == "FAIL");
    const auto by_id = sut.run({"get", "0x3018", "--format", "json"}).json();
    CHECK(by_id[0]["name"] == "0x3010/output_age");
    CHECK(by_id[0]["unit"] == "s");
    const auto all = sut.run({"watch", "0x3000", "--count", "1", "--format", "ndjson"});
    CHECK(all.code == 0);
    CHECK(all.out.find("0x3000/program_silences") != std::string::npos);
}

/// DDC_NAME is a table's name while this exists.
struct NamedByEnvironment {
    explicit NamedByEnvironment(const CommandTable& table) {
        ::setenv("DDC_NAME", table.name().c_str(), 1);
    }
    ~NamedByEnvironment() { ::unsetenv("DDC_NAME"); }
};

Result run_tool(const std::vector<std::string>& args) {
    std::ostringstream out, err;
    const int code = ddc::command::run_ddctool(args, out, err);
    return {code, out.str(), err.str()};
}

TEST_CASE("ddctool reads and writes with the options of the device's tool") {
    const CommandTable sut;
    const NamedByEnvironment named(sut);
    CHECK(run_tool({"-w", "-u", "16388", "-t", "d", "-v", "-0.25"}).code == 0);
    CHECK(run_tool({"-r", "-q", "-u", "16388"}).out == "16388 (0x4004):\n-0.25\n");
    CHECK(run_tool({"-w", "-u", "0x4001", "-t", "s", "-v", "-a b"}).code == 0);
    CHECK(run_tool({"-r", "-q", "-u", "16385"}).lines().at(1) == "-a b");
    CHECK(run_tool({"-w", "-u", "16390", "-t", "i", "-v", "7"}).code == 0);
    CHECK(run_tool({"-r", "-q", "-u", "16390"}).lines().at(1) == "7");
    CHECK(sut.run({"get", "0x4006", "--format", "json"}).json().at(0).at("type") == "int32");
}

TEST_CASE("ddctool reports errors") {
    const CommandTable sut;
    const NamedByEnvironment named(sut);
    CHECK(run_tool({"-r", "-u", "16388"}).code == 1);  // empty entry
    CHECK(run_tool({"-r", "-w", "-u", "16388"}).code == 2);
    CHECK(run_tool({"-u", "16388"}).code == 2);
    CHECK(run_tool({"-r", "-u", "true_velocity"}).code == 2);
    CHECK(run_tool({"-w", "-u", "16388", "-v", "1"}).code == 2);
    CHECK(run_tool({"-w", "-u", "16388", "-t", "i", "-v", "1.5"}).code == 2);
}

}  // namespace get_set_test
