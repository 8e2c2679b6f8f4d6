// SPDX-License-Identifier: MIT
#include <ddc/interface/layout.hpp>

#include <doctest/doctest.h>

#include <limits>

namespace check_layout_test {

using namespace ddc::interface;

namespace {

using Problems = std::vector<std::string>;
using SlotTable = std::vector<std::optional<std::int32_t>>;

/// Ports a (1 entry), b (3 entries), c (2 entries).
ProgramInterface three_ports() {
    ProgramInterface program{"n", "2.0", {}};
    const std::vector<std::pair<std::string, DataType>> ports = {
        {"a", BasicType::q}, {"b", BasicType::vec3}, {"c", BasicType::vec2}};
    for (const auto& [name, type] : ports) {
        Port port;
        port.name = name;
        port.data_type = type;
        program.ports.push_back(port);
    }
    return program;
}

/// Two chunks at 9..10, the slot table at 20..22.
Problems check(const SlotTable& table, std::int32_t capacity = 0x5000) {
    const ProgramInterface program = three_ports();
    return check_layout(program, layout_from_slot_table(program, 2, 20, table), 0x4000, capacity);
}

}  // namespace

TEST_CASE("a valid slot table has no problems, in any order and with gaps") {
    CHECK(check({30, 31, 34}) == Problems{});
    CHECK(check({35, 32, 30}) == Problems{});
    CHECK(check({11, 12, 15}) == Problems{});
}

TEST_CASE("ports without a slot are named, unless they are optional or sockets") {
    CHECK(check({30, std::nullopt, 34}) ==
          Problems{"port b: the slot table has no int32 at id 0x4015"});
    CHECK(check({30}) == Problems{"port b: the slot table has no int32 at id 0x4015",
                                  "port c: the slot table has no int32 at id 0x4016"});
    ProgramInterface program = three_ports();
    program.ports[2].optional = true;
    const Layout layout = layout_from_slot_table(program, 2, 20, {30, 31});
    CHECK(check_layout(program, layout, 0x4000, 0x5000).empty());
    program.ports[2].optional = false;
    CHECK(check_layout(program, layout, 0x4000, 0x5000).size() == 1);
    program.ports[2].port_type = PortType::socket;
    CHECK(check_layout(program, layout, 0x4000, 0x5000).empty());
}

TEST_CASE("two ports on one slot are named") {
    CHECK(check({30, 30, 40}) ==
          Problems{"port b: ids 0x401e..0x4020 overlaps port a at id 0x401e"});
}

TEST_CASE("ports that overlap in part are named") {
    CHECK(check({50, 30, 32}) ==
          Problems{"port c: ids 0x4020..0x4021 overlaps port b at ids 0x401e..0x4020"});
    CHECK(check({31, 30, 40}) ==
          Problems{"port b: ids 0x401e..0x4020 overlaps port a at id 0x401f"});
}

TEST_CASE("ports on the header, the chunks or the slot table are named") {
    CHECK(check({8, 9, 22}) ==
          Problems{"port a: id 0x4008 overlaps header at ids 0x4000..0x4008",
                   "port b: ids 0x4009..0x400b overlaps interface string at ids 0x4009..0x400a",
                   "port c: ids 0x4016..0x4017 overlaps slot table at ids 0x4014..0x4016"});
}

TEST_CASE("slots below the reference id and beyond the table are named") {
    CHECK(check({-1, 30, 40}) == Problems{"port a: offset -1 is below the reference id 0x4000"});
    CHECK(check({30, 31, 0xfff}) ==
          Problems{"port c: ids 0x4fff..0x5000 is beyond the table's last id 0x4fff"});
    CHECK(check({30, 31, 0xffe}) == Problems{});
}

TEST_CASE("extreme offsets do not overflow") {
    constexpr auto lowest = std::numeric_limits<std::int32_t>::min();
    constexpr auto highest = std::numeric_limits<std::int32_t>::max();
    CHECK(check({lowest, highest, 30}) ==
          Problems{"port a: offset -2147483648 is below the reference id 0x4000",
                   "port b: ids 0x80003fff..0x80004001 is beyond the table's last id 0x4fff"});
    const Layout basic = basic_layout(lowest, highest);
    CHECK(check_layout(basic_interface(), basic, 0x4000, 0x5000).size() == 12);
}

TEST_CASE("all problems are reported at once") {
    const Problems sut = check({-1, 8, std::nullopt}, 0x4014);
    CHECK(sut == Problems{"port c: the slot table has no int32 at id 0x4016",
                          "slot table: ids 0x4014..0x4016 is beyond the table's last id 0x4013",
                          "port a: offset -1 is below the reference id 0x4000",
                          "port b: ids 0x4008..0x400a overlaps header at ids 0x4000..0x4008",
                          "port b: ids 0x4008..0x400a overlaps interface string at ids "
                          "0x4009..0x400a"});
}

TEST_CASE("a slot table inside the chunks and a negative description size are named") {
    const ProgramInterface program = three_ports();
    CHECK(check_layout(program, layout_from_slot_table(program, 20, 25, {40, 41, 44}), 0x4000,
                       0x5000) ==
          Problems{"slot table: ids 0x4019..0x401b overlaps interface string at ids "
                   "0x4009..0x401c"});
    CHECK(check_layout(program, layout_from_slot_table(program, -3, 25, {40, 41, 44}), 0x4000,
                       0x5000) ==
          Problems{"interface string: the number of entries must be 0 or more, is -3"});
    CHECK(
        check_layout(program, layout_from_slot_table(program, 0, 25, {40, 41, 44}), 0x4000, 0x5000)
            .size() == 1);
}

TEST_CASE("overlapping inputs and outputs of a basic program are reported") {
    const Problems sut = check_layout(basic_interface(), basic_layout(10, 37), 0x4000, 0x5000);
    CHECK(sut == Problems{"port set_steering: id 0x4025 overlaps port braking at id 0x4025"});
    CHECK(check_layout(basic_interface(), basic_layout(10, 38), 0x4000, 0x5000).empty());
    CHECK(check_layout(basic_interface(), basic_layout(8, 40), 0x4000, 0x5000) ==
          Problems{"port true_velocity: id 0x4008 overlaps header at ids 0x4000..0x4008"});
}

TEST_CASE("a reference id below the first one for programs is refused") {
    const Problems sut = check_layout(basic_interface(), basic_layout(), 0x3fff, 0x5000);
    CHECK(sut == Problems{"reference id 16383 is below 0x4000"});
}

TEST_CASE("a port without elements overlaps with nothing") {
    ProgramInterface program = three_ports();
    program.ports[0].data_type = BasicType::void_;
    const Layout layout = layout_from_slot_table(program, 2, 20, {31, 31, 34});
    CHECK(check_layout(program, layout, 0x4000, 0x5000).empty());
}

TEST_CASE("the queues of a socket are checked like ports") {
    ProgramInterface program = three_ports();
    program.ports[1].port_type = PortType::socket;
    program.ports[1].data_type = simple_packet_of(BasicType::z);
    Layout layout = layout_from_slot_table(program, 2, 20, {30, 31, 60});
    layout.ports[1].output_queue = {40, 4};
    layout.ports[1].input_queue = {47, 4};
    CHECK(check_layout(program, layout, 0x4000, 0x5000) ==
          Problems{"input queue of port b: ids 0x402f..0x4036 overlaps output queue of port b at "
                   "ids 0x4028..0x402f"});
    layout.ports[1].input_queue = {47, -1};
    CHECK(check_layout(program, layout, 0x4000, 0x5000) ==
          Problems{"input queue of port b: the number of entries must be 0 or more, is -2"});
}

}  // namespace check_layout_test
