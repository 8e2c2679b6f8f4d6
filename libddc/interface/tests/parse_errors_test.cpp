// SPDX-License-Identifier: MIT
#include "files.hpp"

#include <ddc/interface/parse.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace parse_errors_test {

using namespace ddc::interface;

namespace {

/// The error of parse for a text that it must refuse.
std::string refusal(const std::string& text) {
    Warnings warnings;
    try {
        parse(text, warnings);
    } catch (const InterfaceError& error) {
        return error.what();
    }
    return "accepted";
}

const std::string q = R"({"type":"basic","base_type":"Q"})";

std::string with_port(const std::string& port) {
    return R"({"name":"n","version":"2.0","ports":[)" + port + "]}";
}

std::string with_type(const std::string& type) {
    return with_port(R"({"name":"p","direction":"INPUT","data_type":)" + type + "}");
}

std::string vector_json(const std::string& element, const std::string& size) {
    return R"({"type":"vector","base_type":)" + element + R"(,"size":)" + size + "}";
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a text that is not JSON, or not all of it, is refused with its position") {
    CHECK(contains(refusal(""), "is not valid JSON at byte 1"));
    CHECK(contains(refusal("hello"), "is not valid JSON at byte 1"));
    CHECK(contains(refusal("{} {}"), "is not valid JSON at byte 4"));
    const std::string whole = example("basic_interface.json");
    const std::string cut = whole.substr(0, whole.find("vec2") + 2);
    const std::string message = refusal(cut);
    CAPTURE(message);
    CHECK(message.rfind("ports[1].data_type.base_type: is not valid JSON at byte ", 0) == 0);
}

TEST_CASE("every truncation of a valid text is refused") {
    const std::string whole = example("required_keys_only.json");
    const std::size_t end = whole.find_last_of('}');
    for (std::size_t length = 0; length <= end; ++length) {
        CAPTURE(length);
        CHECK(refusal(whole.substr(0, length)) != "accepted");
    }
}

TEST_CASE("text that is not UTF-8 is refused with its path") {
    const std::string message = refusal(
        with_port("{\"name\":\"gr\xfc\xdf\",\"direction\":\"INPUT\",\"data_type\":" + q + "}"));
    CAPTURE(message);
    CHECK(message.rfind("ports[0].name: is not valid JSON", 0) == 0);
    CHECK(contains(message, "UTF-8"));
    CHECK_NOTHROW(nlohmann::json(message).dump());
}

TEST_CASE("a long word is cut in the message, but not inside a character") {
    std::string word = "x";
    while (word.size() < 100) word += "\xe2\x82\xac";
    const std::string message = refusal(with_type(R"({"type":")" + word + "\"}"));
    CAPTURE(message);
    // One byte and 19 characters of three: the 20th would end after the 60th byte.
    CHECK(message ==
          "ports[0].data_type.type: \"" + word.substr(0, 58) + "...\" is not a data type");
    CHECK_NOTHROW(nlohmann::json(message).dump());
}

TEST_CASE("sizes must be whole numbers from 1 to the limit") {
    const auto size_refusal = [](const std::string& size) {
        return refusal(with_type(vector_json(q, size)));
    };
    CHECK(size_refusal("-5") == "ports[0].data_type.size: must be 1 or more, is -5");
    CHECK(size_refusal("0") == "ports[0].data_type.size: must be 1 or more, is 0");
    CHECK(size_refusal("2147483648") ==
          "ports[0].data_type.size: must be 65536 or less, is 2147483648");
    CHECK(size_refusal("18446744073709551615") ==
          "ports[0].data_type.size: must be 65536 or less, is 18446744073709551615");
    CHECK(size_refusal("2.5") == "ports[0].data_type.size: must be a whole number, is 2.5");
    CHECK(size_refusal("\"3\"") == "ports[0].data_type.size: must be a whole number, is string");
    CHECK(contains(size_refusal("1e999"), "ports[0].data_type.size: is not valid JSON"));
    CHECK(size_refusal("65536") == "accepted");
    CHECK(
        refusal(with_type(R"({"type":"matrix","base_type":)" + q + R"(,"rows":2,"columns":-1})")) ==
        "ports[0].data_type.columns: must be 1 or more, is -1");
    CHECK(refusal(with_type(R"({"type":"dyn_vector","base_type":)" + q + R"(,"max_size":0})")) ==
          "ports[0].data_type.max_size: must be 1 or more, is 0");
}

TEST_CASE("the number of elements is limited, for any combination of types") {
    CHECK(refusal(with_type(vector_json(vector_json(q, "300"), "300"))) ==
          "ports[0].data_type: has 90000 elements, more than 65536");
    // A void has no entry, but each element of a vector of it would still be processed.
    const std::string nothing = R"({"type":"basic","base_type":"void"})";
    CHECK(refusal(with_type(vector_json(vector_json(nothing, "300"), "300"))) ==
          "ports[0].data_type: has 90000 elements, more than 65536");
    const auto port = [&](const std::string& name) {
        return R"({"name":")" + name + R"(","direction":"INPUT","data_type":)" +
               vector_json(q, "40000") + "}";
    };
    CHECK(refusal(with_port(port("a") + "," + port("b"))) ==
          "ports[1]: brings the interface to 80000 elements, more than 65536");
}

