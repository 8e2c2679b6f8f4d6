// SPDX-License-Identifier: MIT
// Two runs with one table: entries belong to the first process that claims them, during its life.
#include "await_writes.hpp"

#include "scene.hpp"

#include <ddc/inspect.hpp>

#include <doctest/doctest.h>

#include <csignal>
#include <optional>

namespace two_gateways_test {

using namespace tests;

namespace {

constexpr ddc::Id delta_sec = 0x4004;

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

struct Runs : Scene {
    /// A run of autopilot_basic at a reference id, `keys` come first in its file.
    std::vector<std::string> command(const std::string& reference_id, double duration_s,
                                     const std::string& keys = "") const {
        const std::string text = keys + "duration_s: " + std::to_string(duration_s) +
                                 "\nddc: {name: " + table + "}\nprogram: {reference_id: \"0x" +
                                 reference_id + "\", exec: [autopilot_basic, \"" + reference_id +
                                 "\"]}\n";
        static int count = 0;
        return {"ddc-gateway", "run",
                scratch.write("run" + std::to_string(++count) + ".yaml", text).string()};
    }
    void await_cycles(std::uint64_t more) const {
        await_writes(table, delta_sec, writes_of(table, delta_sec) + more);
    }
};

void check_refused(const Finished& second, const Command& first) {
    CAPTURE(second.err);
    CHECK(second.exit_code == 1);
    CHECK(contains(second.err, "are in use: pid " + std::to_string(first.pid()) + " (ddc-gateway"));
    CHECK(contains(second.err, "another reference id"));
}

/// Stops a run while it does not hold the table's lock: otherwise no process could open the table.
void stop_outside_lock(Command& run, const std::string& table) {
    const auto is_stopped = [&] {
        const auto claims = ddc::diagnose(table).claims;
        return !claims.empty() && claims[0].holder.state == ddc::ProcessState::stopped;
    };
    const auto is_inside = [&] {
        const auto owner = ddc::diagnose(table).lock.owner;
        return owner && owner->pid == run.pid();
    };
    do {
        run.signal(SIGCONT);
        run.signal(SIGSTOP);
        await(is_stopped);
    } while (is_inside());
}

void check_second_is_refused(const std::string& keys) {
    CAPTURE(keys);
    const Watchdog watchdog;
    const Runs runs;
    Command first(runs.scratch, runs.command("4000", 100000, keys));
    runs.await_cycles(20);

    check_refused(run(runs.scratch, runs.command("4000", 1, keys)), first);
    runs.await_cycles(20);  // not disturbed
    first.signal(SIGINT);
    const Finished end = first.finish();
    CAPTURE(end.err);
    CHECK(end.exit_code == 0);
    CHECK(contains(end.out, "interrupted"));
    CHECK(runs.is_clean());
}

}  // namespace

TEST_CASE("a second run at the same reference id is rejected, and the first continues") {
    check_second_is_refused("");
    check_second_is_refused("mode: realtime\n");
}

TEST_CASE("a run whose entries would overlap those of another's program is rejected") {
    const Watchdog watchdog;
    const Runs runs;
    Command first(runs.scratch, runs.command("4000", 100000));
    runs.await_cycles(20);
    check_refused(run(runs.scratch, runs.command("4003", 1)), first);
    check_refused(run(runs.scratch, runs.command("4020", 1)), first);  // overlaps its inputs
    runs.await_cycles(20);
}

TEST_CASE("runs with separate entries share a table") {
    const Watchdog watchdog;
    const Runs runs;
    Command first(runs.scratch, runs.command("4000", 100000));
    runs.await_cycles(20);
    const Finished second = run(runs.scratch, runs.command("5000", 1));
    CAPTURE(second.err);
    CHECK(second.exit_code == 0);
    runs.await_cycles(20);
    CHECK(ddc::diagnose(runs.table).claims.size() == 1);
}

TEST_CASE("the entries of a run that was killed are free for the next") {
    const Watchdog watchdog;
    const Runs runs;
    Command first(runs.scratch, runs.command("4000", 100000));
    runs.await_cycles(20);
    first.signal(SIGKILL);
    CHECK(first.finish().exit_code == -1);
    const Finished second = run(runs.scratch, runs.command("4000", 1));
    CAPTURE(second.err);
    CHECK(second.exit_code == 0);
    CHECK(runs.is_clean());
}

TEST_CASE("a stopped run keeps its entries, and the message names it") {
    const Watchdog watchdog;
    const Runs runs;
    Command first(runs.scratch, runs.command("4000", 100000));
    runs.await_cycles(20);
    stop_outside_lock(first, runs.table);
    const Finished second = run(runs.scratch, runs.command("4000", 1));
    check_refused(second, first);
    CHECK(contains(second.err, ", stopped)"));
    first.signal(SIGCONT);
    runs.await_cycles(20);
}

TEST_CASE("programs of one run that overlap are reported") {
    const Watchdog watchdog;
    const Runs runs;
    const auto config = runs.scratch.write(
        "list.yaml",
        "duration_s: 0.2\nddc: {name: " + runs.table +
            "}\nprograms:\n"
            "  - {name: a, reference_id: \"0x4000\", exec: [autopilot_basic, 4000]}\n"
            "  - {name: b, reference_id: \"0x4010\", exec: [autopilot_basic, 4010]}\n");
    const Finished finished = run(runs.scratch, {"ddc-gateway", "run", config.string()});
    CAPTURE(finished.err);
    CHECK(finished.exit_code == 1);
    CHECK(contains(finished.err, "are in use: this process holds"));
}

}  // namespace two_gateways_test
