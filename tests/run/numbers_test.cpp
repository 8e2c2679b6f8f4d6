// SPDX-License-Identifier: MIT
#include "scene.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <string>
#include <utility>
#include <vector>

namespace numbers_test {

using tests::Command;
using tests::Finished;
using tests::Scene;
using tests::ScratchDirectory;
using Words = std::vector<std::string>;

void check_refused(const ScratchDirectory& scratch, const Words& words, const std::string& reason) {
    const tests::Watchdog watchdog;
    const Finished finished = tests::run(scratch, words);
    CAPTURE(words.back());
    CAPTURE(finished.err);
    CHECK(finished.exit_code == 2);
    CHECK(finished.err.find(reason) != std::string::npos);
    CHECK(finished.err.size() < 400);
}

/// Reasons why no number is accepted for `limits`, neither a double nor a whole number.
std::vector<std::pair<std::string, std::string>> no_numbers(const std::string& limits) {
    return {{"nan", "must be a number, is 'nan'"},
            {"1e300", "must be " + limits + ", is 1e300"},
            {"1e999", "must be " + limits + ", is 1e999"},
            {"-1e10", "must be " + limits + ", is -1e10"},
            {"5s", "must be a number, is '5s'"}};
}

/// @param text with NUMBER in each position for it
std::string with_number(std::string text, const std::string& number) {
    const std::string word = "NUMBER";
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at))
        text.replace(at, word.size(), number);
    return text;
}

TEST_CASE("an option of the command line accepts no number that a run cannot use") {
    const ScratchDirectory scratch;
    const std::string config = scratch.write("run.yaml", "mode: realtime\n");
    const std::pair<Words, std::string> options[] = {
        {{"ddc-gateway", "run", config, "--duration"}, "0.001 to 1000000000"},
        {{"ddc-gateway", "run", config, "--pace"}, "0.01 to 100"},
        {{"ddc-gateway", "ctl", "scale"}, "0.01 to 100"},
        {{"ddc-gateway", "ctl", "step"}, "1 to 1000000000"},
        {{"ddc-gateway", "ctl", "step", "--timeout"}, "0.001 to 1000000"},
        {{"ddcserver", "--start-timeout"}, "0.001 to 1000000"},
        {{"ddcserver", "--answer-timeout"}, "0.001 to 1000000"},
        {{"vdsim_realtime", "--duration"}, "0.001 to 1000000000"},
        {{"vdsim_realtime", "--rate"}, "1 to 10000"},
        {{"vdsim_realtime", "--cmd-timeout"}, "0.001 to 1000"},
        {{"vdsim_realtime", "--vx0"}, "-100 to 100"},
        {{"vdsim_realtime", "--cmd-port"}, "0 to 65535"},
        {{"vdsim_realtime", "--state-port"}, "1 to 65535"},
        {{"vdsim_realtime", "--state-version"}, "1 to 5"}};
    const auto check = [&](const Words& words, const std::string& number,
                           const std::string& reason) {
        Words all = words;
        all.push_back(number);
        check_refused(scratch, all, words.back()[0] != '-' ? reason : words.back() + ": " + reason);
    };
    for (const auto& [words, limits] : options)
        check(words, "1e300", "must be " + limits + ", is 1e300");
    // For each program and each position of a number; number_text_test.cpp tests other texts.
    for (const std::size_t one : {0U, 2U, 5U, 10U})
        for (const auto& [number, reason] : no_numbers(options[one].second))
            check(options[one].first, number, reason);
    for (const char* option : {"--cmd-port", "--state-port", "--state-version"})
        check_refused(scratch, {"vdsim_realtime", option, "1.5"}, "must be a whole number, is 1.5");
    check_refused(scratch, {"vdsim_realtime", "--state-port", "0"}, "must be 1 to 65535, is 0");
}

TEST_CASE("a key of a file accepts no number that a run cannot use, with the position") {
    const ScratchDirectory scratch;
    using Keys = std::vector<std::pair<std::string, std::string>>;
    const std::pair<std::string, Keys> files[] = {
        {"duration_s: NUMBER\n"
         "timing: {cycle_duration_s: NUMBER, execution_time_scale: NUMBER,\n"
         "         constant_execution_time_s: NUMBER}\n"
         "program: {start_timeout_s: NUMBER, answer_timeout_s: NUMBER}\n"
         "vehicle: {step_s: NUMBER, start: {vx_mps: NUMBER}}\n",
         {{"duration_s", "0.001 to 1000000000"},
          {"timing.cycle_duration_s", "0.000001 to 1000000"},
          {"timing.execution_time_scale", "0 to 1000"},
          {"timing.constant_execution_time_s", "0 to 1000000"},
          {"program.start_timeout_s", "0.001 to 1000000"},
          {"program.answer_timeout_s", "0.001 to 1000000"},
          {"vehicle.step_s", "0.00001 to 10"},
          {"vehicle.start.vx_mps", "-100 to 100"}}},
        {"mode: realtime\n"
         "realtime: {period_s: NUMBER, time_scale: NUMBER, program_timeout_s: NUMBER,\n"
         "           priority: NUMBER}\n"
         "vehicle: {vds1: {state_port: NUMBER, vehicle_id: NUMBER}}\n",
         {{"realtime.period_s", "0.0001 to 10"},
          {"realtime.time_scale", "0.01 to 100"},
          {"realtime.program_timeout_s", "0.001 to 1000000"},
          {"realtime.priority", "1 to 99"},
          {"vehicle.vds1.state_port", "1 to 65535"},
          {"vehicle.vds1.vehicle_id", "0 to 4294967295"}}}};
    for (const auto& [text, keys] : files)
        for (std::size_t i = 0; i < no_numbers("").size(); ++i) {
            const tests::Watchdog watchdog;
            const std::string number = no_numbers("")[i].first;
            const auto file = scratch.write("run.yaml", with_number(text, number));
            const Finished finished = tests::run(scratch, {"ddc-gateway", "validate", file});
            CAPTURE(finished.err);
            CHECK(finished.exit_code == 2);
            CHECK(finished.err.find("run.yaml:") != std::string::npos);
            CHECK(finished.err.size() < 400 * keys.size());
            for (const auto& [key, limits] : keys) {
                const std::string message = ": " + key + ": " + no_numbers(limits)[i].second;
                CAPTURE(message);
                CHECK(finished.err.find(message) != std::string::npos);
            }
        }
}

TEST_CASE("the longest permitted realtime run begins, and ends when it is stopped") {
    const tests::Watchdog watchdog;
    const Scene scene;
    const auto config =
        scene.scratch.write("run.yaml", "mode: realtime\nddc: {name: " + scene.table +
                                            "}\nprogram: {exec: [autopilot, ddc, \"4000\"]}\n");
    Command sut(scene.scratch, {"ddc-gateway", "run", config, "--duration", "1e9"});
    sut.wait_for_stderr(" cycles/s");
    sut.signal(SIGTERM);
    const Finished finished = sut.finish();
    CHECK(finished.exit_code == 0);
    CHECK(finished.out.find("end reason        interrupted") == 0);
}

TEST_CASE("the longest permitted measured run of the shortest cycles has enough memory") {
    const tests::Watchdog watchdog;
    const Scene scene;
    const auto config = scene.config("dies_in_cycle", "", "timing: {cycle_duration_s: 0.000001}\n");
    const Finished finished =
        tests::run(scene.scratch, {"ddc-gateway", "run", config, "--duration", "1e9"});
    CHECK(finished.exit_code == 1);
    CHECK(finished.err.find("was ended by signal 9") != std::string::npos);
}

}  // namespace numbers_test
