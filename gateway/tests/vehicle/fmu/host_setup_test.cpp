// SPDX-License-Identifier: MIT
#include "fmu/host_setup.hpp"
#include "fmu/pedal_effect.hpp"

#include <doctest/doctest.h>

namespace host_setup_test {

using namespace gateway::fmu_host;

TEST_CASE("a setup arrives as it was sent") {
    HostSetup setup;
    setup.file = "/a b/car.fmu";
    setup.only_check = true;
    setup.memory_mb = 512;
    setup.step_s = 0.1;
    setup.communication_step_s = 0.3;
    setup.inputs = {{"in[1]", "steer_rad", "rad", 0.017453292519943295, -16, 1e-3, {}}};
    setup.start = {{"x0", "x_m", "m", {}, 1, 0, -0.1}};
    setup.parameters = {{"a.b", "text with blanks"}, {"c", ""}};
    const HostSetup read = setup_from(to_text(setup));
    CHECK(read.file == setup.file);
    CHECK(read.only_check);
    CHECK_FALSE(read.allow_tool);
    CHECK(read.memory_mb == 512);
    CHECK(read.communication_step_s == 0.3);
    REQUIRE(read.inputs.size() == 1);
    CHECK(read.inputs[0].variable == "in[1]");
    CHECK(read.inputs[0].factor == 0.017453292519943295);
    CHECK(read.inputs[0].gain == -16);
    CHECK_FALSE(read.inputs[0].value);
    CHECK(read.start.at(0).value == -0.1);
    CHECK(read.parameters.at(0).value == "text with blanks");
    CHECK(read.parameters.at(1).value.empty());
}

TEST_CASE("a name with a control character is refused") {
    HostSetup setup;
    setup.parameters = {{"a\tb", "1"}};
    CHECK_THROWS_AS(to_text(setup), std::invalid_argument);
    CHECK_THROWS_AS(setup_from("input\tshort"), std::invalid_argument);
}

TEST_CASE("a report of the worker is not trusted") {
    HostReport report;
    report.steps = 10;
    report.wrong = {{Section::outputs, 3, "two\nlines"}};
    report.warnings = {"a"};
    const HostReport read = report_from(to_text(report));
    CHECK(read.steps == 10);
    REQUIRE(read.wrong.size() == 1);
    CHECK(read.wrong[0].text == "two lines");
    const HostReport bad = report_from(
        "steps\t0\nsteps\t-1\nwrong\tnowhere\t1\tx\nwrong\tinput\t-1\tx\nwrong\nwarning\t\x1b["
        "31m\n");
    CHECK(bad.steps == 1);
    CHECK(bad.wrong.empty());
    REQUIRE(bad.warnings.size() == 1);
    CHECK(bad.warnings[0] == "\\x1b[31m");
    std::string many;
    for (int i = 0; i < 20'000; ++i) many += "warning\tx\n";
    CHECK(report_from(many).warnings.size() == 10'000);
}

TEST_CASE("a text for the log is limited") {
    CHECK(printable("abc", 2) == "ab...");
    CHECK(printable("a\nb") == "a\\nb");
}

TEST_CASE("pedals of a vehicle without pedals brake to a standstill, not backwards") {
    const gateway::PedalResponse response;
    using plant::Gear;
    double speed_mps = 10;
    for (int i = 0; i < 3000; ++i)
        speed_mps += 0.001 * gateway::acceleration_of({0, 0, 1}, Gear::drive, response, speed_mps);
    CHECK(std::abs(speed_mps) < 0.01);
    CHECK(gateway::acceleration_of({0, 1, 0}, Gear::drive, response, 0) == doctest::Approx(3));
    CHECK(gateway::acceleration_of({0, 1, 0}, Gear::reverse, response, 0) == doctest::Approx(-3));
    CHECK(gateway::acceleration_of({0, 1, 0}, Gear::neutral, response, 0) == 0);
    CHECK(gateway::wheel_torque_of({0, 0.5, 0}, Gear::drive, 800, 4000, 5) == 100);
    CHECK(gateway::wheel_torque_of({0, 0, 1}, Gear::drive, 800, 4000, 5) == -1000);
    CHECK(gateway::wheel_torque_of({0, 0, 1}, Gear::drive, 800, 4000, -5) == 1000);
}

}  // namespace host_setup_test
