// SPDX-License-Identifier: MIT
// Properties that hold for any sequence of commands and reports.
#include "vehicle_interface/machine/safety_state_machine.hpp"
#include "vehicle_interface/rule/gear_at_speed.hpp"
#include "vehicle_interface/rule/headlights.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>

namespace properties_test {

using namespace gateway::vehicle_interface;
using namespace std::chrono_literals;

/// Commands and reports that no controller and no vehicle would send.
class Chaos {
  public:
    explicit Chaos(unsigned seed) : random_(seed) {}

    bool one_in(int n) { return whole(0, n - 1) == 0; }

    Stamp later() {
        now_ += one_in(50) ? Stamp{std::chrono::milliseconds(whole(0, 2000))}
                           : Stamp{std::chrono::microseconds(whole(0, 20'000))};
        return now_;
    }
    Stamp now() const { return now_; }

    VehicleControlCommand control() {
        VehicleControlCommand command;
        command.stamp = one_in(100) ? now_ - 1s : now_;
        command.long_accel_mps2 = value(8);
        command.velocity_mps = value(40);
        command.front_wheel_angle_rad = value(1);
        command.rear_wheel_angle_rad = one_in(4) ? value(1) : 0;
        return command;
    }
    VehicleOdometry odometry() {
        VehicleOdometry odometry;
        odometry.stamp = now_;
        odometry.velocity_mps = one_in(3) ? value(30) : value(1);
        return odometry;
    }
    template <class State>
    State state() {
        State state;
        state.stamp = now_;
        state.blinker = code<Blinker>(5);
        state.headlight = code<Headlight>(4);
        state.wiper = one_in(8) ? Wiper::clean : code<Wiper>(4);
        state.gear = code<Gear>(6);
        state.mode = code<DrivingMode>(one_in(4) ? 5 : 2);
        state.hand_brake = one_in(4);
        state.horn = one_in(4);
        return state;
    }
    VehicleStateReport report() {
        VehicleStateReport report = state<VehicleStateReport>();
        report.fuel_percent = static_cast<std::uint8_t>(whole(0, 120));
        return report;
    }

  private:
    int whole(int min, int max) { return std::uniform_int_distribution<int>(min, max)(random_); }
    float value(float most) {
        using Limit = std::numeric_limits<float>;
        if (one_in(40)) return one_in(2) ? Limit::quiet_NaN() : Limit::infinity();
        if (one_in(40)) return one_in(2) ? -Limit::infinity() : Limit::max();
        if (one_in(10)) return 0;
        return std::uniform_real_distribution<float>(-most, most)(random_);
    }
    /// One of the first `count` codes, or any byte.
    template <class Code>
    Code code(int count) {
        return static_cast<Code>(one_in(20) ? whole(0, 255) : whole(0, count - 1));
    }

    std::mt19937 random_;
    Stamp now_{0};
};

/// The driver, as derived from reports, requests and sent commands.
class Driver {
  public:
    void hear(DrivingMode mode) {
        const bool by_person = mode == DrivingMode::manual || mode == DrivingMode::disengaged;
        // The vehicle can detect a takeover after the second command.
        const bool is_awaited = is_handed_over_ && sent_ >= 2;
        if (is_awaited && mode == DrivingMode::autonomous) is_handed_over_ = false;
        if (!by_person || (is_handed_over_ && !is_awaited)) return;
        if (is_handed_over_ && ++refusals_ <= SafetyConfig{}.manual_debounce) return;
        *this = Driver(true);
    }
    void ask(DrivingMode mode) {
        has_requested_ = mode == DrivingMode::autonomous;
        if (mode == DrivingMode::manual && is_handed_over_) *this = Driver(true);
    }
    /// @return whether automation is permitted
    bool leave(bool is_anything) {
        if (is_manual_ && has_requested_ && is_anything) {
            *this = Driver(false);
            is_handed_over_ = true;
        }
        has_requested_ = false;
        if (is_anything) ++sent_;
        return !is_manual_ || !is_anything;
    }
    bool is_manual() const { return is_manual_; }

    explicit Driver(bool is_manual) : is_manual_(is_manual) {}

  private:
    bool is_manual_;
    bool has_requested_ = false;
    bool is_handed_over_ = false;  ///< requested, not yet reported
    unsigned sent_ = 0, refusals_ = 0;
};

/// Gets the vehicle's commands and reports violations.
class Witness {
  public:
    explicit Witness(const SafetyConfig& config) : config_(config) {}

    void hear(const VehicleOdometry& odometry, const VehicleStateReport& report) {
        if (std::isfinite(odometry.velocity_mps)) velocity_mps_ = odometry.velocity_mps;
        if (is_known(report.headlight)) is_lit_ = is_lit(report.headlight);
        if (is_known(report.wiper)) wipes_ = is_running(report.wiper);
        if (is_known(report.mode)) driver_.hear(report.mode);
        if (driver_.is_manual()) commanded_ = {};
    }
    /// A state command of the controller.
    void ask(const VehicleStateCommand& state) { driver_.ask(state.mode); }

    /// @return the violation, or nothing
    std::string look(const SafeCommands& safe) {
        if (!driver_.leave(safe.control || safe.state)) return "a command during manual control";
        if (!safe.control) return {};
        if (!is_good(*safe.control)) return "control outside of its limits";
        const VehicleStateCommand state = safe.state.value_or(VehicleStateCommand{});
        if (!is_known(state.gear) || !is_known(state.blinker) || !is_known(state.headlight) ||
            !is_known(state.wiper) || !is_request(state.mode))
            return "a code without a meaning";
        if (state.gear == Gear::park && is_fast(velocity_mps_, config_)) return "PARK at speed";
        return is_dark(state) ? "wipers without headlights" : "";
    }

  private:
    bool is_good(const VehicleControlCommand& control) const {
        const auto is_inside = [](float value, const Limits& limits) {
            return limits.min <= value && value <= limits.max;  // false for a NaN
        };
        return is_inside(control.long_accel_mps2, config_.accel_mps2) &&
               is_inside(control.front_wheel_angle_rad, config_.front_steer_rad) &&
               control.rear_wheel_angle_rad == 0 && std::isfinite(control.velocity_mps);
    }
    /// Whether the command leaves wipers running without headlights.
    bool is_dark(const VehicleStateCommand& state) {
        const bool wipes = state.wiper == Wiper::no_command ? wipes_ || is_running(commanded_.wiper)
                                                            : is_running(state.wiper);
        const bool shines = state.headlight == Headlight::no_command
                                ? is_lit_ && commanded_.headlight != Headlight::off
                                : is_lit(state.headlight);
        if (state.wiper != Wiper::no_command) commanded_.wiper = state.wiper;
        if (state.headlight != Headlight::no_command) commanded_.headlight = state.headlight;
        return wipes && !shines;
    }

    SafetyConfig config_;
    float velocity_mps_ = 0;
    bool is_lit_ = false, wipes_ = false;
    VehicleStateCommand commanded_;
    Driver driver_{false};
};

struct Sequence {
    SafetyConfig config;
    SafetyStateMachine sut{config};
    Chaos chaos;
    Witness witness{config};
    long commands = 0, left = 0, held_back = 0;

    Sequence(const SafetyConfig& given, unsigned seed) : config(given), chaos(seed) {}

    void command() {
        std::optional<VehicleStateCommand> state;
        if (chaos.one_in(3)) state = chaos.state<VehicleStateCommand>();
        if (state) witness.ask(*state);
        const SafeCommands safe = sut.compute_safe_commands(chaos.control(), state);
        check(witness.look(safe));
        ++commands;
        ++(safe.control ? left : held_back);
        hold(safe);
    }
    /// Between two commands the vehicle gets the same command until the time-out.
    void hold(const SafeCommands& before) {
        if (!before.control || !chaos.one_in(4)) return;
        const Stamp now = chaos.later();
        const SafeCommands safe = sut.output(now);
        check(witness.look(safe));
        if (!safe.control || safe.reports.has(Report::command_timeout)) return;
        const bool is_same =
            safe.control->long_accel_mps2 == before.control->long_accel_mps2 &&
            safe.control->front_wheel_angle_rad == before.control->front_wheel_angle_rad &&
            safe.control->stamp == before.control->stamp;
        check(is_same ? "" : "another command than the one in force");
    }
    void report() {
        const VehicleOdometry odometry = chaos.odometry();
        const VehicleStateReport report = chaos.report();
        witness.hear(odometry, report);
        sut.update(odometry, report);
        if (!chaos.one_in(10)) return;
        check(witness.look(sut.output(chaos.now())));
    }
    void check(const std::string& problem) {
        if (!problem.empty()) FAIL(problem << " after " << commands << " commands");
    }
};

void run(const SafetyConfig& config, unsigned seed, int steps) {
    Sequence sequence(config, seed);
    for (int i = 0; i < steps; ++i) {
        sequence.chaos.later();
        sequence.chaos.one_in(2) ? sequence.command() : sequence.report();
    }
    // Both sides of the property occur.
    CHECK(sequence.left > steps / 20);
    CHECK(sequence.held_back > steps / 20);
    for (std::size_t i = 0; i < rule_count; ++i) {
        const auto rule = static_cast<Rule>(i);
        if (rule == Rule::brake_over_throttle) continue;  // of pedals, which occur in none of these
        CHECK_MESSAGE(sequence.sut.record(rule).count > 0, name_of(rule) << " never acted");
    }
}

TEST_CASE("a million random commands and reports lead to safe commands only") {
    SafetyConfig config;
    config.cabin = {Secured::yes, Secured::yes};
    run(config, 16, 1'000'000);
}

TEST_CASE("the same with filters, which may overshoot") {
    SafetyConfig config;
    config.cabin = {Secured::yes, Secured::yes};
    config.filters.longitudinal = {FilterType::butterworth, 5};
    config.filters.front_steer = {FilterType::butterworth, 5};
    config.filters.rear_steer = {FilterType::low_pass, 5};
    run(config, 17, 200'000);
}

}  // namespace properties_test
