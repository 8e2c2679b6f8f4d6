// SPDX-License-Identifier: MIT
#include <ddc/interface/parse.hpp>

#include <doctest/doctest.h>

namespace parse_leniency_test {

using namespace ddc::interface;

namespace {

std::string interface_of(const std::string& ports, const std::string& version = "2.0") {
    return R"({"name":"n","version":")" + version + R"(","ports":[)" + ports + "]}";
}

std::string port_of_type(const std::string& type) {
    return interface_of(R"({"name":"p","direction":"INPUT","data_type":)" + type + "}");
}

struct Read {
    ProgramInterface result;
    Warnings warnings;
    const DataType& type() const { return result.ports.at(0).data_type; }
};

Read read(const std::string& text) {
    Read read;
    read.result = parse(text, read.warnings);
    return read;
}

}  // namespace

TEST_CASE("a port may have type instead of data_type, as before version 2.0") {
    const Read sut = read(interface_of(
        R"({"name":"p","direction":"INPUT","type":{"type":"basic","base_type":"vec2"}})"));
    CHECK(sut.type() == BasicType::vec2);
    CHECK(sut.warnings == Warnings{"ports[0].type: is an older spelling of data_type"});
}

TEST_CASE("tags may be an empty object") {
    const Read sut = read(interface_of(
        R"({"name":"p","direction":"INPUT","data_type":{"type":"basic","base_type":"Q"},"tags":{}})"));
    CHECK(sut.result.ports.at(0).tags.empty());
    CHECK(sut.warnings == Warnings{"ports[0].tags: is {}, read as the empty list"});
}

TEST_CASE("a struct may have field_names and field_types") {
    const Read sut = read(
        port_of_type(R"({"type":"struct","name":"S","field_names":["b","a"],"field_types":[)"
                     R"({"type":"basic","base_type":"Q"},{"type":"basic","base_type":"Z"}]})"));
    CHECK(sut.type() == struct_of("S", {{"b", BasicType::q}, {"a", BasicType::z}}));
    CHECK(sut.warnings == Warnings{"ports[0].data_type.field_names: with field_types is an older "
                                   "spelling of fields"});
}

TEST_CASE("the older type names double and int are read as Q and Z, with a warning") {
    const Read real = read(port_of_type(R"({"type":"basic","base_type":"double"})"));
    CHECK(real.type() == BasicType::q);
    CHECK(real.warnings == Warnings{"ports[0].data_type.base_type: \"double\" is an older spelling "
                                    "of \"Q\""});
    const Read integer = read(port_of_type(R"({"type":"basic","base_type":"int"})"));
    CHECK(integer.type() == BasicType::z);
    CHECK(integer.warnings.size() == 1);
}

TEST_CASE("a vector may have data_type instead of base_type") {
    const Read sut = read(port_of_type(
        R"({"type":"vector","data_type":{"type":"basic","base_type":"Q"},"size":10})"));
    CHECK(sut.type() == vector_of(BasicType::q, 10));
    CHECK(sut.warnings == Warnings{"ports[0].data_type.data_type: is a misspelling of base_type"});
}

TEST_CASE("keys may come in any order") {
    const Read sut =
        read(R"({"ports":[{"data_type":{"base_type":"Q","type":"basic"},"direction":"OUTPUT",)"
             R"("name":"p"}],"version":"2.0","name":"n"})");
    CHECK(sut.type() == BasicType::q);
    CHECK(sut.warnings == Warnings{"ports[0].data_type.type: is not the first key; some readers "
                                   "require that"});
}

TEST_CASE("unknown keys are ignored at every level, with a warning each") {
    const Read sut =
        read(R"({"name":"n","version":"2.0","a":1,"ports":[{"name":"p","direction":"INPUT","b":[],)"
             R"("data_type":{"type":"vector","c":{},"base_type":{"type":"basic","base_type":"Q",)"
             R"("d":null},"size":2}}]})");
    CHECK(sut.type() == vector_of(BasicType::q, 2));
    CHECK(sut.warnings == Warnings{"ports[0].data_type.c: unknown key, ignored",
                                   "ports[0].data_type.base_type.d: unknown key, ignored",
                                   "ports[0].b: unknown key, ignored", "a: unknown key, ignored"});
}

TEST_CASE("an unknown version is read as the newest") {
    const Read sut = read(interface_of("", "3.1"));
    CHECK(sut.result.version == "3.1");
    CHECK(sut.warnings == Warnings{"version: \"3.1\" is not a known version, read as \"2.0\""});
}

TEST_CASE("known versions and a missing size of an enum need no leniency") {
    for (const char* version : {"0.0", "1.0", "2.0"}) {
        CHECK(read(interface_of("", version)).warnings.empty());
    }
    CHECK(read(port_of_type(R"({"type":"enum","name":"E","variants":["a"]})")).warnings.empty());
}

TEST_CASE("the number of warnings is limited") {
    std::string keys;
    for (int i = 0; i < 200; ++i) keys += R"(,"key)" + std::to_string(i) + R"(":0)";
    const Read sut = read(R"({"name":"n","version":"2.0","ports":[])" + keys + "}");
    CHECK(sut.warnings.size() == Limits::warnings);
    CHECK(sut.warnings.back() == "further warnings are left out");
}

}  // namespace parse_leniency_test
