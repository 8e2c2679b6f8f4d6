// SPDX-License-Identifier: MIT
#include "fmu_vehicle.hpp"

#include "command_level/level_conversion.hpp"
#include "pedal_effect.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace gateway {
namespace {

/// Beyond it the results of a vehicle are of no use.
constexpr double largest = 1e12;

bool has_input(const FmuMap& map, FmuInput input) {
    return std::any_of(map.inputs.begin(), map.inputs.end(), [&](const FmuMapped& mapped) {
        return mapped.signal == static_cast<std::size_t>(input);
    });
}

}  // namespace

bool takes_natively(const FmuMap& map, Level level) {
    const auto has = [&](FmuInput input) { return has_input(map, input); };
    if (level == Level::pedals) return has(FmuInput::throttle) && has(FmuInput::brake);
    if (level == Level::acceleration) return has(FmuInput::acceleration);
    return level == Level::wheel_torques && has(FmuInput::torque_fl) && has(FmuInput::torque_fr) &&
           has(FmuInput::torque_rl) && has(FmuInput::torque_rr);
}

FmuVehicle::FmuVehicle(const FmuVehicleConfig& config, const FmuVehicleStart& start)
    : config_(config),
      start_(start),
      host_(config, host_start()),
      motion_(config.map),
      steps_(host_.report().steps) {
    begin();
}

FmuHostStart FmuVehicle::host_start() const {
    FmuHostStart first;
    first.step = start_.step;
    first.inputs[static_cast<std::size_t>(FmuInput::gear)] =
        static_cast<double>(static_cast<int>(plant_gear(state_.gear)));
    first.values = {start_.x_m, start_.y_m, start_.yaw_rad, std::nullopt};
    const auto& starts = config_.map.start;
    const bool has_speed = std::any_of(starts.begin(), starts.end(), [](const FmuMapped& mapped) {
        return mapped.signal == static_cast<std::size_t>(FmuStart::vx);
    });
    if (has_speed) first.values[static_cast<std::size_t>(FmuStart::vx)] = start_.vx_mps;
    if (!has_speed && std::abs(start_.vx_mps) > 0)
        throw std::invalid_argument(
            config_.file.string() +
            ": the vehicle starts with a speed, which `start.vx_mps` of its map must give to the "
            "FMU");
    return first;
}

void FmuVehicle::begin() {
    if (!read_outputs()) throw std::runtime_error(failure_);
    motion_.begin(reported_);
    yaw_rate_radps_ = reported_.state.angular_velocity_radps.z();
    reported_.report = report_of(state_);
    feedback_ = reported_;
    move_to_centre(feedback_, config_.map.reference_point_x_m, 0);
    const plant::State& there = feedback_.state;
    const PlanarPose from{there.position_m.x(), there.position_m.y(), there.yaw_rad};
    frame_ = PoseFrame(from, {start_.x_m.value_or(from.x_m), start_.y_m.value_or(from.y_m),
                              start_.yaw_rad.value_or(from.yaw_rad)});
    frame_.apply(feedback_.state);
    feedback_.sensors = plant::ideal_readings(feedback_);
}

bool FmuVehicle::takes(Level level) const {
    return level == Level::pedals || takes_natively(config_.map, level);
}

plant::InputStatus FmuVehicle::apply(const Command& command) {
    if (!is_finite(command)) return plant::InputStatus::rejected;
    inputs_ = {};
    pedals_.reset();
    if (const auto* pedals = std::get_if<PedalCommand>(&command.control)) {
        pedals_ = *pedals;
        value(FmuInput::throttle) = pedals->throttle;
        value(FmuInput::brake) = pedals->brake;
        value(FmuInput::steer) = pedals->steer_rad;
    }
    if (const auto* accel = std::get_if<AccelerationCommand>(&command.control)) {
        value(FmuInput::acceleration) = accel->accel_mps2;
        value(FmuInput::velocity) = accel->velocity_mps;
        value(FmuInput::steer) = accel->front_steer_rad;
        value(FmuInput::rear_steer) = accel->rear_steer_rad;
    }
    if (const auto* torques = std::get_if<WheelTorqueCommand>(&command.control)) {
        for (std::size_t wheel = 0; wheel < 4; ++wheel)
            inputs_[static_cast<std::size_t>(FmuInput::torque_fl) + wheel] =
                torques->torque_nm[wheel];
        value(FmuInput::steer) = torques->steer_rad;
    }
    if (command.state) state_ = on_top_of(*command.state, state_);
    value(FmuInput::gear) = static_cast<double>(static_cast<int>(plant_gear(state_.gear)));
    value(FmuInput::hand_brake) = holds_still(state_) ? 1 : 0;
    bool is_limited = false;
    for (const FmuMapped& mapped : config_.map.inputs) is_limited |= limit(mapped);
    feedback_.report = report_of(state_);
    return is_limited ? plant::InputStatus::clamped : plant::InputStatus::accepted;
}

