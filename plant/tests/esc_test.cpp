// SPDX-License-Identifier: MIT
#include "brake_runs.hpp"
#include "brakes/esc_kernel.hpp"
#include "brakes/prepare_control.hpp"
#include "dynamics/planar_input.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <optional>

namespace esc_test {

using namespace plant;

namespace {

constexpr double degree = 3.14159265358979 / 180.0;
constexpr double eighty_kmh = 80.0 / 3.6;

VehicleParams without_esc(VehicleParams vehicle) {
    vehicle.brake_control.esc.enabled = false;
    return vehicle;
}

/// The steering that gives 0.3 g in a slow ramp at 80 km/h: FMVSS 126, S7.6.
double normal_steer_rad(Model model, const VehicleParams& vehicle) {
    Scenario ramp;
    ramp.model = model;
    ramp.initial_speed_mps = ramp.hold_speed_mps = eighty_kmh;
    ramp.duration_s = 5.0;
    ramp.steer.shape = SteerShape::ramp;
    ramp.steer.amplitude_rad = 0.1;
    ramp.steer.rate_radps = 13.5 * degree / vehicle.steering.ratio;
    for (const Output& o : outputs_of(ramp, vehicle))
        if (o.ay_mps2 >= 0.3 * gravity_mps2) return o.steer_applied_rad;
    return 0.0;
}

Scenario sine_with_dwell(Model model, double amplitude_rad) {
    Scenario scenario;
    scenario.model = model;
    scenario.initial_speed_mps = eighty_kmh;
    scenario.duration_s = 5.0;
    scenario.steer.shape = SteerShape::sine_with_dwell;
    scenario.steer.start_s = 0.5;
    scenario.steer.amplitude_rad = amplitude_rad;
    scenario.steer.frequency_hz = 0.7;
    return scenario;
}

/// Whether a run meets the criteria of FMVSS 126, S5.2: yaw rate at most 35 % of its second peak
/// 1 s after the steering and 20 % after 1.75 s; 1.83 m to the side, for a large amplitude.
bool meets_criteria(const std::vector<Output>& outputs, bool is_large) {
    constexpr double start_s = 0.5, end_s = start_s + 1.0 / 0.7 + 0.5;
    const auto index = [](double t_s) { return static_cast<std::size_t>(std::lround(1e3 * t_s)); };
    const auto yaw_rate = [&](std::size_t i) {
        return outputs[i].state.angular_velocity_radps.z();
    };
    double peak = 0.0;
    for (std::size_t i = index(start_s + 0.5 / 0.7); i < index(end_s); ++i)
        peak = std::min(peak, yaw_rate(i));
    const bool is_stable =
        yaw_rate(index(end_s + 1.0)) / peak <= 0.35 && yaw_rate(index(end_s + 1.75)) / peak <= 0.20;
    const bool responds = outputs[index(start_s + 1.07)].state.position_m.y() >= 1.83;
    return is_stable && (responds || !is_large);
}

/// The series of amplitudes from 1.5 times the normal steering, in steps of a half, up to 6.5 times
/// and at least 270 degrees at the steering wheel. @return the first amplitude, as a multiple, that
/// does not meet the criteria; nothing if all do
std::optional<double> first_failure(Model model, const VehicleParams& vehicle) {
    const double normal_rad = normal_steer_rad(model, without_esc(vehicle));
    REQUIRE(normal_rad > 0.0);
    const double largest_rad = std::max(6.5 * normal_rad, 270.0 * degree / vehicle.steering.ratio);
    for (double multiple = 1.5;; multiple += 0.5) {
        const double amplitude_rad = std::min(multiple * normal_rad, largest_rad);
        const auto outputs = outputs_of(sine_with_dwell(model, amplitude_rad), vehicle);
        if (!meets_criteria(outputs, multiple >= 5.0)) return multiple;
        if (amplitude_rad == largest_rad) return std::nullopt;
    }
}

}  // namespace

TEST_CASE("with ESC the sedan meets the criteria of FMVSS 126") {
    for (const Model model : controlled_models)
        CHECK_FALSE(first_failure(model, controlled_sedan()).has_value());
}

TEST_CASE("with ESC a rear-heavy load meets the criteria of FMVSS 126, which it fails without") {
    for (const Model model : controlled_models) {
        CHECK_FALSE(first_failure(model, rear_heavy_sedan()).has_value());
        CHECK(first_failure(model, without_esc(rear_heavy_sedan())).has_value());
    }
}

TEST_CASE("the reference is the yaw rate of the linear single track, limited by friction") {
    const VehicleParams vehicle = controlled_sedan();
    const ControlConstants k = prepare_control(vehicle);
    const EscParams& p = vehicle.brake_control.esc;
    OneState s{};
    OneInput in{};
    in.friction = splat<Lanes>(0.5);
    for (const double v : {8.0, 20.0, 40.0}) {
        s.vx = v;
        const double linear =
            v * 0.01 / (vehicle.body.wheelbase_m + p.understeer_rad_per_mps2 * v * v);
        CHECK(reference_yaw_rate(k, s, in, 0.01) == doctest::Approx(linear));
        const double most = p.friction_share * 0.5 * gravity_mps2 / v;
        CHECK(reference_yaw_rate(k, s, in, 1.0) == doctest::Approx(most));
        CHECK(reference_yaw_rate(k, s, in, -1.0) == doctest::Approx(-most));
    }
}

TEST_CASE("ESC brakes the outer front wheel of an oversteering car and cuts the throttle") {
    // A left turn in which the yaw rate exceeds the reference, since the rear tyres slide.
    Scenario scenario = sine_with_dwell(Model::seven_dof, 0.12);
    ControlPoint point;
    point.command.throttle = 0.5;
    scenario.controls = {point};
    const auto outputs = outputs_of(scenario, rear_heavy_sedan());
    bool seen = false;
    for (const Output& o : outputs) {
        const double yaw_rate = o.state.angular_velocity_radps.z();
        if (o.esc_active == 0.0 || o.steer_applied_rad != 0.0 || yaw_rate > -0.3) continue;
        seen = true;  // turns to the right without steering
        CHECK(o.throttle_applied < 0.5);
        CHECK(o.brake_torque_nm[front_left] > o.brake_torque_nm[front_right]);
        CHECK(o.brake_torque_nm[front_left] > o.brake_torque_nm[rear_right]);
    }
    CHECK(seen);
}

TEST_CASE("within its dead band ESC does nothing") {
    Scenario scenario;
    scenario.initial_speed_mps = scenario.hold_speed_mps = 20.0;
    scenario.duration_s = 5.0;
    scenario.steer.shape = SteerShape::step;
    scenario.steer.amplitude_rad = 0.02;
    scenario.steer.rate_radps = 0.2;
    for (const Output& o : outputs_of(scenario, controlled_sedan())) {
        CHECK(o.esc_active == 0.0);
        CHECK(o.brake_torque_nm == PerWheel{});
    }
}

TEST_CASE("ESC can be switched off while the car drives") {
    Scenario scenario = sine_with_dwell(Model::seven_dof, 0.12);
    ControlPoint off;
    off.command.esc_off = true;
    scenario.controls = {off};
    const auto outputs = outputs_of(scenario, rear_heavy_sedan());
    CHECK_FALSE(meets_criteria(outputs, true));
    for (const Output& o : outputs) CHECK(o.esc_active == 0.0);
}

}  // namespace esc_test
