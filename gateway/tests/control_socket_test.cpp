// SPDX-License-Identifier: MIT
#include "control/control_socket.hpp"
#include "../../tests/support/child.hpp"
#include "../../tests/support/watchdog.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace {

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

}  // namespace
