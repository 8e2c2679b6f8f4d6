// SPDX-License-Identifier: MIT
#include <ddc/interface/chunks.hpp>
#include <ddc/interface/layout.hpp>

#include <doctest/doctest.h>

#include <algorithm>

namespace layout_test {

using namespace ddc::interface;

namespace {

Port data_port(const std::string& name, Direction direction, DataType type) {
    Port port;
    port.name = name;
    port.direction = direction;
    port.data_type = std::move(type);
    return port;
}

Port socket_port(const std::string& name, Direction direction, DataType payload) {
    Port port = data_port(name, direction, simple_packet_of(std::move(payload)));
    port.port_type = PortType::socket;
    return port;
}

}  // namespace

TEST_CASE("the basic interface has 28 input entries and 3 output entries in the protocol's order") {
    // Copied by hand from the protocol's two tables.
    std::vector<std::pair<std::int32_t, std::string>> expected = {
        {10, "true_velocity"}, {11, "true_position.x"},   {12, "true_position.y"},
        {13, "true_compass"},  {14, "trajectory_length"},
    };
    for (int i = 0; i < 10; ++i) {
        expected.emplace_back(15 + i, "trajectory_x[" + std::to_string(i) + "]");
    }
    for (int i = 0; i < 10; ++i) {
        expected.emplace_back(25 + i, "trajectory_y[" + std::to_string(i) + "]");
    }
    for (const auto& entry : {std::pair{35, "steering"},
                              {36, "gas"},
                              {37, "braking"},
                              {40, "set_steering"},
                              {41, "set_gas"},
                              {42, "set_braking"}}) {
        expected.emplace_back(entry.first, entry.second);
    }

    std::vector<std::pair<std::int32_t, std::string>> found;
    for (const Slot& slot : slots(basic_interface(), basic_layout())) {
        found.emplace_back(slot.offset, slot.name);
        const bool is_integer = slot.name == "trajectory_length";
        CHECK(slot.kind == (is_integer ? ElementKind::int32 : ElementKind::real64));
    }
    CHECK(found == expected);
    CHECK(end_offset(basic_interface(), basic_layout()) == 43);
}

TEST_CASE("the basic interface follows its two start ids") {
    const auto sut = slots(basic_interface(), basic_layout(200, 100));
    CHECK(sut.at(0).offset == 200);
    CHECK(sut.at(27).offset == 227);
    CHECK(sut.at(28).offset == 100);
    CHECK(sut.at(30).offset == 102);
}

TEST_CASE("an old basic interface has position and compass before the velocity") {
    const auto current = slots(basic_interface(), basic_layout());
    auto sut = slots(basic_interface(), basic_layout(10, 40, EntryOrder::old));
    std::sort(sut.begin(), sut.end(),
              [](const Slot& a, const Slot& b) { return a.offset < b.offset; });
    std::vector<std::string> first;
    for (std::size_t i = 0; i < 4; ++i) first.push_back(sut.at(i).name);
    CHECK(first == std::vector<std::string>{"true_position.x", "true_position.y", "true_compass",
                                            "true_velocity"});
    for (std::size_t i = 0; i < current.size(); ++i) {
        CHECK(sut[i].offset == current[i].offset);
        if (i >= 4) CHECK(sut[i].name == current[i].name);
    }
}

TEST_CASE("in an old header run_cycle_switch and delta_sec are swapped") {
    for (std::int32_t entry = 0; entry < header::size; ++entry) {
        const bool is_moved = entry == header::run_cycle_switch || entry == header::delta_sec;
        CHECK(header_offset(entry, EntryOrder::current) == entry);
        CHECK(header_offset(entry, EntryOrder::old) == (is_moved ? 7 - entry : entry));
    }
}

TEST_CASE("a dynamic interface is laid out as existing programs compute it") {
    // A published program sends these ports in 1896 characters: 10 chunks at 9..18, the slot
    // table at 21..32, the data at 38..68.
    const auto chunks = static_cast<std::int64_t>(chunk_count(1896));
    const Layout sut = default_layout(basic_interface(), chunks);
    CHECK(sut.chunk_count == 10);
    CHECK(sut.slot_table_start == 21);
    std::vector<Offset> offsets;
    for (const PortPlace& place : sut.ports) offsets.push_back(place.offset.value());
    CHECK(offsets == std::vector<Offset>{38, 39, 41, 42, 43, 53, 63, 64, 65, 66, 67, 68});
    CHECK(end_offset(basic_interface(), sut) == 69);
    CHECK(check_layout(basic_interface(), sut, 0x4000, 65536).empty());
}

TEST_CASE("a socket has its descriptor, followed by the queues of its directions") {
    const ProgramInterface program{"n",
                                   "2.0",
                                   {socket_port("both", Direction::io, BasicType::vec2),
                                    socket_port("out", Direction::output, BasicType::z),
                                    socket_port("in", Direction::input, BasicType::void_),
                                    data_port("last", Direction::input, BasicType::q)}};
    const Layout sut = default_layout(program, 1);
    // Slot table at 12..15, data from 21 on; packets of 3, 2 and 1 entries, 8 to a queue.
    CHECK(sut.ports[0].offset == 21);
    CHECK(sut.ports[0].output_queue.slot_id == 27);
    CHECK(sut.ports[0].output_queue.max_entries == 8);
    CHECK(sut.ports[0].input_queue.slot_id == 51);
    CHECK(sut.ports[1].offset == 75);
    CHECK(sut.ports[1].output_queue.slot_id == 81);
    CHECK(sut.ports[1].input_queue.max_entries == 0);
    CHECK(sut.ports[2].offset == 97);
    CHECK(sut.ports[2].output_queue.max_entries == 0);
    CHECK(sut.ports[2].input_queue.slot_id == 103);
    CHECK(sut.ports[3].offset == 111);
    CHECK(check_layout(program, sut, 0x4000, 65536).empty());
    CHECK(check_layout(program, sut, 0x4000, 0x4000 + 112).empty());
    CHECK_FALSE(check_layout(program, sut, 0x4000, 0x4000 + 111).empty());
}

TEST_CASE("the slots of a socket are its descriptor and its packets") {
    const ProgramInterface program{
        "n", "2.0", {socket_port("net", Direction::output, BasicType::z)}};
    const auto sut = slots(program, default_layout(program, 1));
    REQUIRE(sut.size() == 6 + 2 * 8);
    const std::vector<std::string> descriptor = {"net.output_slot_id",    "net.output_max_entries",
                                                 "net.output_count",      "net.input_slot_id",
                                                 "net.input_max_entries", "net.input_count"};
    for (std::size_t i = 0; i < descriptor.size(); ++i) {
        CHECK(sut[i].name == descriptor[i]);
        CHECK(sut[i].kind == ElementKind::int32);
        CHECK(sut[i].offset == static_cast<std::int32_t>(18 + i));
    }
    CHECK(sut[6].name == "net.output[0].address");
    CHECK(sut[6].kind == ElementKind::string);
    CHECK(sut[6].offset == 24);
    CHECK(sut[21].name == "net.output[7].payload");
    CHECK(sut[21].offset == 39);
}

TEST_CASE("the header has the protocol's nine entries") {
    const std::vector<std::string> common = {
        "running",   "interface_type", "time_mode",         "run_cycle_switch",
        "delta_sec", "execution_time", "simulation_running"};
    for (const auto type : {InterfaceType::basic, InterfaceType::dynamic}) {
        const auto& sut = header_entries(type);
        REQUIRE(sut.size() == 9);
        for (std::size_t i = 0; i < 9; ++i) CHECK(sut[i].offset == static_cast<std::int32_t>(i));
        for (std::size_t i = 0; i < common.size(); ++i) CHECK(sut[i].name == common[i]);
    }
    CHECK(header_entries(InterfaceType::basic)[7].name == "input_start_id");
    CHECK(header_entries(InterfaceType::basic)[8].name == "output_start_id");
    CHECK(header_entries(InterfaceType::dynamic)[7].name == "slot_table_start");
    CHECK(header_entries(InterfaceType::dynamic)[8].name == "description_size");
    CHECK(to_string(InterfaceType::basic) == "basic");
    CHECK(to_string(InterfaceType::dynamic) == "dynamic");
}

}  // namespace layout_test
