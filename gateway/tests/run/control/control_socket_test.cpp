// SPDX-License-Identifier: MIT
#include "control/control_socket.hpp"
#include "child.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace control_socket_test {

using gateway::RunControl;

void ignore(const std::string&) {}

std::string own_socket() {
    return gateway::run_socket_name("test.control." + std::to_string(::getpid()), 0x4000);
}

std::string obey(const std::string& request, RunControl& control) {
    return gateway::obey(request, {control, {}, false}).text;
}

TEST_CASE("a request changes what the run is asked for, and nothing else does") {
    RunControl control;
    CHECK(obey("pause", control) == "ok");
    CHECK(control.pause);
    CHECK(obey("pause", control) == "ok");
    CHECK(control.pauses == 1);
    CHECK(obey("status", control) == "paused, time scale as configured");
    CHECK(obey("resume", control) == "ok");
    CHECK_FALSE(control.pause);
    CHECK(obey("scale 0.5", control) == "ok");
    CHECK(control.time_scale == 0.5);
    CHECK(obey("status", control) == "running, time scale 0.5");
    CHECK_FALSE(control.stop);
    CHECK(obey("stop", control) == "ok");
    CHECK(control.stop);
    for (const char* wrong :
         {"", "Pause", "pause now", "scale", "scale ", "scale 0", "scale 101", "scale nan",
          "scale inf", "scale 1x", "scale -1", "step", "step 0", "step 1.5", "step 1"}) {
        CAPTURE(std::string(wrong));
        CHECK(obey(wrong, control).rfind("error: ", 0) == 0);
    }
    CHECK(control.time_scale == 0.5);
}

TEST_CASE("the time of a vehicle that lives elsewhere is not scaled") {
    RunControl control;
    gateway::Controlled run{control, {}, false};
    run.has_remote_vehicle = true;
    const std::string answer = gateway::obey("scale 2", run).text;
    CHECK(answer.find("error: a vehicle of this run lives elsewhere") == 0);
    CHECK(control.time_scale == 0);
    CHECK(gateway::obey("pause", run).text == "ok");
}

using gateway::SafetyBoard;
using gateway::vehicle_interface::Rule;
using gateway::vehicle_interface::RuleMode;
using gateway::vehicle_interface::SafetyOptions;

std::string opened(const std::vector<SafetyBoard*>& boards, const char* part = "doors=open") {
    RunControl control;
    gateway::Controlled run{control, {}, false};
    for (SafetyBoard* board : boards) run.boards->add(*board);
    return gateway::obey(std::string("cabin ") + part, run).text;
}

SafetyOptions with_cabin(RuleMode mode) {
    SafetyOptions options;
    options.config.modes[static_cast<std::size_t>(Rule::cabin)] = mode;
    return options;
}

TEST_CASE("who opens a cabin is told where that stops no vehicle, and what to write") {
    SafetyBoard enforced("lead", {}), off("second", with_cabin(RuleMode::off)),
        warned("third", with_cabin(RuleMode::warn));
    CHECK(opened({&enforced}) == "ok");
    const std::string no_stop = "failed: noted, but it stops no vehicle here: ";
    CHECK(opened({&off}) == no_stop + "its rule is off; take `cabin: off` out of `safety.rules`");
    CHECK((off.doors == gateway::vehicle_interface::Secured::no));  // noted all the same
    CHECK(opened({&warned}) ==
          no_stop + "its rule only warns; take `cabin: warn` out of `safety.rules`");
    SafetyOptions reference;
    reference.compatibility = gateway::vehicle_interface::SafetyCompatibility::reference;
    SafetyBoard public_one("fourth", reference);
    CHECK(opened({&public_one}).find("take that out of `safety`") != std::string::npos);
    CHECK(opened({&enforced, &off}) ==
          "ok, but an open cabin stops not every vehicle here: second: its rule is off; take "
          "`cabin: off` out of `safety.rules`");
    CHECK(opened({&off}, "doors=closed") ==
          "ok, but an open cabin stops no vehicle here: its rule is off; take `cabin: off` out of "
          "`safety.rules`");
}

TEST_CASE("without a section safety an open cabin stops a run whose commands tell a motion") {
    SafetyBoard board("lead", gateway::vehicle_interface::default_safety());
    board.levels = gateway::bit_of(gateway::Level::pedals);
    CHECK(opened({&board}) ==
          "failed: noted, but it stops no vehicle here: without a section `safety` it stops "
          "accelerations, velocities and curvatures alone; add `safety: {}`");
    board.levels |= gateway::bit_of(gateway::Level::velocity);
    CHECK(opened({&board}) == "ok");
}

TEST_CASE("another process reaches the run through a socket of the user alone") {
    const tests::Watchdog watchdog;
    const std::string name = own_socket();
    RunControl control;
    const std::string path = gateway::ControlFolder::name() / name;
    {
        const gateway::ControlSocket sut(name, {control, {}, false}, ignore);
        struct stat status {};
        REQUIRE(::stat(path.c_str(), &status) == 0);
        CHECK((status.st_mode & 0777) == 0600);
        tests::Child other(
            [&] { return gateway::ask_control_socket(name, "pause") == "ok" ? 0 : 1; });
        CHECK(other.wait() == 0);
        CHECK(control.pause);
        CHECK_THROWS_AS(gateway::ControlSocket(name, {control, {}, false}, ignore),
                        std::runtime_error);
    }
    CHECK_FALSE(std::filesystem::exists(path));
    CHECK_THROWS_AS(gateway::ask_control_socket(name, "status"), std::runtime_error);
}

TEST_CASE("a socket that a killed process left is taken over") {
    const tests::Watchdog watchdog;
    const std::string name = own_socket();
    RunControl control;
    tests::Child killed([&] {
        const gateway::ControlSocket left_behind(name, {control, {}, false}, ignore);
        ::raise(SIGKILL);
        return 0;
    });
    REQUIRE(killed.wait() == -SIGKILL);
    REQUIRE(std::filesystem::exists(gateway::ControlFolder::name() / name));
    const gateway::ControlSocket sut(name, {control, {}, false}, ignore);
    CHECK(gateway::ask_control_socket(name, "status") == "running, time scale as configured");
}

}  // namespace control_socket_test
