// SPDX-License-Identifier: MIT
#include "command_fixture.hpp"

#include "raw_table.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <random>

namespace list_dump_test {

using ddc::tests::CommandTable;
using ddc::tests::Result;
using nlohmann::json;

json entry_named(const json& records, const std::string& name) {
    for (const json& record : records)
        if (record["name"] == name) return record;
    return nullptr;
}

TEST_CASE("list shows a table and the programs in it") {
    CommandTable sut;
    sut.add_basic_program();
    sut.add_dynamic_program();
    const json tables = sut.run({"list", "--format", "json"}).json();
    REQUIRE(tables.size() == 2);
    CHECK(tables[0]["table"] == sut.name());
    CHECK(tables[0]["condition"] == "sound");
    CHECK(tables[0]["program"] == "0x4000");
    CHECK(tables[0]["kind"] == "basic");
    CHECK(tables[0]["running"] == false);
    CHECK(tables[1]["program"] == "0x4100");
    CHECK(tables[1]["interface"] == "many types");
}

TEST_CASE("list shows a table without programs") {
    const CommandTable sut;
    const Result result = sut.run({"list"});
    CHECK(result.code == 0);
    CHECK(result.lines().size() == 2);
    CHECK(result.out.find(sut.name()) != std::string::npos);
}

TEST_CASE("dump names every entry of a basic program") {
    CommandTable sut;
    sut.add_basic_program();
    REQUIRE(sut.table().write(0x400A, 13.5) == ddc::Status::ok);
    const Result result = sut.run({"dump", "4000", "--format", "json"});
    const json records = result.json();
    CHECK(result.code == 0);
    CHECK(result.err.empty());
    CHECK(records.size() == 9 + 28 + 3);
    const json velocity = entry_named(records, "true_velocity");
    CHECK(velocity["id"] == "0x400A");
    CHECK(velocity["offset"] == 10);
    CHECK(velocity["type"] == "double");
    CHECK(velocity["value"] == 13.5);
    CHECK(velocity["unit"] == "km/h");
    CHECK(velocity["age_s"].is_number());
    CHECK(entry_named(records, "execution_time")["unit"] == "s");
}

TEST_CASE("dump detects an old basic program by its header") {
    CommandTable sut;
    sut.add_basic_program();
    REQUIRE(sut.table().write(0x4003, 0.01) == ddc::Status::ok);
    REQUIRE(sut.table().write(0x4004, false) == ddc::Status::ok);
    const json records = sut.run({"dump", "4000", "--format", "json"}).json();
    CHECK(entry_named(records, "delta_sec")["offset"] == 3);
    CHECK(entry_named(records, "run_cycle_switch")["offset"] == 4);
    CHECK(entry_named(records, "true_position.x")["offset"] == 10);
    CHECK(entry_named(records, "true_velocity")["offset"] == 13);
    CHECK(sut.run({"get", "0x4000/delta_sec"}).out == "0.01\n");
}

TEST_CASE("dump names chunks, slot table, elements and queues of a dynamic program") {
    CommandTable sut;
    sut.add_dynamic_program();
    const json records = sut.run({"dump", "0x4100", "--format", "json"}).json();
    for (const char* name : {"running", "slot_table_start", "interface_string[0]", "slot_offset[4]",
                             "true_position.y", "trajectory_x[2]", "gear", "pose.valid", "pose.yaw",
                             "net.output_count", "net.input[7].payload"})
        CHECK_MESSAGE(!entry_named(records, name).is_null(), name);
}

TEST_CASE("dump marks an entry whose type differs from the interface") {
    CommandTable sut;
    sut.add_basic_program();
    REQUIRE(sut.table().write(0x400A, std::int32_t{3}) == ddc::Status::ok);
    const json records = sut.run({"dump", "4000", "--format", "json"}).json();
    CHECK(entry_named(records, "true_velocity")["note"] == "should be double");
}

TEST_CASE("dump shows the readable part of a program with a damaged interface") {
    CommandTable sut;
    sut.add_dynamic_program();
    REQUIRE(sut.table().write(0x4109, std::string("{not json")) == ddc::Status::ok);
    const Result result = sut.run({"dump", "4100"});
    CHECK(result.code == 3);
    CHECK(result.out.find("interface_string[0]") != std::string::npos);
    CHECK(result.err.find("program 0x4100") != std::string::npos);
}

TEST_CASE("dump accepts any slot table and description size") {
    CommandTable sut;
    sut.add_dynamic_program();
    for (const std::int32_t number : {-1, 0, 1, 0x2FF, 0x7FFFFFFF, -0x7FFFFFFF - 1}) {
        REQUIRE(sut.table().write(0x4107, number) == ddc::Status::ok);
        CHECK(sut.run({"dump", "4100"}).code == 3);
        REQUIRE(sut.table().write(0x4108, number) == ddc::Status::ok);
        CHECK(sut.run({"dump"}).code == 3);
        CHECK(sut.run({"list"}).code == 0);
    }
}

TEST_CASE("dump without arguments shows the whole table") {
    CommandTable sut;
    sut.add_basic_program();
    REQUIRE(sut.table().write(0x0100, std::string("a \"text\", quoted")) == ddc::Status::ok);
    const Result result = sut.run({"dump", "--format", "csv"});
    CHECK(result.lines().size() == 1 + 1 + 40);
    CHECK(result.lines()[0] == "id,offset,name,type,value,unit,age_s,note");
    CHECK(result.lines()[1].rfind("0x0100,,,string,\"a \"\"text\"\", quoted\",", 0) == 0);
    CHECK(result.out.find("0x4000/true_velocity") != std::string::npos);
}

TEST_CASE("dump shows ports as values on request") {
    CommandTable sut;
    sut.add_dynamic_program();
    const json records = sut.run({"dump", "4100", "--ports", "--format", "json"}).json();
    CHECK(entry_named(records, "true_position")["value"] == json{0.0, 0.0});
    CHECK(entry_named(records, "true_position")["type"] == "vec2");
    CHECK(entry_named(records, "gear")["value"] == "park");
    CHECK(entry_named(records, "running")["value"] == false);
    CHECK(entry_named(records, "net.input_count")["value"] == 0);
    CHECK(entry_named(records, "slot_offset[0]").is_null());
}

TEST_CASE("a table of random bytes is shown or refused") {
    std::mt19937 random(1);  // the same bytes every time
    for (int round = 0; round < 100; ++round) {
        CommandTable sut;
        sut.add_dynamic_program(0x4000);
        const tests::RawTable raw(sut.name());
        const std::size_t cells = ddc::layout::cells_offset + 0x4000 * sizeof(ddc::layout::Cell);
        const std::size_t texts = ddc::layout::texts_offset(0x4400) + std::size_t{0x4000} * 200;
        for (int i = 0; i < 20; ++i) {
            raw.bytes()[cells + random() % (64 * sizeof(ddc::layout::Cell))] =
                static_cast<char>(random());
            raw.bytes()[texts + random() % (std::size_t{64} * 200)] = static_cast<char>(random());
        }
        if (round % 4 == 0) raw.bytes()[random() % 64] = static_cast<char>(random());
        for (const char* verb : {"list", "dump", "watch", "doctor"}) {
            std::vector<std::string> args{verb};
            if (args[0] == "watch") args.insert(args.end(), {"--count", "1"});
            const int code = sut.run(args).code;
            CHECK((code == 0 || code == 1 || code == 3));
        }
    }
}

TEST_CASE("dump of a reference id without a program names the existing programs") {
    CommandTable sut;
    sut.add_basic_program();
    const Result result = sut.run({"dump", "4200"});
    CHECK(result.code == 1);
    CHECK(result.err.find("its programs are at 0x4000") != std::string::npos);
}

TEST_CASE("dump refuses a reference id that is too low or invalid") {
    const CommandTable sut;
    CHECK(sut.run({"dump", "400"}).code == 2);
    CHECK(sut.run({"dump", "400"}).err.find("begin at 0x4000") != std::string::npos);
    CHECK(sut.run({"dump", "hello"}).code == 2);
}

TEST_CASE("stats counts the waits of each side by their end") {
    CommandTable sut;
    REQUIRE(sut.table().write(0x0100, true) == ddc::Status::ok);
    const ddc::Watch written{0x0100, 0}, unchanged{0x0100, sut.table().sequence(0x0100)};
    REQUIRE(sut.table().wait_for_change(&written, 1, std::chrono::steady_clock::now()) ==
            ddc::Status::ok);
    REQUIRE(sut.table().wait_for_change(&unchanged, 1, std::chrono::steady_clock::now()) ==
            ddc::Status::timed_out);
    const json sides = sut.run({"stats", "--format", "json"}).json();
    REQUIRE(sides.size() == 3);
    CHECK(sides[0]["waits"] == "gateways");
    CHECK(sides[1]["waits"] == "programs");
    CHECK(sides[2]["waits"] == "others");
    CHECK(sides[0]["at_once"] == 0);
    CHECK(sides[2]["at_once"] == 1);
}

TEST_CASE("every format of an empty table is well-formed") {
    const CommandTable sut;
    CHECK(sut.run({"dump", "--format", "json"}).json() == json::array());
    CHECK(sut.run({"dump", "--format", "ndjson"}).out.empty());
    CHECK(sut.run({"dump", "--format", "csv"}).lines().size() == 1);
    CHECK(sut.run({"dump"}).out.empty());
}

TEST_CASE("a long text is cut between two characters, never within one") {
    CommandTable sut;
    for (const char* start : {"", "a"}) {
        std::string text = start;
        for (int i = 0; i < 60; ++i) text += "\xC3\x9F";
        sut.table().write(0x0100, text);
        const std::string shown = sut.run({"dump"}).out;
        CHECK(shown.find("\xC3\x9F...") != std::string::npos);
        CHECK(shown.find("\\x") == std::string::npos);
    }
}

}  // namespace list_dump_test
