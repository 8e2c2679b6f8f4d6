// SPDX-License-Identifier: MIT
// The safety rules as a filter, for commands of each level.
#include "command_parts.hpp"

#include "loop/failsafe.hpp"
#include "safety/filter_chain.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <random>

namespace safety_filter_test {

using namespace gateway;
using namespace gateway::tests;
using namespace std::chrono_literals;
using vehicle_interface::Rule;
using vehicle_interface::RuleMode;
using vehicle_interface::SafetyCompatibility;
using vehicle_interface::SafetyOptions;
using Kind = Verdict::Kind;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double wheel_base_m = 2.5;

SafetyOptions with(Rule rule, RuleMode mode) {
    SafetyOptions options;
    options.config.modes[static_cast<std::size_t>(rule)] = mode;
    return options;
}

SafetyOptions without_rate(SafetyOptions options) {
    options.config.modes[static_cast<std::size_t>(Rule::rate)] = RuleMode::off;
    return options;
}

/// A vehicle that drives forwards, and reports values of the test. Commands may change at any rate.
struct Scene {
    explicit Scene(const SafetyOptions& options = {}, SafetyBoard* board = nullptr)
        : Scene(without_rate(options), board, nullptr) {}
    /// According to the options.
    static Scene with_rate(const SafetyOptions& options = {}) {
        return Scene(options, nullptr, nullptr);
    }
    Scene(const SafetyOptions& options, SafetyBoard* board, std::nullptr_t)
        : sut(options, wheel_base_m, board) {
        feedback.report.gear = Gear::drive;
        drive(10);
    }
    void drive(double velocity_mps) { feedback.state.velocity_mps.x() = velocity_mps; }

    template <class Control>
    Verdict apply(Control& control) {
        Command command;
        command.control = control;
        const Verdict verdict = apply(command);
        control = std::get<Control>(command.control);
        return verdict;
    }
    Verdict apply(Command& command, bool is_failsafe = false) {
        now += 10ms;
        return sut.apply(command, {now, feedback, is_failsafe});
    }
    std::uint64_t count(Rule rule) const { return sut.record(rule).count; }

