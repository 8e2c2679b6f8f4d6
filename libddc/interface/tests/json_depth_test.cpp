// SPDX-License-Identifier: MIT
#include <ddc/interface/json_depth.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

namespace json_depth_test {

nlohmann::json parsed(const std::string& text, int deepest) {
    const auto refuse = [] { throw std::length_error("too deep"); };
    return nlohmann::json::parse(text, ddc::interface::limit_depth(deepest, refuse), false);
}

TEST_CASE("JSON is read up to the limit of its depth and refused one level deeper") {
    CHECK(parsed("[[1]]", 2) == nlohmann::json::parse("[[1]]"));
    CHECK(parsed(R"({"a":[],"b":{}})", 2).size() == 2);
    CHECK_THROWS_AS(parsed("[[[]]]", 2), std::length_error);
    CHECK_THROWS_AS(parsed(R"({"a":{"b":{"c":1}}})", 2), std::length_error);
    CHECK_THROWS_AS(parsed(std::string(1'000'000, '['), 32), std::length_error);
    CHECK(parsed("1", 0) == 1);
    CHECK(parsed("[1", 2).is_discarded());
}

}  // namespace json_depth_test
