// SPDX-License-Identifier: MIT
#include "converted_vehicle.hpp"

#include "sim_vehicle.hpp"

#include <gateway/base/held_state.hpp>

#include <algorithm>
#include <utility>

namespace gateway {

ConvertedVehicle::ConvertedVehicle(std::unique_ptr<Vehicle> vehicle,
                                   const ConversionOptions& options, bool publishes_steer)
    : vehicle_(std::move(vehicle)),
      converter_(options),
      publishes_steer_(publishes_steer),
      period_(options.period) {
    look();
}

plant::InputStatus ConvertedVehicle::apply(const Command& command) {
    if (command.state) state_ = on_top_of(*command.state, state_.value_or(VehicleStateCommand{}));
    if (const auto* pedals = std::get_if<PedalCommand>(&command.control)) return hold(*pedals);
    held_.reset();
    converter_.rest();
    return vehicle_->apply(command);
}

/// Pedals are limited here, since the vehicle does not get them.
plant::InputStatus ConvertedVehicle::hold(const PedalCommand& asked) {
    if (!held_) until_conversion_ = SimTime{0};
    PedalCommand& held = held_.emplace(asked);
    held.throttle = std::clamp(asked.throttle, 0.0, 1.0);
    held.brake = std::clamp(asked.brake, 0.0, 1.0);
    const bool is_changed = held.throttle < asked.throttle || held.throttle > asked.throttle ||
                            held.brake < asked.brake || held.brake > asked.brake;
    return is_changed ? plant::InputStatus::clamped : plant::InputStatus::accepted;
}

bool ConvertedVehicle::advance() {
    if (held_ && until_conversion_.count() <= 0) {
        const plant::Gear gear = plant_gear(state_.value_or(VehicleStateCommand{}).gear);
        vehicle_->apply({converter_.convert(*held_, gear, vehicle_->feedback()), state_});
        until_conversion_ += period_;
    }
    until_conversion_ -= step();
    const bool has_moved = vehicle_->advance();
    look();
    return has_moved;
}

void ConvertedVehicle::look() {
    feedback_ = vehicle_->feedback();
    if (!publishes_steer_) withhold_steering(feedback_);
    converter_.describe(feedback_);
}

}  // namespace gateway