    SafetyFilter sut;
    Feedback feedback;
    SimTime now{0};
};

Command pedals(double throttle, double steer_rad = 0) {
    Command command;
    command.control = PedalCommand{steer_rad, throttle, 0, not_a_number, not_a_number};
    return command;
}

TEST_CASE("a command within all limits is unchanged, at every level") {
    const auto passes = [](auto control) {
        Scene scene;
        CHECK(scene.apply(control).kind == Kind::passed);
        return control;
    };
    const auto pedals_out = passes(PedalCommand{0.1, 0.3, 0.04, 1, 2});
    CHECK((pedals_out.steer_rad == 0.1 && pedals_out.throttle == 0.3 && pedals_out.brake == 0.04));
    const auto act_out = passes(ActuationCommand{0.1, 0.04, 3.3});
    CHECK((act_out.accel == 0.1 && act_out.brake == 0.04 && act_out.steer == 3.3));
    const auto accel_out = passes(AccelerationCommand{1.1, 12.3, -0.1, 0});
    CHECK((accel_out.accel_mps2 == 1.1 && accel_out.velocity_mps == 12.3));
    CHECK(accel_out.front_steer_rad == -0.1);
    const auto v_out = passes(VelocityCommand{10.1, 0.1});
    CHECK((v_out.velocity_mps == 10.1 && v_out.steer_rad == 0.1));
    const auto k_out = passes(CurvatureCommand{10.11, 0.01});
    CHECK((k_out.velocity_mps == 10.11 && k_out.curvature_1pm == 0.01));
    const auto torque_out = passes(WheelTorqueCommand{{9000, 1, 2, 3}, 0.1});
    CHECK((torque_out.torque_nm[0] == 9000 && torque_out.steer_rad == 0.1));
}

TEST_CASE("limits apply at the level of the command") {
    Scene scene;
    AccelerationCommand acceleration{-9, 0, 4, 0};
    CHECK(scene.apply(acceleration).kind == Kind::changed);
    CHECK(acceleration.accel_mps2 == -3);
    CHECK(acceleration.front_steer_rad == doctest::Approx(0.331));
    PedalCommand pedal{-1, 1.5, -0.5, 0, 0};
    CHECK(std::string(scene.apply(pedal).reason) == "limits");
    CHECK((pedal.throttle == 1 && pedal.brake == 0));
    CHECK(pedal.steer_rad == doctest::Approx(-0.331));
    WheelTorqueCommand torques{{1e4, 1e4, 1e4, 1e4}, 1};
    scene.apply(torques);
    CHECK(torques.steer_rad == doctest::Approx(0.331));
    CHECK(torques.torque_nm[3] == 1e4);
    ActuationCommand actuation{7, 0, 9};
    CHECK(scene.apply(actuation).kind == Kind::passed);
    CHECK(scene.count(Rule::limits) == 3);
}

TEST_CASE("a commanded velocity changes no faster than the limits of acceleration") {
    Scene scene;
    VelocityCommand command{20, 0};
    scene.apply(command);
    // The first change is from the vehicle's velocity, over the time step of 0.1 s.
    CHECK(command.velocity_mps == doctest::Approx(10.3));
    for (int i = 1; i <= 10; ++i) {
        command = {20, 0};
        scene.apply(command);
        CHECK(command.velocity_mps == doctest::Approx(10.3 + 0.03 * i));
    }
    command = {0, 0};
    scene.apply(command);
    CHECK(command.velocity_mps == doctest::Approx(10.57));
    scene.now += 1s;  // longer than the command time-out: from the vehicle's velocity again
    command = {10.1, 0};
    CHECK(scene.apply(command).kind == Kind::passed);
    CHECK(command.velocity_mps == 10.1);
}

TEST_CASE("a curvature is limited to the steering range, and filtered") {
    Scene scene;
    CurvatureCommand command{10, 1};
    CHECK(scene.apply(command).kind == Kind::changed);
    CHECK(command.curvature_1pm == doctest::Approx(std::tan(0.331) / wheel_base_m));

    SafetyOptions options;
    options.config.filters.curvature = {vehicle_interface::FilterType::low_pass, 1};
    Scene filtered(options);
    command = {10, 0};
    filtered.apply(command);
    command = {10, 0.1};
    filtered.apply(command);
    CHECK(command.curvature_1pm ==
          doctest::Approx(0.1 * (1 - std::exp(-2 * 3.14159 * 0.01))).epsilon(1e-4));
}

TEST_CASE("a value that is not finite never passes: the last command stays, or the fail-safe one") {
    Scene scene;
    Command command = pedals(not_a_number);
    const Verdict first = scene.apply(command);
    CHECK((first.kind == Kind::refused && std::string(first.reason) == "finite"));
    command = pedals(0.5, 0.1);
    CHECK(scene.apply(command).kind == Kind::passed);
    for (const Command& bad : {pedals(not_a_number), pedals(0.1, not_a_number)}) {
        command = bad;
        CHECK(scene.apply(command).kind == Kind::changed);
        CHECK(pedals_of(command).throttle == 0.5);
        CHECK(pedals_of(command).steer_rad == 0.1);
    }
    // A program that outputs nothing else times out.
    for (int i = 0; i < 49; ++i) scene.apply(command = pedals(not_a_number));
    const Verdict last = scene.apply(command = pedals(not_a_number));
    CHECK(last.kind == Kind::refused);
    CHECK(scene.count(Rule::command_timeout) == 1);
    CHECK(scene.count(Rule::finite) == 53);
}

TEST_CASE("values that are not finite are found at each level") {
    const auto refuses = [](auto control) {
        Scene scene;
        CHECK(scene.apply(control).kind == Kind::refused);
    };
    refuses(ActuationCommand{0, not_a_number, 0});
    refuses(ActuationCommand{0, 0, not_a_number});
    refuses(AccelerationCommand{0, not_a_number, 0, 0});
    refuses(VelocityCommand{not_a_number, 0});
    refuses(VelocityCommand{0, not_a_number});
    refuses(CurvatureCommand{0, not_a_number});
    refuses(WheelTorqueCommand{{0, 0, 0, not_a_number}, 0});
}

/// A signal that jumps up and down 20 times at 10 ms; @return the amplitude of the last samples
template <class Control>
double swing_of_last(Scene& scene, Control low, Control high, double Control::*value) {
    double least = 1e9, most = -1e9;
    for (int i = 0; i < 20; ++i) {
        Control control = i % 2 == 0 ? low : high;
        scene.apply(control);
        if (i < 10) continue;
        least = std::min(least, control.*value);
        most = std::max(most, control.*value);
    }
    return most - least;
}

TEST_CASE("oscillation is detected and smoothed at every level that can oscillate") {
    const auto smooths = [](auto low, auto high, auto value, double way) {
        Scene scene;
        CHECK(swing_of_last(scene, low, high, value) < way / 4);
        CHECK(scene.count(Rule::oscillation) > 0);
    };
    smooths(PedalCommand{0, 0.2, 0, 0, 0}, PedalCommand{0, 0.6, 0, 0, 0}, &PedalCommand::throttle,
            0.4);
    smooths(PedalCommand{-0.1, 0, 0, 0, 0}, PedalCommand{0.1, 0, 0, 0, 0}, &PedalCommand::steer_rad,
            0.2);
    smooths(ActuationCommand{0, 0, -0.1}, ActuationCommand{0, 0, 0.1}, &ActuationCommand::steer,
            0.2);
    smooths(AccelerationCommand{-1, 0, 0, 0}, AccelerationCommand{1, 0, 0, 0},
            &AccelerationCommand::accel_mps2, 2);
    smooths(VelocityCommand{9.5, 0}, VelocityCommand{10.5, 0}, &VelocityCommand::velocity_mps, 1);
    smooths(CurvatureCommand{10, -0.05}, CurvatureCommand{10, 0.05},
            &CurvatureCommand::curvature_1pm, 0.1);
}

TEST_CASE("rate: steering changes at up to 1 rad/s, and its lateral jerk stays below 7 m/s3") {
    // At 20 m/s the jerk is the limit, at standstill the rate itself.
    for (const double speed_mps : {0.0, 5.0, 20.0}) {
        Scene scene = Scene::with_rate();
        scene.drive(speed_mps);
        PedalCommand command{0, 0, 0, 0, 0};
        scene.apply(command);
        double last_rad = 0;
        for (int i = 0; i < 300; ++i) {
            command = {i % 150 < 75 ? 0.33 : -0.33, 0, 0, 0, 0};
            scene.apply(command);
            const double way_rad = std::abs(command.steer_rad - last_rad);
            const double jerk_mps3 = speed_mps * speed_mps / wheel_base_m *
                                     std::abs(std::tan(command.steer_rad) - std::tan(last_rad)) /
                                     0.01;
            REQUIRE(way_rad < 0.01001);
            REQUIRE(jerk_mps3 < 7.01);
            last_rad = command.steer_rad;
        }
        CHECK(scene.count(Rule::rate) > 100);
        if (speed_mps < 1) CHECK(last_rad == doctest::Approx(-0.33));
    }
}

TEST_CASE("rate: a curvature is limited like the steering that it needs") {
    Scene scene = Scene::with_rate();
    CurvatureCommand command{10, 0};
    scene.apply(command);
    command = {10, 0.05};
    CHECK(scene.apply(command).kind == Kind::changed);
    CHECK(command.curvature_1pm * 100 / 0.01 == doctest::Approx(7));  // v^2 k over 10 ms
}

TEST_CASE("rate: acceleration and throttle rise slowly, and fall immediately, as brakes rise") {
    for (const double sign : {1.0, -1.0}) {
        Scene scene = Scene::with_rate();
        scene.drive(10 * sign);
        AccelerationCommand command{0, 0, 0, 0};
        scene.apply(command);
        for (int i = 1; i <= 10; ++i) {
            command = {2 * sign, 0, 0, 0};
            scene.apply(command);
            CHECK(command.accel_mps2 == doctest::Approx(sign * 0.05 * i));
        }
        command = {-3 * sign, 0, 0, 0};
        scene.apply(command);
        CHECK(command.accel_mps2 == -3 * sign);
        command = {2 * sign, 0, 0, 0};  // the brake is released immediately
        scene.apply(command);
        CHECK(command.accel_mps2 == doctest::Approx(0.05 * sign));
    }
    Scene scene = Scene::with_rate();
    PedalCommand pedal{0, 0, 0, 0, 0};
    scene.apply(pedal);
    for (int i = 1; i <= 10; ++i) {
        pedal = {0, 1, 0, 0, 0};
        scene.apply(pedal);
        CHECK(pedal.throttle == doctest::Approx(0.02 * i));
    }
    pedal = {0, 0.01, 0, 0, 0};
    scene.apply(pedal);
    CHECK(pedal.throttle == 0.01);
    pedal = {0, 0, 1, 0, 0};
    CHECK(scene.apply(pedal).kind == Kind::passed);
    CHECK(pedal.brake == 1);
    ActuationCommand actuation{1, 0, 0.3};
    scene.apply(actuation);
    CHECK(actuation.accel == doctest::Approx(0.02));
}

TEST_CASE("rate: two commands of one time share its change, and a gap restarts the rate") {
    Scene scene = Scene::with_rate();
    PedalCommand pedal{0, 0, 0, 0, 0};
    scene.apply(pedal);
    scene.now += 10ms;
    for (int i = 0; i < 3; ++i) {
        Command command;
        command.control = PedalCommand{0, 1, 0, 0, 0};
        scene.sut.apply(command, {scene.now, scene.feedback, false});
        CHECK(pedals_of(command).throttle == doctest::Approx(0.02));
    }
    scene.now += 1s;  // longer than the command time-out
    pedal = {0, 1, 0, 0, 0};
    scene.apply(pedal);
    CHECK(pedal.throttle == doctest::Approx(0.2));  // the time step of 0.1 s
}

TEST_CASE("brake_over_throttle: a command with brake has no throttle") {
    Scene scene;
    PedalCommand pedal{0, 1, 1, 0, 0};
    CHECK(std::string(scene.apply(pedal).reason) == "brake_over_throttle");
    CHECK((pedal.throttle == 0 && pedal.brake == 1));
    pedal = {0, 0.5, 0.04, 0, 0};
    CHECK(scene.apply(pedal).kind == Kind::passed);
    CHECK(pedal.throttle == 0.5);
    ActuationCommand actuation{0.5, 0.5, 0};
    scene.apply(actuation);
    CHECK((actuation.accel == 0 && actuation.brake == 0.5));
    Scene warned(with(Rule::brake_over_throttle, RuleMode::warn));
    pedal = {0, 1, 1, 0, 0};
    CHECK(warned.apply(pedal).kind == Kind::passed);
    CHECK(pedal.throttle == 1);
    CHECK(warned.count(Rule::brake_over_throttle) == 1);
    SafetyOptions reference;
    reference.compatibility = SafetyCompatibility::reference;
    Scene as_public(reference);
    CHECK(as_public.apply(pedal).kind == Kind::passed);
    CHECK(as_public.sut.mode_of(Rule::rate) == RuleMode::off);
}

TEST_CASE("no PARK at speed, and a throttle for the rejected gear is released") {
    Scene scene;
    Command command = pedals(0.5);
    state_of(command).gear = Gear::park;
    CHECK(scene.apply(command).kind == Kind::changed);
    CHECK(state_command_of(command).gear == Gear::no_command);
    CHECK(pedals_of(command).throttle == 0.5);
    command = pedals(0.5);
    state_of(command).gear = Gear::reverse;
    scene.apply(command);
    CHECK(state_command_of(command).gear == Gear::no_command);
    CHECK(pedals_of(command).throttle == 0);  // in DRIVE it would accelerate in the wrong direction
    scene.drive(0);
    command = pedals(0.5);
    state_of(command).gear = Gear::reverse;
    CHECK(scene.apply(command).kind == Kind::passed);
    CHECK(state_command_of(command).gear == Gear::reverse);
}

TEST_CASE("a gear that the vehicle reports is still commanded") {
    Scene scene;
    Command command = pedals(0.5);
    state_of(command).gear = Gear::drive;
    CHECK(scene.apply(command).kind == Kind::passed);
    CHECK(state_command_of(command).gear == Gear::drive);
}

TEST_CASE("a fail-safe command steers straight with hazard lights, and brakes as configured") {
    Scene scene;
    Command command = pedals(0.5, 0.2);
    scene.apply(command);
    command = failsafe_after(command, {}, scene.feedback);
    CHECK(pedals_of(command).steer_rad == 0.2);
    CHECK(std::string(scene.apply(command, true).reason) == "command_timeout");
    CHECK(pedals_of(command).steer_rad == 0);
    CHECK(pedals_of(command).brake == 0.4);
    CHECK(state_command_of(command).blinker == Blinker::hazard);
    for (int i = 0; i < 10; ++i) scene.apply(command, true);
    CHECK(scene.count(Rule::command_timeout) == 1);  // it counts as one occurrence
    command = pedals(0.5);
    scene.apply(command);
    CHECK(state_command_of(command).blinker == Blinker::no_command);  // as it was before
}

TEST_CASE("a fail-safe command keeps the gear and the hand brake that it names") {
    Scene scene;
    Command command = pedals(0.5);
    scene.apply(command);
    Failsafe failsafe;
    failsafe.gear = Gear::neutral;
    failsafe.hand_brake = true;
    command = failsafe_after(command, failsafe, scene.feedback);
    CHECK(scene.apply(command, true).kind == Kind::changed);
    CHECK(state_command_of(command).gear == Gear::neutral);
    CHECK(state_command_of(command).hand_brake);
}

TEST_CASE("the rule command_timeout replaces a fail-safe command in m/s2 with its stop") {
    Scene scene;
    Command command;
    command.control = AccelerationCommand{0, 0, 0.1, 0};
    CHECK(scene.apply(command, true).kind == Kind::passed);  // no command has ended yet
    scene.apply(command);
    scene.apply(command, true);
    CHECK(std::get<AccelerationCommand>(command.control).accel_mps2 == -3);
    CHECK(std::get<AccelerationCommand>(command.control).front_steer_rad == 0);
}

TEST_CASE("without the rule, or if it only warns, a fail-safe command is unchanged") {
    for (const RuleMode mode : {RuleMode::off, RuleMode::warn}) {
        Scene scene(with(Rule::command_timeout, mode));
        Command command = pedals(0, 0.2);
        scene.apply(command);
        CHECK(scene.apply(command, true).kind == Kind::passed);
        CHECK(pedals_of(command).steer_rad == 0.2);
        CHECK(scene.count(Rule::command_timeout) == (mode == RuleMode::warn ? 1 : 0));
    }
}

TEST_CASE("a command whose stamp does not change is held until its time-out") {
    Scene scene;
    Command command = pedals(0.5);
    command.stamp = 10ms;
    CHECK(scene.apply(command).kind == Kind::passed);
    for (int i = 0; i < 50; ++i) {
        Command same = pedals(0.7);  // with the same stamp: no new command
        same.stamp = 10ms;
        REQUIRE(scene.apply(same).kind == Kind::passed);
        REQUIRE(pedals_of(same).throttle == 0.5);
    }
    Command old = pedals(0.7);
    old.stamp = 10ms;
    const Verdict verdict = scene.apply(old);
    CHECK((verdict.kind == Kind::refused && std::string(verdict.reason) == "command_timeout"));
    Command fresh = pedals(0.7);
    fresh.stamp = scene.now + 1h;  // in the future: counts as now
    CHECK(scene.apply(fresh).kind == Kind::passed);
}

TEST_CASE("during manual control nothing is sent to the vehicle, not even the fail-safe command") {
    Scene scene;
    scene.feedback.report.mode = DrivingMode::manual;
    Command command = pedals(0.5);
    CHECK(scene.apply(command).kind == Kind::withheld);
    CHECK(scene.apply(command, true).kind == Kind::withheld);
    Command request = pedals(0.5);
    state_of(request).mode = DrivingMode::autonomous;
    SafetyOptions off = with(Rule::manual, RuleMode::off);
    Scene free(off);
    free.feedback.report.mode = DrivingMode::manual;
    CHECK(free.apply(command = pedals(0.5)).kind == Kind::passed);
}

TEST_CASE("withheld commands are not the base of a rate: the throttle restarts with the request") {
    Scene scene = Scene::with_rate();
    scene.feedback.report.mode = DrivingMode::manual;
    Command command;
    for (int i = 0; i < 100; ++i) CHECK(scene.apply(command = pedals(1)).kind == Kind::withheld);
    command = pedals(1);
    state_of(command).mode = DrivingMode::autonomous;
    CHECK(scene.apply(command).kind == Kind::changed);
    CHECK(pedals_of(command).throttle == doctest::Approx(0.2));  // 2 1/s for 0.1 s
}

TEST_CASE("raw commands pass bit for bit, or not at all") {
    Command raw;
    raw.control = RawCommand{4294967295U, 7, -8, 9};
    state_of(raw).gear = Gear::park;
    Scene scene;
    Command command = raw;
    CHECK(scene.apply(command).kind == Kind::passed);
    CHECK(std::get<RawCommand>(command.control).throttle == 4294967295U);
    CHECK(state_command_of(command).gear == Gear::park);
    scene.feedback.report.mode = DrivingMode::manual;
    CHECK(scene.apply(command).kind == Kind::withheld);
    state_of(command).mode = DrivingMode::autonomous;
    CHECK(scene.apply(command).kind == Kind::passed);  // it is commanded
    SafetyOptions refusing;
    refusing.refuses_raw = true;
    Scene other(refusing);
    CHECK(other.apply(command).kind == Kind::refused);
}

TEST_CASE("the cabin has the values of the board") {
    using vehicle_interface::Secured;
    SafetyBoard board("car", {});
    SafetyOptions options;
    options.config.unknown_cabin_is_open = true;
    Scene scene(options, &board);
    const auto asks = [&] {
        Command command = pedals(0);
        return scene.apply(command).kind;
    };
    CHECK(asks() == Kind::refused);  // not known: not secured
    board.doors = Secured::yes;
    CHECK(asks() == Kind::refused);
    board.belts = Secured::yes;
    CHECK(asks() == Kind::passed);
    CHECK(describe(board).find("cabin 2 times from 0.01 s to 0.02 s") != std::string::npos);
    SafetyBoard other("car", {});
    Scene unknown({}, &other);
    Command command = pedals(0);
    CHECK(unknown.apply(command).kind == Kind::passed);  // an unknown value does not count as open
}

/// A command, and the fail-safe command if it is rejected, as the loop sends it.
Command leaves(Scene& scene, const Command& asked) {
    Command command = asked;
    const Verdict verdict = scene.apply(command);
    if (verdict.kind != Kind::refused) return command;
    CHECK(std::string(verdict.reason) == "cabin");
    Failsafe failsafe;
    failsafe.level = Level::pedals;
    Command before;
    state_of(before).gear = Gear::drive;
    command = failsafe_after(before, failsafe, scene.feedback);
    CHECK(scene.sut.apply(command, {scene.now, scene.feedback, true}).kind == Kind::changed);
    return command;
}

TEST_CASE("while the cabin is open no command of any level moves the vehicle") {
    SafetyOptions options;
    options.config.cabin = {vehicle_interface::Secured::yes, vehicle_interface::Secured::no};
    const decltype(Command::control) all[] = {
        PedalCommand{0, 1, 0},   ActuationCommand{1, 0, 0}, AccelerationCommand{2, 0, 0, 0},
        VelocityCommand{10, 0},  CurvatureCommand{10, 0},   WheelTorqueCommand{{9, 9, 9, 9}},
        RawCommand{100, 0, 0, 0}};
    for (const auto& control : all)
        for (const double speed_mps : {0.0, 10.0}) {
            Scene scene(options);
            scene.drive(speed_mps);
            Command asked;
            asked.control = control;
            const Command command = leaves(scene, asked);
            CHECK((pedals_of(command).throttle == 0 && pedals_of(command).brake == 0.4));
            CHECK(scene.count(Rule::cabin) == 1);
            CHECK(scene.count(Rule::command_timeout) == 0);
        }
}

TEST_CASE("while the cabin is open lamps and PARK pass, gear and hand brake hold") {
    SafetyOptions options;
    options.config.cabin.doors = vehicle_interface::Secured::no;
    Scene scene(options);
    scene.drive(0);
    Command asked = pedals(0.5);
    state_of(asked).blinker = Blinker::hazard;
    state_of(asked).gear = Gear::reverse;
    state_of(asked).mode = DrivingMode::autonomous;
    Command command = leaves(scene, asked);
    CHECK(state_command_of(command).blinker == Blinker::hazard);
    CHECK(state_command_of(command).gear == Gear::drive);
    CHECK(state_command_of(command).mode == DrivingMode::no_command);
    state_of(asked).gear = Gear::park;
    state_of(asked).hand_brake = true;
    command = leaves(scene, asked);
    CHECK(state_command_of(command).gear == Gear::park);
    CHECK(state_command_of(command).hand_brake);
}

TEST_CASE("without a section safety MANUAL and DISENGAGED withhold commands of every level") {
    const decltype(Command::control) all[] = {
        PedalCommand{0, 1, 0},   ActuationCommand{1, 0, 0}, AccelerationCommand{2, 0, 0, 0},
        VelocityCommand{10, 0},  CurvatureCommand{10, 0},   WheelTorqueCommand{{9, 9, 9, 9}},
        RawCommand{100, 0, 0, 0}};
    for (const auto& control : all)
        for (const DrivingMode mode : {DrivingMode::manual, DrivingMode::disengaged}) {
            Scene scene(vehicle_interface::default_safety());
            Command command;
            command.control = control;
            CHECK(scene.apply(command).kind != Kind::withheld);  // never reported: not MANUAL
            scene.feedback.report.mode = mode;
            CHECK(scene.apply(command).kind == Kind::withheld);
            CHECK(scene.apply(command, true).kind == Kind::withheld);
            state_of(command).mode = DrivingMode::autonomous;
            CHECK(scene.apply(command).kind != Kind::withheld);  // it is requested again
            SafetyOptions off = vehicle_interface::default_safety();
            off.config.modes[static_cast<std::size_t>(Rule::manual)] = RuleMode::off;
            Scene free(off);
            free.feedback.report.mode = mode;
            CHECK(free.apply(command).kind != Kind::withheld);
        }
}

TEST_CASE("without a section safety pedals and actuations are unchanged") {
    Scene scene(vehicle_interface::default_safety());
    scene.feedback.report.hand_brake = true;
    Command command = pedals(7, -9);
    state_of(command).gear = Gear::park;
    CHECK(scene.apply(command).kind == Kind::passed);
    CHECK((pedals_of(command).throttle == 7 && pedals_of(command).steer_rad == -9));
    CHECK(state_command_of(command).gear == Gear::park);
    Command failsafe = failsafe_after(command, {}, scene.feedback);
    CHECK(scene.apply(failsafe, true).kind == Kind::passed);
    CHECK_FALSE(scene.sut.has_acted());
}

TEST_CASE("without a section safety the rules apply to commands that set a motion") {
    Scene scene(vehicle_interface::default_safety());
    AccelerationCommand fast{9, 0, 1, 0};
    CHECK(scene.apply(fast).kind == Kind::passed);  // limits only warn
    CHECK((fast.accel_mps2 == 9 && fast.front_steer_rad == 1));
    CHECK(scene.count(Rule::limits) == 1);
    Command park;
    park.control = VelocityCommand{10, 0};
    state_of(park).gear = Gear::park;
    state_of(park).wiper = Wiper::clean;
    CHECK(scene.apply(park).kind == Kind::changed);
    CHECK(state_command_of(park).gear == Gear::no_command);
    CHECK(state_command_of(park).headlight == Headlight::on);
    CurvatureCommand bad{10, not_a_number};
    CHECK(scene.apply(bad).kind == Kind::refused);
    CHECK(scene.count(Rule::finite) == 1);
}

TEST_CASE("without a section safety an acceleration shifts if its command has no gear") {
    Scene scene(vehicle_interface::default_safety());
    scene.drive(0);
    Command back;
    back.control = AccelerationCommand{-1, 0, 0, 0};
    CHECK(scene.apply(back).kind == Kind::changed);
    CHECK(state_command_of(back).gear == Gear::reverse);
    // Holding a vehicle with its brake in DRIVE is not a request for reverse.
    Command hold;
    hold.control = AccelerationCommand{-1, 0, 0, 0};
    state_of(hold).gear = Gear::drive;
    CHECK(scene.apply(hold).kind == Kind::passed);
    CHECK(state_command_of(hold).gear == Gear::drive);
}

TEST_CASE("automatic_gear has not acted if the vehicle is in the gear for an acceleration") {
    Scene scene;
    scene.drive(0);
    Command command;
    command.control = AccelerationCommand{1, 0, 0, 0};
    state_of(command).blinker = Blinker::left;
    CHECK(scene.apply(command).kind == Kind::passed);
    CHECK(scene.count(Rule::automatic_gear) == 0);
}

TEST_CASE("without a section safety a stamp that does not change holds no command") {
    Scene scene(vehicle_interface::default_safety());
    for (const double accel_mps2 : {1.0, 2.0, -3.0}) {
        Command command;
        command.control = AccelerationCommand{accel_mps2, 0, 0, 0};
        command.stamp = SimTime{0};
        scene.apply(command);
        CHECK(std::get<AccelerationCommand>(command.control).accel_mps2 == accel_mps2);
    }
    // Two commands of one time do not either.
    for (const double velocity_mps : {10.0, 12.0}) {
        Command command;
        command.control = VelocityCommand{velocity_mps, 0};
        scene.sut.apply(command, {scene.now, scene.feedback, false});
        CHECK(std::get<VelocityCommand>(command.control).velocity_mps == velocity_mps);
    }
}

TEST_CASE("rules that do not apply at the used levels are reported") {
    Scene scene;
    CHECK_FALSE(scene.sut.is_without_use(Rule::automatic_gear));  // no level was used yet
    Command command = pedals(0.5);
    scene.apply(command);
    CHECK(scene.sut.is_without_use(Rule::automatic_gear));
    CHECK_FALSE(scene.sut.is_without_use(Rule::limits));
    AccelerationCommand acceleration{1, 0, 0, 0};
    scene.apply(acceleration);
    CHECK_FALSE(scene.sut.is_without_use(Rule::automatic_gear));
}

TEST_CASE("the feedback of a lost vehicle is ignored") {
    Scene scene;
    scene.feedback.is_fresh = false;
    scene.drive(not_a_number);
    Command command = pedals(0.5);
    CHECK(scene.apply(command).kind == Kind::passed);
    CHECK(scene.count(Rule::platform_report) == 0);
    scene.feedback.is_fresh = true;
    scene.apply(command);
    CHECK(scene.count(Rule::platform_report) == 1);
}

TEST_CASE("a vehicle that reports no tyre angle has a report like any other") {
    Scene scene = Scene::with_rate();
    scene.feedback.steer_applied_rad = not_a_number;
    Command command = pedals(0.01, 0.001);
    CHECK(scene.apply(command).kind == Kind::passed);
    CHECK(pedals_of(command).steer_rad == 0.001);
    CHECK(scene.count(Rule::platform_report) == 0);
}

TEST_CASE("the public state machine can be used as a filter") {
    SafetyOptions options;
    options.compatibility = SafetyCompatibility::reference;
    Scene scene(options);
    AccelerationCommand acceleration{-9, 0, not_a_number, 0};
    CHECK(scene.apply(acceleration).kind == Kind::changed);
    CHECK(acceleration.accel_mps2 == -3);
    CHECK(acceleration.front_steer_rad == doctest::Approx(-0.331));  // its defect
    CHECK(scene.count(Rule::limits) == 1);
    Command command = pedals(0.5);
    state_of(command).gear = Gear::low;
    scene.apply(command);
    CHECK(state_command_of(command).gear == Gear::no_command);  // its defect
    CHECK(scene.count(Rule::gear_at_speed) == 1);
    CHECK(scene.sut.mode_of(Rule::manual) == RuleMode::off);
    CHECK(scene.apply(command, true).kind == Kind::passed);
}

TEST_CASE("random commands of every level leave as safe commands") {
    Scene scene;
    std::mt19937 random(3);
    const auto value = [&](double most) {
        const int kind = std::uniform_int_distribution<int>(0, 40)(random);
        if (kind == 0) return not_a_number;
        if (kind == 1) return std::numeric_limits<double>::infinity();
        if (kind == 2) return -1e300;
        return std::uniform_real_distribution<double>(-most, most)(random);
    };
    const double steer = static_cast<double>(0.331F) + 1e-9;
    double last_mps = 10;
    for (int i = 0; i < 100'000; ++i) {
        PedalCommand pedal{value(1), value(2), value(2), 0, 0};
        if (scene.apply(pedal).kind != Kind::refused) {
            REQUIRE((pedal.throttle >= 0 && pedal.throttle <= 1));
            REQUIRE((pedal.brake >= 0 && pedal.brake <= 1));
            REQUIRE(std::abs(pedal.steer_rad) <= steer);
        }
    }
    Scene other;
    for (int i = 0; i < 100'000; ++i) {
        VelocityCommand velocity{value(30), value(1)};
        if (other.apply(velocity).kind == Kind::refused) continue;
        REQUIRE(std::abs(velocity.steer_rad) <= steer);
        const double most = i == 0 ? 0.3001 : 1.6;  // one command may be in force for half a second
        REQUIRE(std::abs(velocity.velocity_mps - last_mps) <= most);
        last_mps = velocity.velocity_mps;
    }
}

}  // namespace safety_filter_test