/// @return whether the value was out of range
bool FmuVehicle::limit(const FmuMapped& mapped) {
    double& input = inputs_[mapped.signal];
    const double asked = input;
    input = std::clamp(asked, mapped.min, mapped.max);
    return input < asked || input > asked;
}

/// Pedals for which the FMU has no variables are converted with the present speed.
void FmuVehicle::write_inputs() {
    if (pedals_) {
        const plant::Gear gear = plant_gear(state_.gear);
        const double speed_mps = feedback_.state.velocity_mps.x();
        PedalCommand pedals = *pedals_;
        pedals.throttle = std::clamp(pedals.throttle, 0.0, 1.0);
        pedals.brake = holds_still(state_) ? 1 : std::clamp(pedals.brake, 0.0, 1.0);
        if (!takes_natively(config_.map, Level::pedals)) {
            value(FmuInput::acceleration) = acceleration_of(pedals, gear, start_.pedals, speed_mps);
            const double torque = wheel_torque_of(pedals, gear, start_.drive_torque_nm,
                                                  start_.brake_torque_nm, speed_mps);
            for (std::size_t wheel = 0; wheel < 4; ++wheel)
                inputs_[static_cast<std::size_t>(FmuInput::torque_fl) + wheel] = torque;
            for (const FmuMapped& mapped : config_.map.inputs) limit(mapped);
        }
    }
    const auto& mapped = config_.map.inputs;
    for (std::size_t i = 0; i < mapped.size(); ++i) host_.input(i) = inputs_[mapped[i].signal];
}

bool FmuVehicle::read_outputs() {
    reported_.steer_applied_rad = value(FmuInput::steer);
    reported_.throttle_applied = value(FmuInput::throttle);
    reported_.brake_applied = value(FmuInput::brake);
    const auto& mapped = config_.map.outputs;
    for (std::size_t i = 0; i < mapped.size(); ++i) {
        const FmuOutput& output = fmu_outputs()[mapped[i].signal];
        const double number = host_.output(i);
        if (!(std::abs(number) <= largest))
            return fail(config_.file.filename().string() + ": " + mapped[i].variable + " (" +
                        output.name + ") is not a finite number below 1e12");
        output.of(reported_, output.wheel) = number;
    }
    return true;
}

/// The inputs of a communication step are those at its begin, the results appear at its end.
bool FmuVehicle::advance() {
    if (!failure_.empty()) return false;
    if (done_ == 0) {
        write_inputs();
        if (!host_.step()) return fail(host_.explain());
        if (!read_outputs()) return false;
    }
    feedback_.sim_time += start_.step;
    if (++done_ < steps_) return true;
    done_ = 0;
    publish();
    return true;
}

void FmuVehicle::publish() {
    const double dt_s = std::chrono::duration<double>(start_.step * steps_).count();
    motion_.update(reported_, dt_s);
    const double rate = reported_.state.angular_velocity_radps.z();
    const double acceleration = (rate - std::exchange(yaw_rate_radps_, rate)) / dt_s;
    const SimTime now = feedback_.sim_time;
    feedback_ = reported_;
    feedback_.sim_time = now;
    feedback_.report = report_of(state_);
    move_to_centre(feedback_, config_.map.reference_point_x_m, acceleration);
    frame_.apply(feedback_.state);
    feedback_.sensors = plant::ideal_readings(feedback_);
}

bool FmuVehicle::fail(std::string why) {
    failure_ = std::move(why);
    return false;
}

}  // namespace gateway
