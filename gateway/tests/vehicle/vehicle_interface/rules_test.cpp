// SPDX-License-Identifier: MIT
// The rules beyond those of the public interface, and the correction of its defects.
#include "vehicle_parts.hpp"

#include "vehicle_interface/machine/reference_state_machine.hpp"
#include "vehicle_interface/raw_scale.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

namespace rules_test {

using namespace gateway::vehicle_interface;
using namespace gateway::vehicle_interface::tests;
using namespace std::chrono_literals;

TEST_CASE("finite: a command that is not finite is rejected, and the last one stays") {
    SafetyStateMachine sut{at_any_rate()};
    const SafeCommands good = sut.compute_safe_commands(control(1s, 1.0F, 0.1F));
    CHECK(good.reports.empty());
    for (float VehicleControlCommand::*field :
         {&VehicleControlCommand::long_accel_mps2, &VehicleControlCommand::velocity_mps,
          &VehicleControlCommand::front_wheel_angle_rad,
          &VehicleControlCommand::rear_wheel_angle_rad}) {
        for (const float value : {not_a_number, infinity, -infinity}) {
            VehicleControlCommand bad = control(2s, -1.0F, -0.1F);
            bad.*field = value;
            const SafeCommands safe = sut.compute_safe_commands(bad);
            CHECK(safe.reports.has(Report::non_finite_command));
            CHECK(safe.control->long_accel_mps2 == 1.0F);
            CHECK(safe.control->front_wheel_angle_rad == 0.1F);
            CHECK(safe.control->stamp == 1s);
        }
    }
    CHECK(sut.record(Rule::finite).count == 12);
    CHECK(sut.record(Rule::finite).first == 2s);
}

TEST_CASE("finite: before the first command, the vehicle stops") {
    SafetyStateMachine sut{at_any_rate()};
    sut.update(driving(10), report_at(0s));
    const SafeCommands safe = sut.compute_safe_commands(control(1s, not_a_number));
    CHECK(safe.control->long_accel_mps2 == -3.0F);
    CHECK(safe.control->front_wheel_angle_rad == 0.0F);
}

TEST_CASE("transition: one that happened in time is never reported as overdue") {
    SafetyStateMachine sut{at_any_rate()};
    sut.update({}, report_at(100s, Gear::park));
    VehicleStateCommand state = shift_to(Gear::drive);
    state.stamp = 100s;
    state.horn = true;
    sut.compute_safe_commands(control(100s, 0), state);
    VehicleStateReport report = report_at(102s, Gear::drive);
    report.horn = true;
    CHECK(sut.update({}, report).empty());
    CHECK(sut.update({}, report_at(110s, Gear::drive)).empty());
    CHECK(sut.update({}, report_at(120s, Gear::park)).empty());
}

TEST_CASE("transition: one that does not happen is overdue, although it is commanded again") {
    SafetyStateMachine sut{at_any_rate()};
    sut.update({}, report_at(100s, Gear::park));
    for (const Stamp stamp : {100000ms, 101000ms, 102900ms}) {
        VehicleStateCommand state = shift_to(Gear::drive);
        state.stamp = stamp;
        sut.compute_safe_commands(control(stamp, 0), state);
        CHECK(sut.update({}, report_at(stamp, Gear::park)).empty());
    }
    CHECK(sut.update({}, report_at(103s, Gear::park)).empty());
    CHECK(sut.update({}, report_at(103s + 1ns, Gear::park)).has(Report::state_transition_timeout));
}

TEST_CASE("transition: one made by the driver, or cancelled, is not overdue") {
    SafetyStateMachine sut{at_any_rate()};
    sut.update({}, report_at(100s, Gear::park));
    VehicleStateReport report = report_at(110s, Gear::park);
    report.hand_brake = report.horn = true;
    CHECK(sut.update({}, report).empty());
    VehicleStateCommand state = shift_to(Gear::drive);
    state.stamp = 110s;
    state.hand_brake = state.horn = true;
    sut.compute_safe_commands(control(110s, 0), state);
    state.gear = Gear::park;
    sut.compute_safe_commands(control(111s, 0), state);
    report.stamp = 120s;
    CHECK(sut.update({}, report).empty());
}

TEST_CASE("gear_at_speed: from DRIVE to LOW and back at any speed, to no other") {
    for (const auto& [from, to] : {std::pair(Gear::drive, Gear::low), {Gear::low, Gear::drive}}) {
        SafetyStateMachine sut{at_any_rate()};
        sut.update(driving(30), report_at(0s, from));
        const SafeCommands safe = sut.compute_safe_commands(control(1s, 0), shift_to(to));
        CHECK(safe.state->gear == to);
        CHECK(safe.reports.empty());
    }
    for (const Gear to : {Gear::reverse, Gear::park, Gear::neutral}) {
        SafetyStateMachine sut{at_any_rate()};
        sut.update(driving(0.6F), report_at(0s, Gear::drive));
        const SafeCommands safe = sut.compute_safe_commands(control(1s, 0), shift_to(to));
        CHECK(safe.state->gear == Gear::no_command);
        CHECK(safe.reports.has(Report::remove_gear_command));
    }
}

TEST_CASE("park_at_speed: has a separate mode, and holds with any reported gear") {
    SafetyConfig config = with(Rule::gear_at_speed, RuleMode::off);
    for (const Gear from : {Gear::no_command, Gear::drive, Gear::park, Gear::neutral}) {
        config.modes[static_cast<std::size_t>(Rule::park_at_speed)] = RuleMode::enforce;
        SafetyStateMachine sut(config);
        sut.update(driving(-0.6F), report_at(0s, from));
        SafeCommands safe = sut.compute_safe_commands(control(1s, 0), shift_to(Gear::park));
        CHECK(safe.state->gear == Gear::no_command);
        sut.update(driving(0.5F), report_at(0s, Gear::neutral));
        safe = sut.compute_safe_commands(control(1s, 0), shift_to(Gear::park));
        CHECK(safe.state->gear == Gear::park);
    }
}

TEST_CASE("park_at_speed: a vehicle that rolls out of PARK is not put back into it") {
    SafetyStateMachine sut{at_any_rate()};
    sut.update({}, report_at(0s, Gear::neutral));
    sut.compute_safe_commands(control(1s, 0), shift_to(Gear::park));
    CHECK(sut.output(1100ms).state->gear == Gear::park);
    sut.update(driving(0.7F), report_at(1200ms, Gear::neutral));
    const SafeCommands safe = sut.output(1200ms);
    CHECK(safe.state->gear == Gear::no_command);
    CHECK(safe.reports.has(Report::remove_gear_command));
}

TEST_CASE("headlights: stay on while wipers run, with any order of switching") {
    SafetyStateMachine sut{at_any_rate()};
    VehicleStateReport report = report_at(0s);
    report.wiper = Wiper::low;  // by the driver
    sut.update({}, report);
    SafeCommands safe = sut.compute_safe_commands(control(1s, 0));
    REQUIRE(safe.state);
    CHECK(safe.state->headlight == Headlight::on);
    CHECK(safe.reports.has(Report::wipers_on_headlights_on));

    report.headlight = Headlight::high;
    sut.update({}, report);
    CHECK_FALSE(sut.compute_safe_commands(control(2s, 0)).state);

    VehicleStateCommand off;
    off.headlight = Headlight::off;
    safe = sut.compute_safe_commands(control(3s, 0), off);
    CHECK(safe.state->headlight == Headlight::on);
    off.wiper = Wiper::off;
    safe = sut.compute_safe_commands(control(4s, 0), off);
    CHECK(safe.state->headlight == Headlight::off);
}

TEST_CASE("headlights: are on for each way that wipers run, CLEAN among them") {
    for (const Wiper wiper : {Wiper::low, Wiper::high, Wiper::clean}) {
        SafetyStateMachine sut{at_any_rate()};
        VehicleStateCommand wipe;
        wipe.wiper = wiper;
        const SafeCommands safe = sut.compute_safe_commands(control(1s, 0), wipe);
        CHECK(safe.state->headlight == Headlight::on);
        CHECK(safe.reports.has(Report::wipers_on_headlights_on));
    }
}

TEST_CASE("headlights: high beams are not dimmed, and a pending command counts") {
    SafetyStateMachine sut{at_any_rate()};
    VehicleStateReport report = report_at(0s);
    report.headlight = Headlight::high;
    sut.update({}, report);
    VehicleStateCommand wipe;
    wipe.wiper = Wiper::high;
    SafeCommands safe = sut.compute_safe_commands(control(1s, 0), wipe);
    CHECK(safe.state->headlight == Headlight::no_command);
    VehicleStateCommand off;
    off.headlight = Headlight::off;
    safe = sut.compute_safe_commands(control(2s, 0), off);
    CHECK(safe.state->headlight == Headlight::on);
}

/// A square wave. @return the largest output in its second half
float greatest_of_wave(SafetyStateMachine& sut, Stamp start, Stamp half_period, float accel,
                       float steer) {
    constexpr int halves = 60;
    float greatest = 0;
    for (int i = 0; i < halves; ++i) {
        const float sign = i % 2 == 0 ? 1.0F : -1.0F;
        const SafeCommands safe =
            sut.compute_safe_commands(control(start + i * half_period, sign * accel, sign * steer));
        if (i >= halves / 2)
            greatest = std::max({greatest, std::abs(safe.control->long_accel_mps2),
                                 std::abs(safe.control->front_wheel_angle_rad)});
    }
    return greatest;
}

TEST_CASE("oscillation: of acceleration and of steering is detected, reported and smoothed") {
    SafetyStateMachine sut{at_any_rate()};
    sut.update(driving(10), report_at(0s));
    CHECK(greatest_of_wave(sut, 1s, 10ms, 2.0F, 0) < 0.5F);
    CHECK(sut.record(Rule::oscillation).count == 56);  // the first four cycles have it
    CHECK(greatest_of_wave(sut, 3s, 10ms, 0, 0.3F) < 0.1F);
    SafeCommands safe = sut.compute_safe_commands(control(3600ms, 0, 0.3F));
    CHECK(safe.reports.has(Report::high_frequency_steer_command));
    CHECK_FALSE(safe.reports.has(Report::high_frequency_acceleration_command));
    safe = sut.compute_safe_commands(control(5s, 0, 0.3F));
    CHECK(safe.reports.empty());
    CHECK(safe.control->front_wheel_angle_rad == 0.3F);
}

TEST_CASE("oscillation: slow, small or one-way changes are none") {
    SafetyStateMachine slow{at_any_rate()}, small{at_any_rate()}, ramp{at_any_rate()};
    greatest_of_wave(slow, 1s, 200ms, 2.0F, 0.3F);
    CHECK(slow.record(Rule::oscillation).count == 0);
    greatest_of_wave(small, 1s, 10ms, 0.24F, 0.024F);
    CHECK(small.record(Rule::oscillation).count == 0);
    for (int i = 0; i < 100; ++i)
        ramp.compute_safe_commands(control(i * 10ms, -3.0F + 0.06F * static_cast<float>(i)));
    CHECK(ramp.record(Rule::oscillation).count == 0);
}

TEST_CASE("limits: apply before a filter, which one extreme command does not fill") {
    SafetyConfig config = at_any_rate();
    config.filters.longitudinal = {FilterType::low_pass, 1};
    SafetyStateMachine sut(config);
    sut.compute_safe_commands(control(1000ms, 0));
    sut.compute_safe_commands(control(1010ms, std::numeric_limits<float>::max()));
    const SafeCommands safe = sut.compute_safe_commands(control(1020ms, 0));
    CHECK(safe.control->long_accel_mps2 < 0.2F);
    CHECK(sut.record(Rule::limits).count == 1);
}

TEST_CASE(
    "unsupported: a command that the vehicle cannot execute is reported once and always ignored") {
    SafetyConfig config = at_any_rate();
    config.abilities.horn = false;
    config.abilities.gears[static_cast<std::size_t>(Gear::low)] = false;
    SafetyStateMachine sut(config);
    sut.update({}, report_at(0s));
    VehicleControlCommand steering = control(1s, 0);
    steering.rear_wheel_angle_rad = 0.1F;
    SafeCommands safe = sut.compute_safe_commands(steering);
    CHECK(safe.control->rear_wheel_angle_rad == 0.0F);
    CHECK(safe.reports.has(Report::unsupported_field));
    steering.stamp = 2s;
    safe = sut.compute_safe_commands(steering);
    CHECK(safe.control->rear_wheel_angle_rad == 0.0F);
    CHECK(safe.reports.empty());
    VehicleStateCommand state = shift_to(Gear::low);
    state.horn = true;
    safe = sut.compute_safe_commands(control(3s, 0), state);
    CHECK(safe.state->gear == Gear::no_command);
    CHECK_FALSE(safe.state->horn);
    CHECK(safe.reports.has(Report::unsupported_field));
    CHECK(sut.compute_safe_commands(control(4s, 0), state).reports.empty());
    CHECK(sut.record(Rule::unsupported).count == 4);
}

TEST_CASE("platform_report: invalid values of the platform are replaced by the last valid ones") {
    SafetyStateMachine sut{at_any_rate()};
    sut.update(driving(10), report_at(0s, Gear::drive));
    VehicleStateReport bad = report_at(1s);
    bad.gear = static_cast<Gear>(77);
    bad.fuel_percent = 101;
    CHECK(sut.update(driving(not_a_number), bad).has(Report::bad_report));
    const SafeCommands safe = sut.compute_safe_commands(control(1s, 0), shift_to(Gear::park));
    CHECK(safe.state->gear == Gear::no_command);  // it still moves
    CHECK(sut.timeout_commands(2s).control->long_accel_mps2 == -3.0F);
}

TEST_CASE("platform_report: an unknown speed is too fast for a shift, and is braked") {
    SafetyStateMachine sut{with(Rule::platform_report, RuleMode::off)};
    sut.update(driving(not_a_number), report_at(0s, Gear::reverse));
    const SafeCommands safe = sut.compute_safe_commands(control(1s, 0), shift_to(Gear::park));
    CHECK(safe.state->gear == Gear::no_command);
    CHECK(sut.timeout_commands(2s).control->long_accel_mps2 == 3.0F);
}

TEST_CASE(
    "a rule that only warns reports, counts and changes nothing, a disabled one does nothing") {
    VehicleStateCommand state = shift_to(Gear::park);
    state.wiper = Wiper::low;
    state.blinker = static_cast<Blinker>(9);
    state.mode = DrivingMode::autonomous;
    VehicleControlCommand command = control(1s, 9.0F, 2.0F);
    command.rear_wheel_angle_rad = 0.2F;
    for (const RuleMode mode : {RuleMode::warn, RuleMode::off}) {
        SafetyConfig config = at_any_rate();
        config.modes = SafetyConfig::all_rules(mode);
        config.cabin = {Secured::no, Secured::no};
        SafetyStateMachine sut(config);
        sut.update(driving(20), report_at(0s));
        const SafeCommands safe = sut.compute_safe_commands(command, state);
        CHECK(safe.control->long_accel_mps2 == 9.0F);
        CHECK(safe.control->front_wheel_angle_rad == 2.0F);
        CHECK(safe.control->rear_wheel_angle_rad == 0.2F);
        CHECK(safe.state->gear == Gear::park);
        CHECK(safe.state->headlight == Headlight::no_command);
        CHECK(safe.state->blinker == static_cast<Blinker>(9));
        CHECK(safe.state->mode == DrivingMode::autonomous);
        const bool warns = mode == RuleMode::warn;
        for (const Rule rule : {Rule::limits, Rule::codes, Rule::unsupported, Rule::headlights,
                                Rule::park_at_speed, Rule::cabin})
            CHECK(sut.record(rule).count == (warns ? 1 : 0));
        CHECK(safe.reports.empty() == !warns);
    }
}

TEST_CASE("a rule reports how often it acted, and when first and last") {
    SafetyStateMachine sut{at_any_rate()};
    for (const Stamp stamp : {1s, 2s, 5s}) sut.compute_safe_commands(control(stamp, 8.0F));
    sut.compute_safe_commands(control(6s, 1.0F));
    CHECK(sut.record(Rule::limits).count == 3);
    CHECK(sut.record(Rule::limits).first == 1s);
    CHECK(sut.record(Rule::limits).last == 5s);
    CHECK(std::string(name_of(Rule::limits)) == "limits");
}

TEST_CASE("an injected gear leaves horn and hand brake unchanged") {
    SafetyStateMachine sut{at_any_rate()};
    VehicleStateReport report = report_at(0s, Gear::reverse);
    report.hand_brake = true;
    sut.update({}, report);
    const SafeCommands safe = sut.compute_safe_commands(control(1s, 1.0F));
    CHECK(safe.state->gear == Gear::drive);
    CHECK(safe.state->hand_brake);
    CHECK(safe.state->stamp == 1s);
}

TEST_CASE(
    "report_oscillation: it is reported for reported velocity and steering, without changes") {
    SafetyStateMachine sut(SafetyConfig{});
    Reports velocity, steer, calm;
    for (int i = 0; i < 20; ++i) {
        VehicleOdometry odometry;
        odometry.stamp = std::chrono::milliseconds(10 * i);
        odometry.velocity_mps = i % 2 == 0 ? 10.0F : 0.0F;
        velocity |= sut.update(odometry, report_at(odometry.stamp));
    }
    CHECK(velocity.has(Report::high_frequency_velocity_report));
    CHECK_FALSE(velocity.has(Report::high_frequency_steer_report));
    CHECK(sut.record(Rule::report_oscillation).count > 0);
    SafetyStateMachine other(SafetyConfig{}), smooth(SafetyConfig{});
    for (int i = 0; i < 20; ++i) {
        VehicleOdometry odometry = driving(10);
        odometry.stamp = std::chrono::milliseconds(10 * i);
        odometry.front_wheel_angle_rad = i % 2 == 0 ? 0.3F : 0.0F;
        steer |= other.update(odometry, report_at(odometry.stamp));
        odometry.front_wheel_angle_rad = 0.01F * static_cast<float>(i);
        calm |= smooth.update(odometry, report_at(odometry.stamp));
    }
    CHECK(steer.has(Report::high_frequency_steer_report));
    CHECK(calm.empty());
    ReferenceStateMachine reference(SafetyConfig{});
    CHECK(reference.update(driving(10), report_at(1s)).empty());
}

TEST_CASE("thresholds that contradict each other are rejected") {
    const auto refuses = [](auto change) {
        SafetyConfig config = at_any_rate();
        change(config);
        CHECK_THROWS_AS(SafetyStateMachine{config}, std::invalid_argument);
    };
    refuses([](SafetyConfig& c) { c.accel_mps2.max = -4; });
    refuses([](SafetyConfig& c) { c.accel_mps2.min = 1; });
    refuses([](SafetyConfig& c) { c.front_steer_rad.min = c.front_steer_rad.max; });
    refuses([](SafetyConfig& c) { c.gear_shift_velocity_threshold_mps = 0; });
    refuses([](SafetyConfig& c) { c.gear_shift_accel_deadzone_mps2 = -1; });
    refuses([](SafetyConfig& c) { c.time_step = 0ns; });
    refuses([](SafetyConfig& c) { c.timeout_acceleration_mps2 = 0; });
    refuses([](SafetyConfig& c) { c.timeout_acceleration_mps2 = 4; });
    refuses([](SafetyConfig& c) { c.state_transition_timeout = 99ms; });
    refuses([](SafetyConfig& c) { c.command_timeout = 0ns; });
}

TEST_CASE("a raw command becomes pedals by its scale") {
    const RawScale scale{1000, 200, 500.0};
    const gateway::PedalCommand pedals = pedals_of({1s, 250, 300, -100, 7}, scale);
    CHECK(pedals.throttle == 0.25);
    CHECK(pedals.brake == 1.0);
    CHECK(pedals.steer_rad == -0.2);
}

}  // namespace rules_test
