// SPDX-License-Identifier: MIT
// Programs that are lost during a run, and the effect of program.on_loss.
#include "scene.hpp"

#include "process.hpp"
#include "raw_table.hpp"
#include "watchdog.hpp"

#include <ddc/interface/layout.hpp>
#include <ddc/table.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>

namespace loss_test {

using tests::Command;
using tests::Finished;
using tests::Scene;
using tests::Trace;

constexpr std::size_t cycles = 50;

std::string on_loss(const std::string& policy) {
    return "  answer_timeout_s: 0.5\n  on_loss: " + policy + "\n";
}

nlohmann::json summary_of(const Scene& scene) {
    return nlohmann::json::parse(tests::read_file(scene.scratch.path() / "summary.json"));
}

bool is_all_near(const std::vector<double>& values, double expected) {
    return std::all_of(values.begin(), values.end(),
                       [&](double value) { return std::abs(value - expected) < 1e-9; });
}

TEST_CASE("a lost program ends the run unless the configuration has another policy") {
    const auto ends_with = [](const std::string& fault, const std::string& message) {
        CAPTURE(std::string(fault));
        const Scene scene;
        const Finished result = scene.run(fault, on_loss("fail"));
        INFO("standard error: " << result.err);
        CHECK(result.exit_code == 1);
        CHECK(result.err.find(message) != std::string::npos);
        CHECK(summary_of(scene)["exit_reason"] == "program_failed");
        CHECK(result.err.find(summary_of(scene)["error"]) != std::string::npos);
        CHECK(scene.is_clean());
    };
    ends_with("restarts_in_cycle",
              "cycle 10: the program has restarted: its header was written again");
    ends_with("restarts_after_cycle", "the program has restarted: its header was written again");
    ends_with("withdraws", "cycle 10: the program has set running to false");
    ends_with("late_once", "cycle 10: the program has not set run_cycle_switch (0x4003) back");
}

TEST_CASE("wait: simulated time is paused while a program restarts, then all cycles are run") {
    for (const char* fault : {"restarts_in_cycle", "restarts_after_cycle"}) {
        CAPTURE(std::string(fault));
        const Scene scene;
        const Finished result = scene.run(fault, on_loss("wait"), "trace: trace.csv\n");
        INFO("standard error: " << result.err);
        CHECK(result.exit_code == 0);
        CHECK(result.err.find("its header was written again; waiting for it") != std::string::npos);
        CHECK(summary_of(scene)["cycles"] == cycles);
        CHECK(summary_of(scene)["losses"] == 1);
        CHECK(summary_of(scene)["failsafe_s"] == 0);
        const Trace trace(scene.scratch.path() / "trace.csv");
        CHECK(trace.rows() == cycles);
        CHECK(is_all_near(trace.column("set_gas"), 0.1));
        CHECK(scene.is_clean());
    }
}

TEST_CASE("a late answer does not count as the answer to the next cycle") {
    for (const char* policy : {"wait", "failsafe"}) {
        for (const char* fault : {"late_once", "late_with_heartbeat"}) {
            CAPTURE(std::string(policy));
            CAPTURE(std::string(fault));
            const Scene scene;
            const Finished result = scene.run(fault, on_loss(policy), "trace: trace.csv\n");
            INFO("standard error: " << result.err);
            const bool is_failsafe = std::string(policy) == "failsafe";
            CHECK(result.exit_code == (is_failsafe ? 3 : 0));
            CHECK(summary_of(scene)["losses"] == 1);
            const Trace trace(scene.scratch.path() / "trace.csv");
            CHECK(trace.rows() == cycles);
            CHECK(is_all_near(trace.column("set_gas"), 0.1));
        }
    }
}

TEST_CASE("a program that is always too slow ends the run, or the run continues without it") {
    const std::string deadline = "  answer_timeout_s: 0.05\n  on_loss: ";
    const Scene waiting;
    const Finished given_up = waiting.run("always_late", deadline + "wait\n");
    CHECK(given_up.exit_code == 1);
    INFO("standard error: " << given_up.err);
    CHECK(given_up.err.find("cycle 1: the program has not set run_cycle_switch") !=
          std::string::npos);

    const Scene braking;
    const Finished result =
        tests::run(braking.scratch,
                   {"ddc-gateway", "run", braking.config("always_late", deadline + "failsafe\n"),
                    "--duration", "0.1", "--summary", braking.scratch.path() / "summary.json"});
    CHECK(result.exit_code == 3);
    CHECK(summary_of(braking)["cycles"] == 0);
    CHECK(summary_of(braking)["failsafe_s"].get<double>() == doctest::Approx(0.1));
}

TEST_CASE("without a program the vehicle gets the configured fail-safe command") {
    const auto speed_at_end = [](const std::string& brake) {
        const Scene scene;
        const Finished result = scene.run("dies_in_mid_run", on_loss("failsafe"),
                                          "trace: trace.csv\nvehicle: {start: {vx_mps: 20}}\n"
                                          "failsafe: {brake: " +
                                              brake + "}\n");
        INFO("standard error: " << result.err);
        CHECK(result.exit_code == 3);
        const Trace trace(scene.scratch.path() / "trace.csv");
        CHECK(trace.column("failsafe").back() == 1);
        return trace.column("vx_mps").back();
    };
    // 0.4 s without a program: 3 m/s less with the whole brake on a dry road
    CHECK(speed_at_end("0") - speed_at_end("1") > 2);
}

TEST_CASE("wait: another program may replace one that died") {
    const Scene scene;
    Command sut(scene.scratch,
                {"ddc-gateway", "run", scene.config("dies_in_mid_run", on_loss("wait")),
                 "--summary", scene.scratch.path() / "summary.json"});
    sut.wait_for_stderr("was ended by signal 9 (Killed); waiting for it");
    const Command another(scene.scratch, {"faulty_program", "4000", "none"},
                          {{"DDC_NAME", scene.table}});
    const Finished result = sut.finish();
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 0);
    CHECK(summary_of(scene)["cycles"] == cycles);
}

