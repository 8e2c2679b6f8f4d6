// SPDX-License-Identifier: MIT
// A process that may write a table may truncate it while a run uses it. That ends the run in order.
#include "await_writes.hpp"

#include "scene.hpp"

#include <ddc/table.hpp>

#include <doctest/doctest.h>

#include <unistd.h>

#include <csignal>

namespace truncated_table_test {

using namespace tests;

namespace {

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::string memory_of(const std::string& table) {
    return "/dev/shm/ddc." + table;
}

void cut(const std::string& table) {
    REQUIRE(::truncate(memory_of(table).c_str(), 0) == 0);
}

/// Whether a process has mapped the table. The list of attached processes follows from its file
/// lock, which comes earlier.
bool is_mapped(const Command& process, const std::string& table) {
    const auto maps = "/proc/" + std::to_string(process.pid()) + "/maps";
    return contains(read_file(maps), memory_of(table));
}

void check_run_ends(const std::string& keys) {
    CAPTURE(keys);
    const Watchdog watchdog;
    const Scene scene;
    const auto config = scene.scratch.write(
        "run.yaml", "duration_s: 100000\n" + keys + "\nddc: {name: " + scene.table + "}\n");
    const auto summary = scene.scratch.path() / "summary.json";
    Command sut(scene.scratch,
                {"ddc-gateway", "run", config.string(), "--summary", summary.string()});
    await_writes(scene.table, 0x4004, 50);
    cut(scene.table);
    const Finished finished = sut.finish(std::chrono::seconds(20));
    CAPTURE(finished.err);
    CHECK(finished.exit_code == 1);
    CHECK(contains(finished.err, "was cut short"));
    CHECK(contains(read_file(summary), "was cut short"));
}

}  // namespace

TEST_CASE("a run whose table is truncated ends with that error and its summary") {
    check_run_ends("program: {exec: [autopilot_basic, \"4000\"]}");
    check_run_ends("program: {exec: [autopilot_basic, \"4000\"], on_loss: failsafe}");
    check_run_ends("mode: realtime\nprogram: {exec: [autopilot_basic, \"4000\"]}");
}

TEST_CASE("commands that read a truncated table report it and end") {
    const Watchdog watchdog;
    for (const char* verb : {"echo", "hz", "record", "watch"}) {
        CAPTURE(verb);
        const Scene scene;
        ddc::TableOptions options;
        options.name = scene.table;
        REQUIRE(ddc::Table::create(options).write(0x4003, 1.5) == ddc::Status::ok);
        // This process has no mapping that the other one could use.
        Command sut(scene.scratch, {"ddc", verb, "0x4003", "--name", scene.table});
        await([&] { return is_mapped(sut, scene.table); });
        ddc::Table table = ddc::Table::open(options);
        for (int i = 0; i < 10; ++i) REQUIRE(table.write(0x4003, i + 0.5) == ddc::Status::ok);
        cut(scene.table);
        const Finished finished = sut.finish(std::chrono::seconds(20));
        CAPTURE(finished.err);
        CHECK(finished.exit_code == 1);
        CHECK(contains(finished.err, "was cut short"));
    }
}

TEST_CASE("an unchanged program survives a truncated table") {
    const Watchdog watchdog;
    const Scene scene;
    Command sut(scene.scratch, {"autopilot", "ddc", "4000"}, {{"DDC_NAME", scene.table}});
    await_writes(scene.table, 0x4000, 2);
    cut(scene.table);
    await([&] { return !is_mapped(sut, scene.table); });  // until it has detected that
    sut.signal(SIGTERM);
    CHECK(sut.finish(std::chrono::seconds(20)).exit_code == 0);
}

}  // namespace truncated_table_test
