// SPDX-License-Identifier: MIT
#include <ddc/interface/chunks.hpp>
#include <ddc/interface/parse.hpp>
#include <ddc/interface/program.hpp>
#include <ddc/interface/resettable.hpp>
#include <ddc/interface/values.hpp>
#include "scratch_table.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <thread>

namespace program_test {

using namespace ddc;
using namespace ddc::interface;
using namespace std::chrono_literals;

namespace {

constexpr Id ref = 0x4000;
constexpr Id capacity = 0x4000 + 256;

template <typename T>
T read(const Table& table, Id offset) {
    T value{};
    CAPTURE(offset);
    CHECK(table.read(ref + offset, value) == Status::ok);
    return value;
}

/// Writes new inputs as the other side, always with delta_sec.
void stream(Table& table) {
    REQUIRE(table.write(ref + header::delta_sec, 0.01) == Status::ok);
}

/// A program as a reader of the table finds it.
struct Seen {
    ProgramInterface program;
    Layout layout;
};

/// Reads header, chunks and slot table entry by entry, as the protocol describes them.
Seen read_program(const Table& table) {
    CHECK(read<bool>(table, 0));
    CHECK(read<std::string>(table, 1) == "dynamic");
    const auto slot_table_start = read<std::int32_t>(table, 7);
    const auto description_size = read<std::int32_t>(table, 8);
    std::vector<std::string> chunks;
    chunks.reserve(static_cast<std::size_t>(description_size));
    for (Id i = 0; i < description_size; ++i) {
        chunks.push_back(read<std::string>(table, 9 + i));
    }
    Warnings warnings;
    Seen seen;
    seen.program = parse(join(chunks), warnings);
    CHECK(warnings == Warnings{});
    std::vector<std::optional<std::int32_t>> slot_table;
    for (std::size_t i = 0; i < seen.program.ports.size(); ++i) {
        slot_table.push_back(read<std::int32_t>(table, slot_table_start + static_cast<Id>(i)));
    }
    seen.layout =
        layout_from_slot_table(seen.program, description_size, slot_table_start, slot_table);
    CHECK(check_layout(seen.program, seen.layout, ref, table.capacity()) ==
          std::vector<std::string>{});
    return seen;
}

Id slot_of(const Seen& seen, std::size_t port) {
    return static_cast<Id>(seen.layout.ports.at(port).offset.value());
}

Deadline soon() {
    return Clock::now() + 10s;
}
Deadline now() {
    return Clock::now();
}

}  // namespace

TEST_CASE("a reader finds the interface that a program publishes") {
    tests::ScratchTable scratch(capacity);
    Program sut(scratch.table(), ref, "cruise");
    sut.input<double>("true_velocity");
    sut.input<std::array<double, 10>>("trajectory_x");
    sut.output<std::tuple<Vec2, bool>>(
        "pose", struct_of("Pose", {{"position", BasicType::vec2}, {"valid", BasicType::boolean}}));
    sut.publish();

    const Seen seen = read_program(scratch.table());
    CHECK(seen.program.name == "cruise");
    CHECK(seen.program.version == "2.0");
    REQUIRE(seen.program.ports.size() == 3);
    CHECK(seen.program.ports[0].direction == Direction::input);
    CHECK(seen.program.ports[1].data_type == vector_of(BasicType::q, 10));
    CHECK(seen.program.ports[2].direction == Direction::output);
    // 2 entries are free before the slot table, 5 after it, none between the ports.
    const Id chunks = read<std::int32_t>(scratch.table(), 8);
    const Id first = 9 + chunks + 2 + 3 + 5;
    CHECK(slot_of(seen, 0) == first);
    CHECK(slot_of(seen, 1) == first + 1);
    CHECK(slot_of(seen, 2) == first + 11);
    CHECK(read<double>(scratch.table(), first) == 0.0);
    CHECK_FALSE(read<bool>(scratch.table(), first + 13));
    CHECK(sut.layout().slot_table_start == 9 + chunks + 2);
}

TEST_CASE("entries of an earlier program are emptied") {
    tests::ScratchTable scratch(capacity);
    for (Id offset = 0; offset < 40; ++offset) {
        REQUIRE(scratch.table().write(ref + offset, std::string("left")) == Status::ok);
    }
    Program sut(scratch.table(), ref, "n");
    sut.input<double>("a");
    sut.publish();
    std::string text;
    const Seen seen = read_program(scratch.table());
    CHECK(scratch.table().read(ref + slot_of(seen, 0) - 1, text) == Status::no_data);
}

TEST_CASE("a resettable program is reset when `running` was emptied") {
    tests::ScratchTable scratch(capacity);
    Table& table = scratch.table();
    Program sut(table, ref, "n");
    const auto speed = sut.input<double>("speed");
    const auto gas = sut.output<double>("gas");
    int resets = 0;
    sut.declare_resettable([&] { ++resets; });
    sut.publish();
    CHECK(read<std::string>(table, header::time_mode) == resettable);
    const Seen seen = read_program(table);
    REQUIRE(table.write(ref + header::time_mode, std::string("measured")) == Status::ok);
    REQUIRE(table.write(ref + slot_of(seen, 0), 1.5) == Status::ok);
    REQUIRE(table.write(ref + header::run_cycle_switch, true) == Status::ok);
    REQUIRE(sut.begin_cycle(soon()) == Status::ok);
    sut.set(gas, 2 * sut.get(speed));
    REQUIRE(sut.end_cycle() == Status::ok);
    REQUIRE(read<double>(table, slot_of(seen, 1)) == 3.0);

    SUBCASE("not when `running` was set to false") {
        REQUIRE(table.write(ref + header::running, false) == Status::ok);
        CHECK(sut.begin_cycle(now()) == Status::timed_out);
        CHECK(resets == 0);
        CHECK(read<std::string>(table, header::time_mode) == "measured");
    }
    SUBCASE("also if only `running` was emptied") {
        REQUIRE(table.write_no_data(ref + header::running) == Status::ok);
        CHECK(sut.begin_cycle(now()) == Status::timed_out);
        CHECK(resets == 1);
        read_program(table);
        CHECK(read<std::string>(table, header::time_mode) == resettable);
        CHECK(read<double>(table, slot_of(seen, 0)) == 0.0);
        CHECK(read<double>(table, slot_of(seen, 1)) == 0.0);
        CHECK(sut.get(speed) == 0.0);
        REQUIRE(table.write(ref + header::run_cycle_switch, true) == Status::ok);
        REQUIRE(sut.begin_cycle(soon()) == Status::ok);
        REQUIRE(sut.end_cycle() == Status::ok);
        CHECK(read<double>(table, slot_of(seen, 1)) == 0.0);
        CHECK(resets == 1);
    }
}

TEST_CASE("a program that is not resettable does not declare it and keeps its values") {
    tests::ScratchTable scratch(capacity);
    Program sut(scratch.table(), ref, "n");
    sut.input<double>("a");
    sut.publish();
    CHECK(read<std::string>(scratch.table(), header::time_mode).empty());
    REQUIRE(scratch.table().write_no_data(ref + header::running) == Status::ok);
    CHECK(sut.begin_cycle(now()) == Status::timed_out);
    CHECK(read<bool>(scratch.table(), header::running));
    CHECK(read<std::string>(scratch.table(), header::time_mode).empty());
    CHECK_THROWS_AS(sut.declare_resettable([] {}), std::logic_error);
}

TEST_CASE("a cycle reads the inputs, writes the outputs and clears the switch last") {
    tests::ScratchTable scratch(capacity);
    Table& table = scratch.table();
    Program sut(table, ref, "n");
    const auto number = sut.input<double>("number");
    const auto flag = sut.input<bool>("flag");
    const auto gear = sut.input<std::int32_t>("gear", enum_of("Gear", {"park", "drive"}));
    const auto plane = sut.output<Vec2>("plane");
    const auto space = sut.output<Vec3>("space");
    const auto complex = sut.output<std::complex<double>>("complex");
    const auto rows = sut.output<std::array<double, 6>>("rows", matrix_of(BasicType::q, 2, 3));
    sut.publish();
    const Seen seen = read_program(table);

    REQUIRE(table.write(ref + slot_of(seen, 0), 1.5) == Status::ok);
    REQUIRE(table.write(ref + slot_of(seen, 1), true) == Status::ok);
    REQUIRE(table.write(ref + slot_of(seen, 2), std::int32_t{1}) == Status::ok);
    REQUIRE(table.write(ref + header::delta_sec, 0.02) == Status::ok);
    CHECK(sut.begin_cycle(now()) == Status::timed_out);
    REQUIRE(table.write(ref + header::run_cycle_switch, true) == Status::ok);
    REQUIRE(sut.begin_cycle(soon()) == Status::ok);
    CHECK(sut.get(number) == 1.5);
    CHECK(sut.get(flag));
    CHECK(sut.get(gear) == 1);
    CHECK(sut.delta_s() == 0.02);

    sut.set(plane, {1, 2});
    sut.set(space, {3, 4, 5});
    sut.set(complex, {6, 7});
    sut.set(rows, {1, 2, 3, 4, 5, 6});
    CHECK(read<double>(table, slot_of(seen, 3)) == 0.0);
    CHECK(read<bool>(table, header::run_cycle_switch));
    REQUIRE(sut.end_cycle() == Status::ok);
    CHECK_FALSE(read<bool>(table, header::run_cycle_switch));
    CHECK(read<double>(table, header::execution_time) > 0.0);
    for (Id i = 0; i < 7; ++i) CHECK(read<double>(table, slot_of(seen, 3) + i) == 1.0 + i);
    for (Id i = 0; i < 6; ++i) CHECK(read<double>(table, slot_of(seen, 6) + i) == 1.0 + i);
}

TEST_CASE("a tuple reads and writes the fields of a struct, a dyn_vector and a packet") {
    tests::ScratchTable scratch(capacity);
    Table& table = scratch.table();
    using Fields = std::tuple<std::int32_t, Vec2, std::array<bool, 2>>;
    using Packet = std::tuple<std::string, double>;
    Program sut(table, ref, "n");
    const auto in =
        sut.input<Fields>("in", struct_of("S", {{"id", BasicType::n},
                                                {"at", BasicType::vec2},
                                                {"on", vector_of(BasicType::boolean, 2)}}));
    const auto packet = sut.output<Packet>("packet", simple_packet_of(BasicType::q));
    const auto list = sut.output<std::tuple<std::int32_t, std::array<double, 3>>>(
        "list", dyn_vector_of(BasicType::q, 3));
    sut.publish();
    const Seen seen = read_program(table);

    const Id slot = ref + slot_of(seen, 0);
    REQUIRE(table.write(slot, std::int32_t{7}) == Status::ok);
    REQUIRE(table.write(slot + 1, 1.5) == Status::ok);
    REQUIRE(table.write(slot + 2, 2.5) == Status::ok);
    REQUIRE(table.write(slot + 4, true) == Status::ok);
    REQUIRE(table.write(ref + header::run_cycle_switch, true) == Status::ok);
    REQUIRE(sut.begin_cycle(soon()) == Status::ok);
    const auto [number, at, on] = sut.get(in);
    CHECK(number == 7);
    CHECK(at.x == 1.5);
    CHECK(at.y == 2.5);
    CHECK(on == std::array<bool, 2>{false, true});

    sut.set(packet, {"10.0.0.2", 0.5});
    sut.set(list, {2, {8, 9, 0}});
    REQUIRE(sut.end_cycle() == Status::ok);
    CHECK(read<std::string>(table, slot_of(seen, 1)) == "10.0.0.2");
    CHECK(read<double>(table, slot_of(seen, 1) + 1) == 0.5);
    CHECK(read<std::int32_t>(table, slot_of(seen, 2)) == 2);
    CHECK(read<double>(table, slot_of(seen, 2) + 2) == 9);
}

TEST_CASE("a port of both directions keeps what the other side wrote until it is set") {
    tests::ScratchTable scratch(capacity);
    Table& table = scratch.table();
    Program sut(table, ref, "n");
    const auto [in, out] = sut.input_output<double>("both");
    sut.publish();
    const Id slot = slot_of(read_program(table), 0);
    REQUIRE(table.write(ref + slot, 4.0) == Status::ok);
    REQUIRE(table.write(ref + header::simulation_running, true) == Status::ok);
    stream(table);
    REQUIRE(sut.begin_cycle(soon()) == Status::ok);
    CHECK(sut.get(in) == 4.0);
    REQUIRE(sut.end_cycle() == Status::ok);
    CHECK(read<double>(table, slot) == 4.0);
    stream(table);
    REQUIRE(sut.begin_cycle(soon()) == Status::ok);
    sut.set(out, 5);
    REQUIRE(sut.end_cycle() == Status::ok);
    CHECK(read<double>(table, slot) == 5.0);
}

TEST_CASE("a program's output in a port of both directions is not a new input") {
    tests::ScratchTable scratch(capacity);
    Table& table = scratch.table();
    Program sut(table, ref, "n");
    const auto [in, out] = sut.input_output<double>("both");
    sut.publish();
    REQUIRE(table.write(ref + header::simulation_running, true) == Status::ok);
    stream(table);
    REQUIRE(sut.begin_cycle(soon()) == Status::ok);
    sut.set(out, sut.get(in) + 1.0);
    REQUIRE(sut.end_cycle() == Status::ok);
    CHECK(sut.begin_cycle(now()) == Status::timed_out);
    stream(table);
    CHECK(sut.begin_cycle(soon()) == Status::ok);
    CHECK(sut.get(in) == 1.0);
}

TEST_CASE("a socket reads its packets, empties their queue, and sends to an empty queue") {
    tests::ScratchTable scratch(capacity);
    Table& table = scratch.table();
    Program sut(table, ref, "n");
    const auto net = sut.socket<std::int32_t>("net", Direction::io);
    sut.publish();
    const Id descriptor = slot_of(read_program(table), 0);
    const Id output = read<std::int32_t>(table, descriptor);
    CHECK(read<std::int32_t>(table, descriptor + 1) == 8);
    CHECK(read<std::int32_t>(table, descriptor + 2) == 0);
    const Id input = read<std::int32_t>(table, descriptor + 3);
    CHECK(read<std::int32_t>(table, descriptor + 4) == 8);
    CHECK(output == descriptor + 6);
    CHECK(input == output + 8 * 2);

    // Two packets arrive.
    REQUIRE(table.write(ref + input, std::string("10.0.0.2")) == Status::ok);
    REQUIRE(table.write(ref + input + 1, std::int32_t{42}) == Status::ok);
    REQUIRE(table.write(ref + input + 2, std::string("10.0.0.3")) == Status::ok);
    REQUIRE(table.write(ref + input + 3, std::int32_t{43}) == Status::ok);
    REQUIRE(table.write(ref + descriptor + 5, std::int32_t{2}) == Status::ok);
    REQUIRE(table.write(ref + header::simulation_running, true) == Status::ok);
    stream(table);
    REQUIRE(sut.begin_cycle(soon()) == Status::ok);
    const auto packets = sut.received(net);
    REQUIRE(packets.size() == 2);
    CHECK(packets[0].address == "10.0.0.2");
    CHECK(packets[0].payload == 42);
    CHECK(packets[1].address == "10.0.0.3");
    CHECK(packets[1].payload == 43);
    CHECK(read<std::int32_t>(table, descriptor + 5) == 0);

    // One is sent; the next waits until the other side has read it.
    CHECK(sut.send(net, {"10.0.0.9", 1}));
    REQUIRE(sut.end_cycle() == Status::ok);
    CHECK(read<std::int32_t>(table, descriptor + 2) == 1);
    CHECK(read<std::string>(table, output) == "10.0.0.9");
    CHECK(read<std::int32_t>(table, output + 1) == 1);
    stream(table);
    REQUIRE(sut.begin_cycle(soon()) == Status::ok);
    CHECK(sut.received(net).empty());
    CHECK(sut.send(net, {"10.0.0.9", 2}));
    REQUIRE(sut.end_cycle() == Status::ok);
    CHECK(read<std::int32_t>(table, output + 1) == 1);
    REQUIRE(table.write(ref + descriptor + 2, std::int32_t{0}) == Status::ok);
    stream(table);
    REQUIRE(sut.begin_cycle(soon()) == Status::ok);
    REQUIRE(sut.end_cycle() == Status::ok);
    CHECK(read<std::int32_t>(table, output + 1) == 2);
    CHECK(read<std::int32_t>(table, descriptor + 2) == 1);

    // The queue has room for eight packets; the ninth is refused.
    for (int i = 0; i < 8; ++i) CHECK(sut.send(net, {"", i}));
    CHECK_FALSE(sut.send(net, {"", 8}));
}

TEST_CASE("an impossible packet count is ignored") {
    tests::ScratchTable scratch(capacity);
    Table& table = scratch.table();
    Program sut(table, ref, "n");
    const auto net = sut.socket<double>("net", Direction::input);
    sut.publish();
    const Id descriptor = slot_of(read_program(table), 0);
    REQUIRE(table.write(ref + header::simulation_running, true) == Status::ok);
    for (const auto& [count, packets] : {std::pair{1000000, 8}, std::pair{-1, 0}}) {
        REQUIRE(table.write(ref + descriptor + 5, std::int32_t{count}) == Status::ok);
        stream(table);
        REQUIRE(sut.begin_cycle(soon()) == Status::ok);
        CHECK(sut.received(net).size() == static_cast<std::size_t>(packets));
    }
    CHECK_FALSE(sut.send(net, {"", 1.0}));
}

TEST_CASE("while simulation_running is true, new inputs start a cycle, not the switch") {
    tests::ScratchTable scratch(capacity);
    Table& table = scratch.table();
    Program sut(table, ref, "n");
    const auto in = sut.input<double>("in");
    sut.publish();
    const Id slot = slot_of(read_program(table), 0);
    REQUIRE(table.write(ref + header::simulation_running, true) == Status::ok);
    for (int i = 0; i < 3; ++i) {
        REQUIRE(table.write(ref + slot, 1.0 * i) == Status::ok);
        REQUIRE(sut.begin_cycle(soon()) == Status::ok);
        CHECK(sut.get(in) == i);
        const auto before = table.sequence(ref + header::run_cycle_switch);
        REQUIRE(sut.end_cycle() == Status::ok);
        CHECK(table.sequence(ref + header::run_cycle_switch) == before);
    }
    CHECK(sut.begin_cycle(now()) == Status::timed_out);
    stream(table);
    CHECK(sut.begin_cycle(soon()) == Status::ok);
}

TEST_CASE("running is set again when it is reset, and false after the program has ended") {
    tests::ScratchTable scratch(capacity);
    Table& table = scratch.table();
    {
        Program sut(table, ref, "n");
        sut.publish();
        REQUIRE(table.write(ref + header::running, false) == Status::ok);
        CHECK(sut.begin_cycle(now()) == Status::timed_out);
        CHECK(read<bool>(table, header::running));
    }
    CHECK_FALSE(read<bool>(table, header::running));
}

TEST_CASE("the switch wakes a waiting program") {
    tests::ScratchTable scratch(capacity);
    Table& table = scratch.table();
    Program sut(table, ref, "n");
    sut.publish();
    std::thread gateway([&] { (void)table.write(ref + header::run_cycle_switch, true); });
    CHECK(sut.begin_cycle(soon()) == Status::ok);
    gateway.join();
}

TEST_CASE("invalid ports are refused before anything is written") {
    tests::ScratchTable scratch(capacity);
    Table& table = scratch.table();
    Program twice(table, ref, "n");
    twice.input<double>("gas");
    twice.output<double>("gas");
    CHECK_THROWS_WITH_AS(twice.publish(), "ports[1].name: \"gas\" is already the name of ports[0]",
                         InterfaceError);
    Program large(table, ref, "n");
    large.input<std::array<double, 300>>("points");
    CHECK_THROWS_AS(large.publish(), InterfaceError);
    Program low(table, 0x3fff, "n");
    CHECK_THROWS_WITH_AS(low.publish(), "reference id 16383 is below 0x4000", InterfaceError);
    for (Id offset = 0; offset < 256; ++offset) CHECK(table.sequence(ref + offset) == 0);
}

TEST_CASE("a C++ type whose entries do not match its data type is refused") {
    tests::ScratchTable scratch(capacity);
    Program sut(scratch.table(), ref, "n");
    CHECK_THROWS_WITH_AS(sut.input<double>("a", BasicType::z),
                         "port a: its C++ type has other entries than its data type, Z",
                         InterfaceError);
    CHECK_THROWS_AS(sut.input<Vec2>("b", BasicType::vec3), InterfaceError);
    sut.publish();
    CHECK_THROWS_AS(sut.input<double>("c"), std::logic_error);
    CHECK_THROWS_AS(sut.publish(), std::logic_error);
}

}  // namespace program_test
