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
namespace request = gateway::request;

void ignore(const std::string&) {}

std::string own_socket() {
    return gateway::run_socket_name("test.control." + std::to_string(::getpid()), 0x4000);
}

TEST_CASE("another process reaches the run through a socket of the same user only") {
    const tests::Watchdog watchdog;
    const std::string name = own_socket();
    RunControl control;
    const std::string path = gateway::ControlFolder::name() / name;
    {
        const gateway::ControlSocket sut(name, {control, {}, false}, ignore);
        struct stat status {};
        REQUIRE(::stat(path.c_str(), &status) == 0);
        CHECK((status.st_mode & 0777) == 0600);
        tests::Child other([&] {
            return gateway::ask_control_socket(name, request::Pause{}).text == "ok" ? 0 : 1;
        });
        CHECK(other.wait() == 0);
        CHECK(control.pause);
        CHECK_THROWS_AS(gateway::ControlSocket(name, {control, {}, false}, ignore),
                        std::runtime_error);
    }
    CHECK_FALSE(std::filesystem::exists(path));
    CHECK_THROWS_AS(gateway::ask_control_socket(name, request::Status{}), std::runtime_error);
}

TEST_CASE("requests and replies of another process arrive unchanged") {
    using gateway::Reply;
    const tests::Watchdog watchdog;
    const std::string name = own_socket();
    RunControl control;
    gateway::StepGate gate(control, "lead", 0);
    const gateway::ControlSocket sut(name, {control, {&gate}, false}, ignore);
    const auto ask = [&](const gateway::RunRequest& asked) {
        return gateway::ask_control_socket(name, asked);
    };
    CHECK(ask(request::Scale{1.0 / 3}).text == "ok");
    CHECK(control.time_scale == 1.0 / 3);
    const Reply refused = ask(request::Step{3});
    CHECK((refused.outcome == Reply::Outcome::refused));
    CHECK(refused.text == "the run is not paused; first: ddc-gateway ctl pause");
    control.begin_pause();
    const Reply done = ask(request::Step{3});
    CHECK((done.outcome == Reply::Outcome::done));
    CHECK(done.text == "ended");
    CHECK((ask(request::Scale{1000}).outcome == Reply::Outcome::refused));
    CHECK(control.time_scale == 1.0 / 3);
}

TEST_CASE("a socket left by a killed process is replaced") {
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
    CHECK(gateway::ask_control_socket(name, request::Status{}).text ==
          "running, time scale as configured");
}

}  // namespace control_socket_test
