// SPDX-License-Identifier: MIT
// The vehicle's commands between those of the controller, after their end, and during manual
// control.
#include "vehicle_parts.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <utility>

namespace who_drives_test {

using namespace gateway::vehicle_interface;
using namespace gateway::vehicle_interface::tests;
using namespace std::chrono_literals;

TEST_CASE("hold: between commands the last one stays, bit-identical") {
    SafetyStateMachine sut{at_any_rate()};
    CHECK_FALSE(sut.output(0s).control);
    sut.compute_safe_commands(control(1s, 1.25F, 0.125F));
    for (const Stamp now : {1000ms, 1001ms, 1499ms, 1500ms}) {
        const SafeCommands safe = sut.output(now);
        CHECK(safe.control->long_accel_mps2 == 1.25F);
        CHECK(safe.control->front_wheel_angle_rad == 0.125F);
    }
}

TEST_CASE("command_timeout: steer straight, an assertive stop, hazard lights, and the return") {
    SafetyStateMachine sut{at_any_rate()};
    sut.update(driving(8), report_at(900ms));
    VehicleStateCommand left;
    left.blinker = Blinker::left;
    sut.compute_safe_commands(control(1s, 1.0F, 0.2F), left);
    CHECK(sut.output(1500ms).reports.empty());
    SafeCommands safe = sut.output(1500ms + 1ns);
    CHECK(safe.reports.has(Report::command_timeout));
    CHECK(safe.control->long_accel_mps2 == -3.0F);
    CHECK(safe.control->front_wheel_angle_rad == 0.0F);
    CHECK(safe.state->blinker == Blinker::hazard);
    CHECK(safe.state->gear == Gear::no_command);
    sut.output(1600ms);
    CHECK(sut.record(Rule::command_timeout).count == 1);
    safe = sut.compute_safe_commands(control(2s, 0.5F));
    CHECK(safe.control->long_accel_mps2 == 0.5F);
    CHECK(safe.state->blinker == Blinker::left);
    CHECK(sut.output(2100ms).state->blinker == Blinker::left);
}

TEST_CASE("command_timeout: a program that only sends invalid commands times out") {
    SafetyStateMachine sut{at_any_rate()};
    sut.update(driving(8), report_at(900ms));
    sut.compute_safe_commands(control(1s, 1.0F));
    sut.compute_safe_commands(control(1400ms, not_a_number));
    CHECK(sut.output(1501ms).reports.has(Report::command_timeout));
    const SafeCommands safe = sut.compute_safe_commands(control(1600ms, not_a_number));
    CHECK(safe.control->long_accel_mps2 == -3.0F);
}

TEST_CASE("command_timeout: state commands last without limit") {
    SafetyStateMachine sut{at_any_rate()};
    VehicleStateCommand state;
    state.wiper = Wiper::low;
    sut.compute_safe_commands(control(1s, 0), state);
    sut.compute_safe_commands(control(1000s, 0));
    CHECK(sut.output(1000s).state->wiper == Wiper::low);
    CHECK(sut.output(1000s).state->headlight == Headlight::on);
}

TEST_CASE("cabin: automation starts only with doors, belts and hand brake in the required state") {
    const auto mode_after = [](Secured doors, Secured belts, bool hand_brake, RuleMode mode,
                               bool unknown_is_open = false) {
        SafetyConfig config = with(Rule::cabin, mode);
        config.cabin = {doors, belts};
        config.unknown_cabin_is_open = unknown_is_open;
        SafetyStateMachine sut(config);
        VehicleStateReport report = report_at(0s);
        report.hand_brake = hand_brake;
        sut.update({}, report);
        const SafeCommands safe =
            sut.compute_safe_commands(control(1s, 0), request(DrivingMode::autonomous));
        CHECK(safe.reports.has(Report::cabin_not_secured) == (sut.record(Rule::cabin).count == 1));
        return std::pair(safe.state->mode, sut.record(Rule::cabin).count);
    };
    using S = Secured;
    const std::pair<DrivingMode, std::uint64_t> starts{DrivingMode::autonomous, 0},
        refused{DrivingMode::no_command, 1}, warned{DrivingMode::autonomous, 1};
    CHECK(mode_after(S::yes, S::yes, false, RuleMode::enforce) == starts);
    CHECK(mode_after(S::no, S::yes, false, RuleMode::enforce) == refused);
    CHECK(mode_after(S::yes, S::no, false, RuleMode::enforce) == refused);
    CHECK(mode_after(S::yes, S::yes, true, RuleMode::enforce) == refused);
    CHECK(mode_after(S::unknown, S::yes, false, RuleMode::enforce) == starts);
    CHECK(mode_after(S::unknown, S::yes, false, RuleMode::enforce, true) == refused);
    CHECK(mode_after(S::unknown, S::unknown, false, RuleMode::warn) == starts);
    CHECK(mode_after(S::no, S::unknown, false, RuleMode::warn) == warned);
    CHECK(mode_after(S::no, S::no, true, RuleMode::off) == starts);
}

TEST_CASE("cabin: while it is open only the acceleration of a stop passes") {
    SafetyConfig config = secured();
    config.cabin.belts = Secured::no;
    SafetyStateMachine sut(config);
    sut.update({}, report_at(0s));
    SafeCommands safe = sut.compute_safe_commands(control(1s, -2.0F, 0.1F));
    CHECK(safe.control->long_accel_mps2 == 0);  // it has stopped, and stays
    CHECK_FALSE(safe.state);                    // in its current gear
    CHECK(safe.reports.has(Report::cabin_not_secured));
    sut.update(driving(8), report_at(1100ms));
    safe = sut.compute_safe_commands(control(1200ms, 2.0F, 0.1F));
    CHECK(safe.control->long_accel_mps2 == -3);
    CHECK(safe.control->front_wheel_angle_rad == 0.1F);
    CHECK(sut.stops_for_cabin(1300ms));  // a raw command
    sut.set_cabin({Secured::yes, Secured::unknown});
    CHECK(sut.compute_safe_commands(control(1400ms, 2.0F)).control->long_accel_mps2 == 2);
    sut.set_cabin({Secured::no, Secured::yes});
    CHECK(sut.output(1500ms).control->long_accel_mps2 == -3);  // also between commands
    CHECK(sut.record(Rule::cabin).count == 4);
}

TEST_CASE("cabin: a pending request ends if a door opens before automation has begun") {
    SafetyStateMachine sut{secured()};
    sut.compute_safe_commands(control(1s, 0), request(DrivingMode::autonomous));
    CHECK(sut.output(1s).state->mode == DrivingMode::autonomous);
    sut.set_cabin({Secured::no, Secured::yes});
    CHECK(sut.output(1s).state->mode == DrivingMode::no_command);
    sut.update({}, report_of(DrivingMode::autonomous));
    CHECK(sut.output(1s).state->mode == DrivingMode::autonomous);
}

TEST_CASE("manual: during manual control nothing reaches the vehicle") {
    for (const DrivingMode mode : {DrivingMode::manual, DrivingMode::disengaged}) {
        SafetyStateMachine sut{secured()};
        sut.compute_safe_commands(control(1s, 1.0F));
        sut.update(driving(8), report_of(mode));
        const SafeCommands safe = sut.compute_safe_commands(control(2s, 1.0F), shift_to(Gear::low));
        CHECK_FALSE(safe.control);
        CHECK_FALSE(safe.state);
        CHECK(safe.reports.has(Report::manual_control));
        CHECK_FALSE(sut.output(2s).control);
        CHECK_FALSE(sut.timeout_commands(9s).control);
        // A report of the vehicle alone is not enough.
        sut.update(driving(8), report_of(DrivingMode::autonomous));
        CHECK_FALSE(sut.compute_safe_commands(control(3s, 1.0F)).control);
    }
}

TEST_CASE("manual: a request returns control, and the driver can take over again") {
    SafetyStateMachine sut{secured()};
    sut.update(driving(8), report_of(DrivingMode::manual));
    SafeCommands safe =
        sut.compute_safe_commands(control(1s, 1.0F), request(DrivingMode::autonomous));
    REQUIRE(safe.control);
    CHECK(safe.state->mode == DrivingMode::autonomous);
    sut.update(driving(8), report_of(DrivingMode::manual));  // not reached yet
    CHECK(sut.compute_safe_commands(control(1100ms, 1.0F)).control);
    sut.update(driving(8), report_of(DrivingMode::autonomous));
    CHECK(sut.compute_safe_commands(control(1200ms, 1.0F)).control);
    sut.update(driving(8), report_of(DrivingMode::disengaged));
    CHECK_FALSE(sut.compute_safe_commands(control(1300ms, 1.0F)).control);
}

TEST_CASE("manual: a vehicle that does not follow a request ends it") {
    SafetyStateMachine sut{secured()};
    sut.update(driving(8), report_of(DrivingMode::manual));
    sut.compute_safe_commands(control(1s, 1.0F), request(DrivingMode::autonomous));
    sut.compute_safe_commands(control(1100ms, 1.0F));
    for (int i = 0; i < 3; ++i) {
        sut.update(driving(8), report_of(DrivingMode::manual));
        CHECK(sut.compute_safe_commands(control(1200ms, 1.0F)).control);
    }
    sut.update(driving(8), report_of(DrivingMode::manual));
    CHECK_FALSE(sut.compute_safe_commands(control(1300ms, 1.0F)).control);
}

TEST_CASE("manual: a program that requests all the time does not override a driver") {
    SafetyStateMachine sut{secured()};
    sut.compute_safe_commands(control(1s, 1.0F), request(DrivingMode::autonomous));
    sut.update(driving(8), report_of(DrivingMode::manual));
    CHECK_FALSE(
        sut.compute_safe_commands(control(2s, 1.0F), request(DrivingMode::autonomous)).control);
    CHECK_FALSE(
        sut.compute_safe_commands(control(3s, 1.0F), request(DrivingMode::no_command)).control);
    CHECK(sut.compute_safe_commands(control(4s, 1.0F), request(DrivingMode::autonomous)).control);
}

TEST_CASE("manual: a request that the cabin rejects must be made again") {
    SafetyConfig config = secured();
    config.cabin.doors = Secured::no;
    SafetyStateMachine sut(config);
    sut.update(driving(0), report_of(DrivingMode::manual));
    CHECK_FALSE(
        sut.compute_safe_commands(control(1s, 0), request(DrivingMode::autonomous)).control);
    sut.set_cabin({Secured::yes, Secured::yes});
    CHECK_FALSE(
        sut.compute_safe_commands(control(2s, 0), request(DrivingMode::autonomous)).control);
    sut.compute_safe_commands(control(3s, 0), request(DrivingMode::no_command));
    CHECK(sut.compute_safe_commands(control(4s, 0), request(DrivingMode::autonomous)).control);
}

}  // namespace who_drives_test
