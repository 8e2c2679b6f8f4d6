// SPDX-License-Identifier: MIT
// Messages of vdsim_realtime about invalid flags and files.
#include "plant_process.hpp"

#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace server_mistakes_test {

using Strings = std::vector<std::string>;

TEST_CASE("wrong flags and files are reported with their position, exit code 2") {
    const tests::Watchdog watchdog;
    const tests::ScratchDirectory scratch;
    const std::string bad_vehicle = scratch.write("v.yaml", "mass_kg: heavy\n").string();
    const std::string bad_key = scratch.write("k.yaml", "vehicles:\n  - colour: red\n").string();
    const std::string bad_allow =
        scratch.write("l.yaml", "allow: [nowhere]\nvehicles: [{}]\n").string();
    const std::string twice = scratch.write("t.yaml", "vehicles: [{}, {}]\n").string();
    const std::string actuation =
        scratch.write("a.yaml", "vehicles:\n  - model: actuation_cmd\n").string();
    const std::pair<Strings, Strings> cases[] = {
        {{"--level", "L7"}, {"--level", "L7"}},
        {{"--state-ip", "nowhere"}, {"--state-ip", "nowhere"}},
        {{"--bind", "nowhere"}, {"--bind", "nowhere"}},
        {{"--allow", "nowhere"}, {"--allow", "nowhere"}},
        {{"--allow", "192.0.2.1", "no_such_file.yaml"}, {"no_such_file.yaml"}},
        {{"--reply-to-sender", "some"}, {"--reply-to-sender", "some"}},
        {{"--config", bad_allow}, {"l.yaml:1:", "allow", "nowhere"}},
        {{"--colour"}, {"--colour"}},
        {{"no_such_file.yaml"}, {"no_such_file.yaml"}},
        {{bad_vehicle}, {"v.yaml:1:"}},
        {{"--sensors", bad_key}, {"k.yaml:1:"}},
        {{"--config", twice}, {"vehicle_id 0", "7001"}},
        {{"--config", actuation}, {"a.yaml:2:", "model"}},
        {{"--config", bad_key, "--rate", "100"}, {"--config", "--rate"}}};
    for (const auto& [flags, wanted] : cases) {
        Strings words = flags;
        const std::string flag = flags.front();
        words.insert(words.begin(), "vdsim_realtime");
        const auto finished = tests::run(scratch, words);
        CAPTURE(flag);
        CAPTURE(finished.err);
        CHECK(finished.exit_code == 2);
        for (const std::string& text : wanted) CHECK(finished.err.find(text) != std::string::npos);
    }
}

TEST_CASE("each error of the file is reported on a separate line, in the order of the file") {
    const tests::Watchdog watchdog;
    const tests::ScratchDirectory scratch;
    const std::string file = scratch
                                 .write("plant.yaml",
                                        "rate_hz: 0\n"
                                        "bind: nowhere\n"
                                        "vehicles:\n"
                                        "  - cmd_port: 70000\n"
                                        "    state: [{port: 0}]\n"
                                        "    modell: bicycle\n"
                                        "  - step_s: 0.01\n"
                                        "time_scale: slow\n")
                                 .string();
    const auto finished = tests::run(scratch, {"vdsim_realtime", "--config", file});
    CAPTURE(finished.err);
    CHECK(finished.exit_code == 2);
    std::size_t at = 0;
    for (const char* place : {"1:10: rate_hz", "2:7: bind", "4:15: vehicles[0].cmd_port",
                              "5:20: vehicles[0].state[0].port", "6:5: vehicles[0].modell",
                              "7:13: vehicles[1].step_s", "8:13: time_scale"}) {
        const std::string begin = "vdsim_realtime: " + file + ":" + place + ": ";
        CAPTURE(begin);
        CHECK(finished.err.compare(at, begin.size(), begin) == 0);
        at = finished.err.find('\n', at) + 1;
    }
    CHECK(at == finished.err.size());
}

}  // namespace server_mistakes_test
