// SPDX-License-Identifier: MIT
#include "scene.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <sstream>
#include <string>
#include <vector>

namespace failures_test {

using tests::Command;
using tests::Finished;
using tests::Scene;
using tests::ScratchDirectory;

/// Limits for an answer, in the section `program`.
const std::string deadline = "  answer_timeout_s: 0.5\n";

void check_failure(const std::string& fault, const std::string& message) {
    CAPTURE(fault);
    Scene scene;
    const Finished result = scene.run(fault, deadline);
    CHECK(result.exit_code == 1);
    INFO("standard error: " << result.err);
    CHECK(result.err.find(message) != std::string::npos);
    CHECK(scene.is_clean());
}

TEST_CASE("a program without a fault runs") {
    Scene scene;
    const Finished result = scene.run("none");
    CHECK(result.exit_code == 0);
    CHECK(result.out.find("cycles            50") != std::string::npos);
    CHECK(scene.is_clean());
}

TEST_CASE("no program within the deadline: the message names what it waited for") {
    check_failure("never_runs",
                  "no program within 2.0 s: waited for a program with reference id "
                  "0x4000 in table");
}

TEST_CASE("while it waits, the gateway reports for which program and since when") {
    Scene scene;
    Command sut(scene.scratch, {"ddc-gateway", "run", scene.config("never_runs")});
    sut.wait_for_stderr("waiting for a program with reference id 0x4000");
    sut.wait_for_stderr("since 1.");
    CHECK(sut.finish().exit_code == 1);
}

TEST_CASE("a program that dies is detected, before and in a cycle") {
    check_failure("dies_before", "ended with exit code 3 before it had set running");
    check_failure("dies_in_cycle", "was ended by signal 9 (Killed)");
}

TEST_CASE("a program that never answers ends the run at the deadline") {
    check_failure("never_answers",
                  "cycle 0: the program has not set run_cycle_switch (0x4003) back to false "
                  "within 0.5 s");
}

TEST_CASE("an interface string that cannot be used is rejected with its position") {
    check_failure("no_ports", "0x4009 (interface_string): the key \"ports\" is missing");
    check_failure("bad_kind", "must be \"basic\" or \"dynamic\", is \"static\"");
}

TEST_CASE("a slot table out of range or overlapping is rejected with port and ids") {
    check_failure("slot_range", "set_gas");
    check_failure("slot_overlap", "set_gas");
}

TEST_CASE("a port of unknown name is rejected by name") {
    check_failure("unknown_port", "port 2 'set_warp' (OUTPUT, Q): the gateway has no such signal");
}

TEST_CASE("outputs that must not reach a vehicle end the run") {
    check_failure("nan", "output 0x4022 (set_gas) is nan");
    check_failure("output_type", "output 0x4022 (set_gas): wrong type");
    check_failure("negative_time", "0x4005 (execution_time) must be 0 s or more");
}

TEST_CASE("an output out of range is limited and counted") {
    Scene scene;
    const Finished result = scene.run("too_much_gas");
    CHECK(result.exit_code == 0);
    CHECK(result.out.find("50 values were out of range") != std::string::npos);
}

TEST_CASE("a steering angle beyond 30 deg reaches the wheels as 30 deg") {
    const auto yaw_rad = [](const std::string& fault) {
        Scene scene;
        const Finished result =
            scene.run(fault, "", "vehicle: {start: {vx_mps: 5}}\ntrace: trace.csv\n");
        CHECK(result.exit_code == 0);
        const bool is_counted = result.out.find("50 values were out of range") != std::string::npos;
        CHECK(is_counted == (fault == "steers_too_far"));
        return tests::Trace(scene.scratch.path() / "trace.csv").column("yaw_rad");
    };
    const auto limited_rad = yaw_rad("steers_too_far");
    CHECK(limited_rad == yaw_rad("steers_far"));
    CHECK(limited_rad.back() < -0.1);
}

TEST_CASE("Ctrl-C ends a run in order, while waiting and while driving") {
    for (const char* fault : {"never_runs", "none"}) {
        CAPTURE(fault);
        Scene scene;
        const auto config = scene.config(fault, "", "trace: trace.csv\n");
        Command sut(scene.scratch, {"ddc-gateway", "run", config, "--duration", "100000"});
        sut.wait_for_stderr("started the program");
        sut.signal(SIGINT);
        const Finished result = sut.finish();
        CHECK(result.exit_code != -1);
        CHECK(scene.is_clean());
    }
}

TEST_CASE("each error of a run's file is reported on a separate line, in the order of the file") {
    Scene scene;
    const ScratchDirectory& scratch = scene.scratch;
    const auto actuator = scratch.write("slow.yaml", "steer: {lag_s: -1}\nthrottle: 3\n");
    const auto config = scratch.write("run.yaml",
                                      "duration_s: -1\n"
                                      "program: {on_loss: panic}\n"
                                      "timing: {cycle_s: 1}\n"
                                      "vehicle: {actuator: slow.yaml, step_s: fast}\n"
                                      "trace: t.csv\n"
                                      "trace: u.csv\n"
                                      "ddc: {name: " +
                                          scene.table + "}\n");
    const Finished result = tests::run(scratch, {"ddc-gateway", "run", config});
    CHECK(result.exit_code == 2);
    INFO("standard error: " << result.err);
    std::istringstream lines(result.err);
    std::vector<std::string> places;
    for (std::string line; std::getline(lines, line);) {
        CHECK(line.find("ddc-gateway: ") == 0);
        for (const char* part : {"run.yaml:", "slow.yaml:"})
            if (const auto at = line.find(part); at != std::string::npos)
                places.push_back(line.substr(at, line.find(' ', at) - at));
    }
    REQUIRE(places.size() > 6);
    CHECK(std::vector<std::string>(places.begin(), places.begin() + 3) ==
          std::vector<std::string>{"run.yaml:1:13:", "run.yaml:2:20:", "run.yaml:3:10:"});
    CHECK(places[3].find("slow.yaml:") == 0);
    CHECK(*(places.end() - 2) == "run.yaml:4:40:");
    CHECK(places.back() == "run.yaml:6:1:");
    CHECK(result.err.find("slow.yaml:1:16: steer.lag_s: must be 0 to 10, is -1\n") !=
          std::string::npos);
    CHECK(result.err.find("slow.yaml:2:11: throttle: must be a map of keys\n") !=
          std::string::npos);
    CHECK(scene.is_clean());
}

TEST_CASE("wrong arguments and files give exit code 2 and a message with the position") {
    ScratchDirectory scratch;
    const auto config = scratch.write("run.yaml", "route: {file: none.csv}\n");
    const Finished result = tests::run(scratch, {"ddc-gateway", "validate", config});
    CHECK(result.exit_code == 2);
    INFO("standard error: " << result.err);
    CHECK(result.err.find("run.yaml:1:15: route.file: ") != std::string::npos);
    CHECK(result.err.find("none.csv: cannot be read: No such file or directory") !=
          std::string::npos);
    for (const char* command : {"validate", "run", "replay"}) {
        const Finished missing = tests::run(scratch, {"ddc-gateway", command, "missing.yaml"});
        CHECK(missing.exit_code == 2);
        CHECK(missing.err ==
              "ddc-gateway: missing.yaml: cannot be read: No such file or directory\n");
    }
    CHECK(tests::run(scratch, {"ddc-gateway", "--help"}).exit_code == 0);
}

}  // namespace failures_test