TEST_CASE("wait: no program returns within the start time-out") {
    const Scene scene;
    const Finished result = scene.run("withdraws", on_loss("wait"));
    CHECK(result.exit_code == 1);
    INFO("standard error: " << result.err);
    CHECK(result.err.find("no program within 2.0 s") != std::string::npos);
    CHECK(scene.is_clean());
}

TEST_CASE("failsafe: the vehicle holds its steering and brakes to a standstill") {
    const Scene scene;
    const auto config = scene.config("dies_in_mid_run", on_loss("failsafe"),
                                     "trace: trace.csv\nvehicle: {start: {vx_mps: 5}}\n");
    const Finished result =
        tests::run(scene.scratch, {"ddc-gateway", "run", config, "--duration", "2.5", "--summary",
                                   scene.scratch.path() / "summary.json"});
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 3);
    CHECK(result.err.find("the vehicle brakes until it is back") != std::string::npos);
    CHECK(summary_of(scene)["cycles"] == 10);
    CHECK(summary_of(scene)["failsafe_s"].get<double>() == doctest::Approx(2.4));
    CHECK(summary_of(scene)["exit_reason"] == "duration");
    CHECK(summary_of(scene)["vehicle"]["vx_mps"].get<double>() == doctest::Approx(0).epsilon(0.05));
    const Trace trace(scene.scratch.path() / "trace.csv");
    const auto failsafe = trace.column("failsafe");
    CHECK(std::count(failsafe.begin(), failsafe.end(), 0) == 10);
    const auto speed = trace.column("vx_mps"), yaw = trace.column("yaw_rad");
    CHECK(speed.at(10) > 4);
    CHECK(yaw.back() - yaw.at(10) > 0.1);  // it continues to turn left
}

TEST_CASE("Ctrl-C ends a run that waits for its program, and one that brakes") {
    for (const char* policy : {"wait", "failsafe"}) {
        CAPTURE(std::string(policy));
        const Scene scene;
        Command sut(scene.scratch,
                    {"ddc-gateway", "run", scene.config("withdraws", on_loss(policy)), "--duration",
                     "100000"});
        sut.wait_for_stderr("has set running to false; ");
        sut.signal(SIGINT);
        CHECK(sut.finish().exit_code != -1);
        CHECK(scene.is_clean());
    }
}

/// Whether a later cycle than the first was requested and is answered.
bool has_answered(const Scene& scene) {
    ddc::TableOptions options;
    options.name = scene.table;
    options.access = ddc::TableOptions::Access::read_only;
    const ddc::Table table = ddc::Table::open(options);
    namespace header = ddc::interface::header;
    double delta_sec = 0;
    bool is_asked = true;
    static_cast<void>(table.read(0x4000 + header::delta_sec, delta_sec));
    static_cast<void>(table.read(0x4000 + header::run_cycle_switch, is_asked));
    return delta_sec > 0 && !is_asked;
}

/// A live process holds the table's lock for longer than others wait for it (1 s).
void hold_lock(const Scene& scene) {
    const tests::RawTable table(scene.table);
    std::atomic<std::uint64_t>& owner = table.lock().owner;
    tests::await([&] {
        std::uint64_t free = 0;
        return owner.compare_exchange_weak(free, ddc::process::self());
    });
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(1400);
    tests::await([&] { return std::chrono::steady_clock::now() >= until; });
    owner = 0;
}

TEST_CASE("a run that could not write the program's inputs reports it, and ends with 3") {
    const tests::Watchdog watchdog;
    const Scene scene;
    // Other failures while the lock is held are retried, without an effect on the exit code.
    const auto config = scene.config("none", "  on_loss: wait\n");
    Command sut(scene.scratch, {"ddc-gateway", "run", config, "--pace", "0.1", "--summary",
                                scene.scratch.path() / "summary.json"});
    // Once a cycle is answered it waits for the clock, and then finds the table locked.
    tests::await([&] { return std::filesystem::exists("/dev/shm/ddc." + scene.table); });
    tests::await([&] { return has_answered(scene); });
    hold_lock(scene);
    const Finished result = sut.finish();
    INFO("standard error: " << result.err);
    CHECK(summary_of(scene)["missed_inputs"].get<int>() >= 1);
    CHECK(summary_of(scene)["exit_reason"] == "duration");
    CHECK(result.exit_code == 3);
    CHECK(result.err.find("the program did not get its inputs in") != std::string::npos);
    CHECK(result.out.find("missed inputs     in ") != std::string::npos);
}

}  // namespace loss_test
