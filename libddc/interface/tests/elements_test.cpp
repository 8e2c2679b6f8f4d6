// SPDX-License-Identifier: MIT
#include "files.hpp"

#include <ddc/interface/elements.hpp>
#include <ddc/interface/parse.hpp>

#include <doctest/doctest.h>

namespace elements_test {

using namespace ddc::interface;

namespace {

/// `suffix kind` of every element, separated by commas.
std::string flat(const DataType& type) {
    std::string text;
    for (const Element& element : elements(type)) {
        text += (text.empty() ? "" : ", ") + element.suffix + " " +
                std::string(to_string(element.kind));
    }
    return text;
}

}  // namespace

TEST_CASE("basic types have the entries of the protocol") {
    CHECK(flat(BasicType::q) == " real64");
    CHECK(flat(BasicType::z) == " int32");
    CHECK(flat(BasicType::n) == " int32");
    CHECK(flat(BasicType::n1) == " int32");
    CHECK(flat(BasicType::boolean) == " boolean");
    CHECK(flat(BasicType::void_).empty());
    CHECK(flat(BasicType::c) == ".re real64, .im real64");
    CHECK(flat(BasicType::vec2) == ".x real64, .y real64");
    CHECK(flat(BasicType::vec3) == ".x real64, .y real64, .z real64");
}

TEST_CASE("a vector has no length entry") {
    CHECK(flat(vector_of(BasicType::z, 3)) == "[0] int32, [1] int32, [2] int32");
    CHECK(flat(vector_of(BasicType::vec2, 2)) ==
          "[0].x real64, [0].y real64, [1].x real64, [1].y real64");
}

TEST_CASE("a matrix is stored row by row") {
    CHECK(flat(matrix_of(BasicType::boolean, 2, 2)) ==
          "[0][0] boolean, [0][1] boolean, [1][0] boolean, [1][1] boolean");
}

TEST_CASE("a struct is stored field by field, also a nested one") {
    const DataType pose = struct_of("Pose", {{"position", BasicType::vec2}, {"yaw", BasicType::q}});
    CHECK(flat(struct_of("Car", {{"id", BasicType::n}, {"pose", pose}})) ==
          ".id int32, .pose.position.x real64, .pose.position.y real64, .pose.yaw real64");
}

TEST_CASE("an enum is stored as its index") {
    CHECK(flat(enum_of("E", {"a", "b"})) == " int32");
}

TEST_CASE("a dyn_vector is stored as its length and all possible elements") {
    CHECK(flat(dyn_vector_of(BasicType::q, 2)) == ".length int32, [0] real64, [1] real64");
}

TEST_CASE("a simple_packet is stored as its address and its payload") {
    CHECK(flat(simple_packet_of(BasicType::z)) == ".address string, .payload int32");
}

TEST_CASE("element_count is the number of elements for every type") {
    Warnings warnings;
    const ProgramInterface every = parse(example("every_type.json"), warnings);
    // Counted by hand from the file.
    const std::vector<std::size_t> counts = {1, 1, 1, 1, 2, 1, 0, 2, 3, 6, 6, 8, 8, 1, 13, 4, 1, 3};
    REQUIRE(every.ports.size() == counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
        CAPTURE(every.ports[i].name);
        CHECK(element_count(every.ports[i].data_type) == counts[i]);
        CHECK(elements(every.ports[i].data_type).size() == counts[i]);
    }
}

}  // namespace elements_test
