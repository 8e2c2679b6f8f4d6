// SPDX-License-Identifier: MIT
// Programs that are started without standard input, output and error, as by init scripts.
#include "command.hpp"
#include "watchdog.hpp"

#include <ddc/inspect.hpp>

#include <doctest/doctest.h>

#include <signal.h>
#include <unistd.h>

#include <algorithm>

namespace closed_streams_test {

using namespace tests;

namespace {

/// A separate table name, and no table of that name at the end.
struct TableName {
    ~TableName() { ::unlink(("/dev/shm/ddc." + text).c_str()); }
    Command::Environment environment() const { return {{"DDC_NAME", text}}; }

    const std::string text = "test.streams." + std::to_string(::getpid());
};

/// The same command with all three standard streams closed.
std::vector<std::string> without_streams(const std::vector<std::string>& command) {
    std::string line = "exec " + (binary_directory() / command.at(0)).string();
    for (std::size_t i = 1; i < command.size(); ++i) line += " " + command[i];
    return {"/bin/sh", "-c", line + " <&- >&- 2>&-"};
}

std::string what_is_open(pid_t pid, int descriptor) {
    std::error_code none;
    const auto link = "/proc/" + std::to_string(pid) + "/fd/" + std::to_string(descriptor);
    return std::filesystem::read_symlink(link, none);
}

bool all_are_null(pid_t pid) {
    return what_is_open(pid, 0) == "/dev/null" && what_is_open(pid, 1) == "/dev/null" &&
           what_is_open(pid, 2) == "/dev/null";
}

bool is_attached(const std::string& table, pid_t pid) {
    const auto names = ddc::table_names();
    if (std::count(names.begin(), names.end(), table) == 0) return false;
    const auto users = ddc::attached_processes(table);
    return std::any_of(users.begin(), users.end(),
                       [pid](const ddc::Process& user) { return user.pid == pid; });
}

}  // namespace

TEST_CASE("every program opens /dev/null for closed standard streams, before anything else") {
    const ScratchDirectory scratch;
    const TableName table;
    REQUIRE(run(scratch, {"ddc", "create"}, table.environment()).exit_code == 0);
    const auto config = scratch.write("run.yaml", "mode: measured\n");
    const std::string port = std::to_string(20000 + ::getpid() % 20000);
    for (const std::vector<std::string>& program :
         std::vector<std::vector<std::string>>{{"autopilot", "ddc", "4000"},
                                               {"autopilot_basic", "4000"},
                                               {"cruise", "4000"},
                                               {"ddc-gateway", "run", config.string()},
                                               {"ddc", "echo", "0"},
                                               {"ddcserver", port},
                                               {"vdsim_realtime", "--cmd-port", port}}) {
        CAPTURE(program[0]);
        const Command sut(scratch, without_streams(program), table.environment());
        const Watchdog watchdog(20);
        await([&] { return all_are_null(sut.pid()); });
    }
}

TEST_CASE("the library keeps the table away from descriptors below 3") {
    const ScratchDirectory scratch;
    const TableName table;
    // A program that does not handle its closed streams, like unchanged ones.
    const Command sut(scratch, without_streams({"faulty_program", "4000", "never_runs"}),
                      table.environment());
    const Watchdog watchdog(20);
    await([&] { return is_attached(table.text, sut.pid()); });
    const std::string file = "/dev/shm/ddc." + table.text;
    for (int low = 0; low <= 2; ++low) {
        CHECK(what_is_open(sut.pid(), low) != file);
        // It reads its identity from /proc at its first write.
        await([&] { return what_is_open(sut.pid(), low).empty(); });
    }
}

TEST_CASE("a run with its standard error closed does not damage the table") {
    const ScratchDirectory scratch;
    const TableName table;
    REQUIRE(run(scratch, {"ddc", "create"}, table.environment()).exit_code == 0);
    const auto config = scratch.write("run.yaml", "program: {start_timeout_s: 1.5}\n");
    // It prints a line about the program that it waits for, and one at the end.
    Command sut(scratch, without_streams({"ddc-gateway", "run", config.string()}),
                table.environment());
    CHECK(sut.finish().exit_code == 1);
    const ddc::Diagnosis diagnosis = ddc::diagnose(table.text);
    CHECK(diagnosis.condition == ddc::Diagnosis::Condition::sound);
    CHECK(diagnosis.problems.empty());
}

TEST_CASE("a run without standard streams starts its program and ends in order") {
    const ScratchDirectory scratch;
    const TableName table;
    const auto config =
        scratch.write("run.yaml", "duration_s: 0.1\nprogram: {exec: [autopilot, ddc, \"4000\"]}\n");
    Command sut(scratch,
                without_streams({"ddc-gateway", "run", config.string(), "--summary",
                                 (scratch.path() / "summary.json").string()}),
                table.environment());
    CHECK(sut.finish(std::chrono::seconds(20)).exit_code == 0);
    CHECK(read_file(scratch.path() / "summary.json").find("\"duration\"") != std::string::npos);
}

}  // namespace closed_streams_test
