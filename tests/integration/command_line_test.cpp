// SPDX-License-Identifier: MIT
// What every program of the project understands on its command line.
#include "command.hpp"

#include "skip.hpp"

#include <doctest/doctest.h>

namespace command_line_test {

using namespace tests;

namespace {

/// What a command line that makes no sense is told.
std::string refusal(const ScratchDirectory& scratch, const std::string& name,
                    std::vector<std::string> words) {
    words.insert(words.begin(), name);
    const Finished sut = run(scratch, words);
    CHECK_MESSAGE(sut.exit_code == 2, name, ": ", sut.err);
    CHECK(sut.out.empty());
    return sut.err;
}

bool has(const std::string& text, const std::string& part) {
    const bool found = text.find(part) != std::string::npos;
    if (!found) MESSAGE("no '", part, "' in: ", text);
    return found;
}

}  // namespace

TEST_CASE("every program tells the project's version, all in one form") {
    const ScratchDirectory scratch;
    for (const std::string name :
         {"ddc", "ddctool", "ddc-gateway", "ddcserver", "vdsim_realtime", "autopilot",
          "autopilot_basic", "cruise", "ddc-bench", "vds1_ros_bridge"}) {
        if (!std::filesystem::exists(binary_directory() / name)) {
            MESSAGE(name, " is not part of this build");
            continue;
        }
        const Finished sut = run(scratch, {name, "--version"});
        CHECK_MESSAGE(sut.exit_code == 0, name);
        CHECK(sut.out == name + " " PROJECT_VERSION "\n");
    }
}

TEST_CASE("the programs in Python tell the same version") {
    if (IS_SANITIZED) TEST_SKIPPED("Python cannot load a library with a sanitizer");
    if (!std::filesystem::exists("/usr/bin/python3")) TEST_SKIPPED("there is no python3");
    const ScratchDirectory scratch;
    const Command::Environment library{{"DDC_LIBRARY", DDC_LIBRARY}};
    for (const std::string name : {"autopilot_basic.py", "vds1.py"}) {
        const std::string file = PROJECT_DIRECTORY "/programs/python/" + name;
        const Finished sut = run(scratch, {"/usr/bin/python3", file, "--version"}, library);
        CHECK_MESSAGE(sut.exit_code == 0, sut.err);
        CHECK(sut.out == name + " " PROJECT_VERSION "\n");
    }
}

TEST_CASE("a verb of ddc-gateway that does not exist is refused with the nearest one") {
    const ScratchDirectory scratch;
    CHECK(has(refusal(scratch, "ddc-gateway", {"valdiate", "x.yaml"}), "did you mean validate?"));
    CHECK(has(refusal(scratch, "ddc-gateway", {"frobnicate"}), "the verbs are run, validate"));
    CHECK(has(refusal(scratch, "ddc-gateway", {}), "The verbs are run, validate"));
}

TEST_CASE("an option that does not exist is refused with the nearest one of its sub-command") {
    const ScratchDirectory scratch;
    const auto told = [&](std::vector<std::string> words) {
        return refusal(scratch, "ddc-gateway", std::move(words));
    };
    CHECK(has(told({"run", "x.yaml", "--duraton", "5"}), "did you mean --duration?"));
    CHECK(has(told({"run", "--sumary=s.json"}), "did you mean --summary?"));
    CHECK(has(told({"validate", "x.yaml", "--halp"}), "did you mean --help?"));
    CHECK(has(told({"replay", "x.yaml", "--reprot", "r.json"}), "did you mean --report?"));
    CHECK(has(told({"identify", "x.csv", "--fitt", "steer"}), "did you mean --fit?"));
    CHECK(has(told({"ctl", "pause", "--dcd", "demo"}), "did you mean --ddc?"));
    CHECK(has(told({"--verison"}), "did you mean --version?"));
    CHECK(has(told({"run", "x.yaml", "y.yaml"}), "'y.yaml' is one argument too many"));
    CHECK(has(told({"mcap", "info"}),
              "ddc-gateway mcap info: FILE is required\nSee ddc-gateway mcap info --help"));
    CHECK(has(told({"mcap", "inof"}), "there is no verb 'inof'; did you mean info?"));
    CHECK(
        has(told({"mcap", "info", "x.mcap", "--json"}), "mcap info: there is no option '--json'"));
    CHECK(has(told({"run", "x.yaml", "--duraton", "5"}), "See ddc-gateway run --help"));
}

TEST_CASE("vdsim_realtime names the nearest option too") {
    const ScratchDirectory scratch;
    const std::string told = refusal(scratch, "vdsim_realtime", {"--lvel", "L3"});
    CHECK(has(told, "vdsim_realtime: there is no option '--lvel'; did you mean --level?"));
    CHECK(has(told, "See vdsim_realtime --help"));
    CHECK(has(refusal(scratch, "vdsim_realtime", {"car.yaml", "tyre.yaml", "more.yaml"}),
              "'more.yaml' is one argument too many"));
}

}  // namespace command_line_test
