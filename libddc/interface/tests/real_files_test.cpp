// SPDX-License-Identifier: MIT
// Interfaces of existing programs, which are not part of this project: read from the directory in
// DDC_REFERENCE_INTERFACES, or from one next to the checkout.
#include <ddc/interface/chunks.hpp>
#include <ddc/interface/layout.hpp>
#include <ddc/interface/parse.hpp>
#include "reference_files.hpp"
#include "skip.hpp"

#include <doctest/doctest.h>

namespace real_files_test {

using namespace ddc::interface;

namespace {

std::vector<Offset> offsets_of(const Layout& layout) {
    std::vector<Offset> offsets;
    for (const PortPlace& place : layout.ports) offsets.push_back(place.offset.value());
    return offsets;
}

}  // namespace

TEST_CASE("real file: the published autopilot") {
    const char* const file = "sample_autopilot_v1.json";
    const auto text = tests::reference_file(file);
    if (!text) TEST_SKIPPED(tests::absent(file));
    CHECK(text->size() == 1896);
    const auto chunks = split(*text);
    CHECK(chunks.size() == 10);
    CHECK(join(chunks) == *text);
    Warnings warnings;
    const ProgramInterface sut = parse(*text, warnings);
    CHECK(warnings == Warnings{});
    CHECK(sut.version == "1.0");
    CHECK(sut.ports == basic_interface().ports);
    const Layout layout = default_layout(sut, static_cast<std::int64_t>(chunks.size()));
    CHECK(layout.slot_table_start == 21);
    CHECK(offsets_of(layout) ==
          std::vector<Offset>{38, 39, 41, 42, 43, 53, 63, 64, 65, 66, 67, 68});
    CHECK(end_offset(sut, layout) == 69);
}

TEST_CASE("real file: the published network example with its two sockets") {
    const char* const file = "network_example_v1_sockets.json";
    const auto text = tests::reference_file(file);
    if (!text) TEST_SKIPPED(tests::absent(file));
    CHECK(text->size() == 2502);
    CHECK(split(*text).size() == 13);
    Warnings warnings;
    const ProgramInterface sut = parse(*text, warnings);
    CHECK(warnings == Warnings{});
    REQUIRE(sut.ports.size() == 14);
    CHECK(sut.ports[12].port_type == PortType::socket);
    CHECK(sut.ports[12].direction == Direction::io);
    CHECK(sut.ports[12].data_type == simple_packet_of(BasicType::z));
    CHECK(sut.ports[13].tags == std::vector<std::string>{"network"});
    // The program itself counts 12 ports: slot table at 24..35, data at 41..71. With 12 of 14
    // slots, the two sockets have no offset, which is valid.
    std::vector<std::optional<std::int32_t>> table;
    for (const int slot : {41, 42, 44, 45, 46, 56, 66, 67, 68, 69, 70, 71}) table.push_back(slot);
    const Layout layout = layout_from_slot_table(sut, 13, 24, table);
    CHECK(end_offset(sut, layout) == 72);
    CHECK(check_layout(sut, layout, 0x4000, 65536).empty());
    CHECK(layout.ports[11].offset.has_value());
    CHECK(!layout.ports[12].offset.has_value());
    CHECK(!layout.ports[13].offset.has_value());
}

TEST_CASE("real file: an interface generated elsewhere, with empty objects for tags") {
    const char* const file = "hwemu_basic-interface.json";
    const auto text = tests::reference_file(file);
    if (!text) TEST_SKIPPED(tests::absent(file));
    Warnings warnings;
    const ProgramInterface sut = parse(*text, warnings);
    REQUIRE(warnings.size() == 12);
    CHECK(warnings[0] == "ports[0].tags: is {}, read as the empty list");
    CHECK(sut.ports.size() == 12);
    CHECK(sut.ports[4].data_type == vector_of(BasicType::q, 10));
    CHECK(sut.ports[9].allows_multiple_inputs);
}

TEST_CASE("real file: an interface with type instead of data_type") {
    const char* const file = "shared_cpp_basic_interface_v1_old_type_key.json";
    const auto text = tests::reference_file(file);
    if (!text) TEST_SKIPPED(tests::absent(file));
    CHECK(text->size() == 1836);
    Warnings warnings;
    const ProgramInterface sut = parse(*text, warnings);
    CHECK(warnings.size() == 12);
    CHECK(sut.ports == basic_interface().ports);
    Warnings none;
    CHECK(parse(to_json(sut), none) == sut);
    CHECK(none.empty());
}

TEST_CASE("real file: a scenario is not an interface, and the message says why") {
    const char* const file = "scenario_vehicle_excerpt_network_example_ap.json";
    const auto text = tests::reference_file(file);
    if (!text) TEST_SKIPPED(tests::absent(file));
    Warnings warnings;
    CHECK_THROWS_WITH_AS(parse(*text, warnings), "the key \"version\" is missing", InterfaceError);
}

}  // namespace real_files_test
