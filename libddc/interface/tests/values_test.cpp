// SPDX-License-Identifier: MIT
#include "files.hpp"

#include <ddc/interface/elements.hpp>
#include <ddc/interface/parse.hpp>
#include <ddc/interface/values.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace values_test {

using namespace ddc::interface;
using Json = nlohmann::json;

namespace {

ElementValue real(double value) {
    return value;
}
ElementValue integer(std::int32_t value) {
    return value;
}
ElementValue text(const char* value) {
    return std::string(value);
}

DataType pose() {
    return struct_of("Pose", {{"position", BasicType::vec2}, {"yaw", BasicType::q}});
}

/// Converts in both directions.
void check_value(const DataType& type, const char* json, const ElementValues& values) {
    CAPTURE(json);
    CHECK(value_to_json(type, values).dump() == json);
    CHECK(value_from_json(type, Json::parse(json)) == values);
}

std::string refusal(const DataType& type, const char* json) {
    try {
        value_from_json(type, Json::parse(json));
    } catch (const InterfaceError& error) {
        return error.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("every type has its JSON value") {
    check_value(BasicType::q, "1.5", {real(1.5)});
    check_value(BasicType::z, "-7", {integer(-7)});
    check_value(BasicType::n, "0", {integer(0)});
    check_value(BasicType::n1, "1", {integer(1)});
    check_value(BasicType::boolean, "true", {true});
    check_value(BasicType::void_, "null", {});
    check_value(BasicType::c, "[1.0,-2.0]", {real(1), real(-2)});
    check_value(BasicType::vec2, "[1.5,2.0]", {real(1.5), real(2)});
    check_value(BasicType::vec3, "[1.0,2.0,3.0]", {real(1), real(2), real(3)});
    check_value(vector_of(BasicType::z, 3), "[1,2,3]", {integer(1), integer(2), integer(3)});
    check_value(matrix_of(BasicType::z, 2, 3), "[[1,2,3],[4,5,6]]",
                {integer(1), integer(2), integer(3), integer(4), integer(5), integer(6)});
    check_value(pose(), "[[1.0,2.0],0.5]", {real(1), real(2), real(0.5)});
    check_value(enum_of("Gear", {"park", "drive"}), "\"drive\"", {integer(1)});
    check_value(dyn_vector_of(BasicType::vec2, 2), "[[1.0,2.0]]",
                {integer(1), real(1), real(2), real(0), real(0)});
    check_value(dyn_vector_of(BasicType::q, 2), "[]", {integer(0), real(0), real(0)});
    check_value(simple_packet_of(BasicType::z), "[\"10.0.0.2\",42]",
                {text("10.0.0.2"), integer(42)});
}

TEST_CASE("the defaults of every type in the examples are converted to JSON and back") {
    Warnings warnings;
    for (const Port& port : parse(example("every_type.json"), warnings).ports) {
        CAPTURE(port.name);
        if (port.data_type == BasicType::n1) continue;  // its default is not a valid value
        const ElementValues values = default_values(port.data_type);
        CHECK(values.size() == element_count(port.data_type));
        const Json json = value_to_json(port.data_type, values);
        CHECK(value_from_json(port.data_type, Json::parse(json.dump())) == values);
    }
}

TEST_CASE("numbers are converted without loss") {
    for (const double number : {0.1, -0.0, 1e-310, 1.7976931348623157e308, 1.0 / 3.0}) {
        const Json json = Json::parse(value_to_json(BasicType::q, {number}).dump());
        const auto back = std::get<double>(value_from_json(BasicType::q, json).at(0));
        CHECK(back == number);
        CHECK(std::signbit(back) == std::signbit(number));
    }
}

TEST_CASE("numbers that JSON does not have are strings") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    check_value(BasicType::q, "\"inf\"", {real(infinity)});
    check_value(BasicType::q, "\"-inf\"", {real(-infinity)});
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(value_to_json(BasicType::q, {nan}) == "nan");
    CHECK(std::isnan(std::get<double>(value_from_json(BasicType::q, "nan").at(0))));
}

TEST_CASE("entries with no data are null") {
    const ElementValue empty;
    CHECK(value_to_json(BasicType::q, {empty}).is_null());
    CHECK(value_to_json(BasicType::vec2, {real(1), empty}).dump() == "[1.0,null]");
    CHECK(value_to_json(enum_of("E", {"a"}), {empty}).is_null());
    CHECK(value_to_json(dyn_vector_of(BasicType::q, 2), {empty, empty, empty}).is_null());
    CHECK(value_to_json(simple_packet_of(BasicType::z), {empty, empty}).dump() == "[null,null]");
}

TEST_CASE("a length before the elements is accepted if it is unambiguous") {
    const DataType points = vector_of(BasicType::vec2, 2);
    const ElementValues two = {real(1), real(2), real(3), real(4)};
    CHECK(value_from_json(points, Json::parse("[2,[1,2],[3,4]]")) == two);
    CHECK(value_from_json(vector_of(BasicType::q, 2), Json::parse("[2,5,6]")) ==
          ElementValues{real(5), real(6)});
    // Two numbers for two numbers: not a length, even if it looks like one.
    CHECK(value_from_json(vector_of(BasicType::q, 2), Json::parse("[1,5]")) ==
          ElementValues{real(1), real(5)});
    CHECK(value_from_json(dyn_vector_of(BasicType::vec2, 3), Json::parse("[1,[7,8]]")) ==
          ElementValues{integer(1), real(7), real(8), real(0), real(0), real(0), real(0)});
    CHECK(value_from_json(dyn_vector_of(BasicType::z, 2), Json::parse("[1,5]")) ==
          ElementValues{integer(2), integer(1), integer(5)});
    CHECK(value_from_json(dyn_vector_of(BasicType::z, 2), Json::parse("[2,5,6]")) ==
          ElementValues{integer(2), integer(5), integer(6)});
}

TEST_CASE("values that do not fit are refused with their path") {
    CHECK(refusal(BasicType::q, "\"x\"") == "must be a number, is string");
    CHECK(refusal(BasicType::q, "null") == "must be a number, is null");
    CHECK(refusal(BasicType::z, "1.5") == "must be a whole number, is number");
    CHECK(refusal(BasicType::z, "2147483648") ==
          "must be -2147483648 to 2147483647, is 2147483648");
    CHECK(refusal(BasicType::z, "18446744073709551615") ==
          "must be -2147483648 to 2147483647, is 18446744073709551615");
    CHECK(refusal(BasicType::z, "-2147483648") == "accepted");
    CHECK(refusal(BasicType::n, "-1") == "must be 0 to 2147483647, is -1");
    CHECK(refusal(BasicType::n1, "0") == "must be 1 to 2147483647, is 0");
    CHECK(refusal(BasicType::boolean, "1") == "must be a boolean, is number");
    CHECK(refusal(BasicType::vec2, "[1]") == "must have 2 elements, has 1");
    CHECK(refusal(vector_of(BasicType::z, 2), "[1,true]") ==
          "[1]: must be a whole number, is boolean");
    CHECK(refusal(matrix_of(BasicType::q, 2, 2), "[[1,2],[3]]") ==
          "[1]: must have 2 elements, has 1");
    CHECK(refusal(pose(), "[[1,2],\"east\"]") == "yaw: must be a number, is string");
    CHECK(refusal(pose(), "{\"yaw\":1}") == "must be an array, is object");
    CHECK(refusal(enum_of("Gear", {"park"}), "\"fly\"") == "is not a variant of enum Gear");
    CHECK(refusal(dyn_vector_of(BasicType::q, 2), "[1,2,3,4]") ==
          "must have 2 elements or fewer, has 4");
    CHECK(refusal(simple_packet_of(BasicType::z), "[5,5]") ==
          "address: must be a string, is number");
    const std::string long_address = "[\"" + std::string(200, 'a') + "\",1]";
    CHECK(refusal(simple_packet_of(BasicType::z), long_address.c_str()) ==
          "address: must be 199 bytes or shorter, is 200");
}

TEST_CASE("entries that do not fit the type are refused with their path") {
    CHECK_THROWS_WITH_AS(value_to_json(BasicType::vec2, {real(1), integer(2)}),
                         "[1]: holds int32, which does not match its type", InterfaceError);
    CHECK_THROWS_WITH_AS(value_to_json(BasicType::vec2, {real(1)}), "must have 2 elements, has 1",
                         InterfaceError);
    CHECK_THROWS_WITH_AS(value_to_json(enum_of("E", {"a", "b"}), {integer(2)}),
                         "must be the index of a variant, 0 to 1, is 2", InterfaceError);
    CHECK_THROWS_WITH_AS(value_to_json(dyn_vector_of(BasicType::boolean, 1), {integer(-1), false}),
                         "length must be 0 to 1, is -1", InterfaceError);
}

}  // namespace values_test
