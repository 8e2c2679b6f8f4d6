// SPDX-License-Identifier: MIT
// Command-line options that every program of the project supports.
#include "command.hpp"

#include "skip.hpp"

#include <doctest/doctest.h>

#include <sstream>

namespace command_line_test {

using namespace tests;

namespace {

/// The message about an invalid command line.
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

TEST_CASE("every program prints the project's version, all in one form") {
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

TEST_CASE("the programs in Python print the same version") {
    if (IS_SANITIZED) TEST_SKIPPED("Python cannot load a library with a sanitizer");
    if (!std::filesystem::exists("/usr/bin/python3")) TEST_SKIPPED("there is no python3");
    const ScratchDirectory scratch;
    const Command::Environment library{{"DDC_LIBRARY", DDC_LIBRARY}};
    for (const std::string name : {"autopilot_basic.py", "cruise.py", "vds1.py"}) {
        const std::string file = PROJECT_DIRECTORY "/programs/python/" + name;
        const Finished sut = run(scratch, {"/usr/bin/python3", file, "--version"}, library);
        CHECK_MESSAGE(sut.exit_code == 0, sut.err);
        CHECK(sut.out == name + " " PROJECT_VERSION "\n");
    }
}

TEST_CASE("an unknown verb of ddc-gateway is rejected with the nearest one") {
    const ScratchDirectory scratch;
    CHECK(has(refusal(scratch, "ddc-gateway", {"valdiate", "x.yaml"}), "did you mean validate?"));
    CHECK(has(refusal(scratch, "ddc-gateway", {"frobnicate"}), "the verbs are run, validate"));
    CHECK(has(refusal(scratch, "ddc-gateway", {}), "missing command; use one of: run, validate"));
}

TEST_CASE("help for an unknown verb is rejected with the nearest one") {
    const ScratchDirectory scratch;
    CHECK(has(refusal(scratch, "ddc-gateway", {"valdiate", "--help"}), "did you mean validate?"));
    CHECK(has(refusal(scratch, "ddc-gateway", {"mcap", "inof", "--help"}), "did you mean info?"));
}

TEST_CASE("the help of each verb of ddc-gateway ends with an example of that verb") {
    const ScratchDirectory scratch;
    for (const std::string verb : {"run",
                                   "validate",
                                   "replay",
                                   "identify",
                                   "compare",
                                   "check",
                                   "ctl",
                                   "campaign",
                                   "campaign plan",
                                   "campaign work",
                                   "campaign run",
                                   "campaign submit",
                                   "campaign status",
                                   "campaign merge",
                                   "campaign report",
                                   "campaign shrink",
                                   "campaign rerun",
                                   "safety",
                                   "mcap",
                                   "mcap info",
                                   "mcap repair",
                                   "rerun",
                                   "view",
                                   "studio",
                                   "new-program"}) {
        std::vector<std::string> words{"ddc-gateway"};
        std::istringstream names(verb);
        for (std::string name; names >> name;) words.push_back(name);
        words.push_back("--help");
        const Finished sut = run(scratch, words);
        CHECK(sut.exit_code == 0);
        const std::size_t example = sut.out.find("\nExample");
        REQUIRE_MESSAGE(example != std::string::npos, verb);
        CHECK_MESSAGE(has(sut.out.substr(example), "ddc-gateway " + verb), verb);
    }
}

TEST_CASE("the help marks the options that take files") {
    const ScratchDirectory scratch;
    const std::string sut = run(scratch, {"ddc-gateway", "run", "--help"}).out;
    CHECK(has(sut, "CONFIG FILE REQUIRED"));
    CHECK(has(sut, "--summary FILE"));
    CHECK(has(sut, "--junit FILE"));
    CHECK(has(run(scratch, {"vdsim_realtime", "--help"}).out, "--config FILE"));
}

TEST_CASE("every program prints its help") {
    const ScratchDirectory scratch;
    for (const std::string name : {"autopilot_basic", "autopilot_actuation", "cruise", "high_level",
                                   "limiter", "platoon", "table_vehicle", "ddc-guardian"})
        for (const std::string option : {"-h", "--help"}) {
            const Finished sut = run(scratch, {name, option});
            CHECK_MESSAGE(sut.exit_code == 0, name);
            CHECK(has(sut.out, "Usage: "));
            CHECK(sut.err.empty());
        }
}

TEST_CASE("an example program reports its invalid argument") {
    const ScratchDirectory scratch;
    for (const std::string name : {"autopilot_basic", "autopilot_actuation", "cruise", "high_level",
                                   "limiter", "table_vehicle"}) {
        const std::string wrong = ": REFERENCE_ID must be hexadecimal, 4000 to ffffff, is '";
        CHECK(has(refusal(scratch, name, {}), name + ": REFERENCE_ID is missing\nUsage: "));
        for (const std::string id : {"", "3fff", "1000000", "4000x", "-4000"})
            CHECK(has(refusal(scratch, name, {id}), name + wrong + id + "'\nUsage: "));
        CHECK(has(refusal(scratch, name, {"4000", "1"}),
                  name + ": '1' is one argument too many\nUsage: "));
    }
    CHECK(has(refusal(scratch, "platoon", {"4000"}), "platoon: PLACE is missing\nUsage: "));
    CHECK(has(refusal(scratch, "platoon", {"4000", "100"}),
              "platoon: PLACE must be 0 to 99, is '100'\nUsage: "));
}

TEST_CASE("an example program reports a failure after its name") {
    const ScratchDirectory scratch;
    for (const std::string name : {"autopilot_basic", "autopilot_actuation", "cruise", "high_level",
                                   "limiter", "table_vehicle"}) {
        const Finished sut = run(scratch, {name, "4000"}, {{"DDC_NAME", "no/name"}});
        CHECK(sut.exit_code == 1);
        CHECK_MESSAGE(sut.err.rfind(name + ": ", 0) == 0, sut.err);
        CHECK(has(sut.err, "no/name"));
    }
}

TEST_CASE("the old verb campaign replay works with a warning and is not offered") {
    const ScratchDirectory scratch;
    const Finished sut = run(scratch, {"ddc-gateway", "campaign", "replay", "--help"});
    CHECK(sut.exit_code == 0);
    CHECK(has(sut.out, "ddc-gateway campaign rerun"));
    CHECK(has(sut.err, "`campaign replay` is now called `campaign rerun`"));
    CHECK(run(scratch, {"ddc-gateway", "campaign", "--help"}).out.find("replay") ==
          std::string::npos);
}

TEST_CASE("the help of each verb that repeats something names what it repeats") {
    const ScratchDirectory scratch;
    const auto help = [&](std::vector<std::string> words) {
        words.emplace_back("--help");
        return run(scratch, words).out;
    };
    CHECK(has(help({"ddc-gateway", "replay"}), "commands are applied to the vehicle model"));
    CHECK(has(help({"ddc-gateway", "rerun"}), "NEW gets the recorded inputs"));
    CHECK(has(help({"ddc-gateway", "campaign", "rerun"}),
              "values and seeds of the run are used again"));
    CHECK(has(help({"ddc-gateway", "view"}), "Sends the recorded messages"));
    CHECK(has(help({"ddc", "play"}), "Repeats the recorded writes"));
}

TEST_CASE("an invalid word for an argument is rejected with the nearest one") {
    const ScratchDirectory scratch;
    CHECK(has(refusal(scratch, "ddc-gateway", {"ctl", "stpe"}),
              "ACTION: must be one of pause, step, resume, stop, release, scale, cabin, fault, "
              "status, is "
              "'stpe'; did you mean step"));
    CHECK(has(refusal(scratch, "vdsim_realtime", {"--bind", "localhost"}),
              "must be an address such as 192.168.0.7, is 'localhost'"));
}

TEST_CASE("an unknown option is rejected with the nearest one of its sub-command") {
    const ScratchDirectory scratch;
    const auto error_of = [&](std::vector<std::string> words) {
        return refusal(scratch, "ddc-gateway", std::move(words));
    };
    CHECK(has(error_of({"run", "x.yaml", "--duraton", "5"}), "did you mean --duration?"));
    CHECK(has(error_of({"run", "--sumary=s.json"}), "did you mean --summary?"));
    CHECK(has(error_of({"validate", "x.yaml", "--halp"}), "did you mean --help?"));
    CHECK(has(error_of({"replay", "x.yaml", "--reprot", "r.json"}), "did you mean --report?"));
    CHECK(has(error_of({"identify", "x.csv", "--fitt", "steer"}), "did you mean --fit?"));
    CHECK(has(error_of({"ctl", "pause", "--dcd", "demo"}), "did you mean --ddc?"));
    CHECK(has(error_of({"--verison"}), "did you mean --version?"));
    CHECK(has(error_of({"run", "x.yaml", "y.yaml"}), "'y.yaml' is one argument too many"));
    CHECK(has(error_of({"mcap", "info"}),
              "ddc-gateway mcap info: FILE is required\nSee ddc-gateway mcap info --help"));
    CHECK(has(error_of({"mcap", "inof"}), "there is no verb 'inof'; did you mean info?"));
    CHECK(has(error_of({"mcap", "info", "x.mcap", "--json"}),
              "mcap info: there is no option '--json'"));
    CHECK(has(error_of({"run", "x.yaml", "--duraton", "5"}), "See ddc-gateway run --help"));
}

TEST_CASE("vdsim_realtime names the nearest option too") {
    const ScratchDirectory scratch;
    const std::string error_of = refusal(scratch, "vdsim_realtime", {"--lvel", "L3"});
    CHECK(has(error_of, "vdsim_realtime: there is no option '--lvel'; did you mean --level?"));
    CHECK(has(error_of, "See vdsim_realtime --help"));
    CHECK(has(refusal(scratch, "vdsim_realtime", {"car.yaml", "tyre.yaml", "more.yaml"}),
              "'more.yaml' is one argument too many"));
}

}  // namespace command_line_test