TEST_CASE("nesting is limited, in data types and in ignored keys") {
    std::string type = q;
    for (int i = 0; i < 7; ++i) type = vector_json(type, "1");
    CHECK(refusal(with_type(type)) == "accepted");
    CHECK(contains(refusal(with_type(vector_json(type, "1"))), "is nested more than 8 types deep"));
    const std::string message = refusal(R"({"x":)" + std::string(100000, '['));
    CAPTURE(message.substr(0, 100));
    CHECK(contains(message, "is nested more than 24 deep"));
}

TEST_CASE("names that appear twice are refused") {
    const std::string port = R"({"name":"gas","direction":"INPUT","data_type":)" + q + "}";
    CHECK(refusal(with_port(port + "," + port)) ==
          "ports[1].name: \"gas\" is already the name of ports[0]");
    CHECK(refusal(R"({"name":"a","name":"b","version":"2.0","ports":[]})") ==
          "name: appears twice");
    CHECK(refusal(with_type(R"({"type":"struct","name":"S","fields":{"x":)" + q + R"(,"x":)" + q +
                            "}}")) == "ports[0].data_type.fields.x: appears twice");
    CHECK(refusal(with_type(
              R"({"type":"struct","name":"S","field_names":["x","x"],"field_types":[)" + q + "," +
              q + "]}")) == "ports[0].data_type.field_names[1]: \"x\" appears twice");
    CHECK(refusal(with_type(R"({"type":"enum","name":"E","variants":["a","b","a"]})")) ==
          "ports[0].data_type.variants[2]: \"a\" appears twice");
}

TEST_CASE("missing keys are named") {
    CHECK(refusal("{}") == "the key \"name\" is missing");
    CHECK(refusal(R"({"name":"n","version":"2.0"})") == "the key \"ports\" is missing");
    CHECK(refusal(with_port("{}")) == "ports[0]: the key \"name\" is missing");
    CHECK(refusal(with_port(R"({"name":"p","data_type":)" + q + "}")) ==
          "ports[0]: the key \"direction\" is missing");
    CHECK(refusal(with_port(R"({"name":"p","direction":"INPUT"})")) ==
          "ports[0]: the key \"data_type\" is missing");
    CHECK(refusal(with_type(R"({"type":"vector","size":3})")) ==
          "ports[0].data_type: the key \"base_type\" is missing");
    CHECK(refusal(with_type(R"({"type":"struct","name":"S"})")) ==
          "ports[0].data_type: the key \"fields\" is missing");
}

TEST_CASE("values of the wrong type are named") {
    CHECK(refusal("[]") == "must be an object, is array");
    CHECK(refusal(R"({"name":1,"version":"2.0","ports":[]})") ==
          "name: must be a string, is number");
    CHECK(refusal(R"({"name":"n","version":2.0,"ports":[]})") ==
          "version: must be a string, is number");
    CHECK(refusal(R"({"name":"n","version":"2.0","ports":{}})") ==
          "ports: must be an array, is object");
    CHECK(refusal(with_port("3")) == "ports[0]: must be an object, is number");
    CHECK(refusal(with_type("\"Q\"")) == "ports[0].data_type: must be an object, is string");
    CHECK(refusal(with_port(R"({"name":"p","direction":"INPUT","optional":1,"data_type":)" + q +
                            "}")) == "ports[0].optional: must be a boolean, is number");
    CHECK(refusal(with_port(R"({"name":"p","direction":"INPUT","tags":{"a":1},"data_type":)" + q +
                            "}")) == "ports[0].tags: must be an array, is object");
}

TEST_CASE("unknown words are named") {
    CHECK(refusal(with_type(R"({"type":"basic","base_type":"float"})")) ==
          "ports[0].data_type.base_type: \"float\" is not a basic type");
    CHECK(refusal(with_type(R"({"type":"array","size":3})")) ==
          "ports[0].data_type.type: \"array\" is not a data type");
    CHECK(refusal(with_port(R"({"name":"p","direction":"in","data_type":)" + q + "}")) ==
          "ports[0].direction: must be INPUT, OUTPUT or IO, is \"in\"");
    CHECK(refusal(with_port(R"({"name":"p","direction":"IO","port_type":"PIPE","data_type":)" + q +
                            "}")) == "ports[0].port_type: must be DATA or SOCKET, is \"PIPE\"");
}

TEST_CASE("names that are empty, too long or have control characters are refused") {
    const auto port_named = [](const std::string& name) {
        return with_port(R"({"name":")" + name + R"(","direction":"INPUT","data_type":)" + q + "}");
    };
    CHECK(refusal(port_named("")) == "ports[0].name: must not be empty");
    CHECK(refusal(port_named(std::string(201, 'x'))) ==
          "ports[0].name: must be 200 bytes or shorter, is 201");
    CHECK(refusal(port_named("\\u001b[2J")) == "ports[0].name: must not have control characters");
    CHECK(refusal(R"({"":1})") == "has an empty key");
    CHECK(refusal(R"({"a":{"b":1,"\u001b":1}})") == "a: has a key with control characters");
}

TEST_CASE("texts, keys and ports beyond the limits are refused") {
    CHECK(contains(refusal(std::string((1U << 20U) + 1, ' ')), "more than 1048576"));
    std::string keys = R"("k":0)";
    for (int i = 0; i < 256; ++i) keys += R"(,"k)" + std::to_string(i) + R"(":0)";
    CHECK(contains(refusal("{" + keys + "}"), "has more than 256 keys"));
    std::string ports = "0";
    for (int i = 0; i < 4096; ++i) ports += ",0";
    CHECK(refusal(with_port(ports)) == "ports: must have 4096 elements or fewer, has 4097");
}

}  // namespace parse_errors_test
