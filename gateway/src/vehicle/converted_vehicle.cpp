// SPDX-License-Identifier: MIT
#include "converted_vehicle.hpp"

#include <algorithm>
#include <utility>

namespace gateway {

ConvertedVehicle::ConvertedVehicle(std::unique_ptr<Vehicle> vehicle,
                                   const ConversionOptions& options)
    : vehicle_(std::move(vehicle)),
      converter_(options),
      period_(options.period),
      feedback_(vehicle_->feedback()) {}

/// A pedal is limited here, since the vehicle is never shown it.
plant::InputStatus ConvertedVehicle::apply(const Command& command) {
    const PedalCommand& asked = std::get<PedalCommand>(command.control);
    held_ = asked;
    held_.throttle = std::clamp(asked.throttle, 0.0, 1.0);
    held_.brake = std::clamp(asked.brake, 0.0, 1.0);
    if (command.state) state_ = command.state;
    const bool is_changed = held_.throttle < asked.throttle || held_.throttle > asked.throttle ||
                            held_.brake < asked.brake || held_.brake > asked.brake;
    return is_changed ? plant::InputStatus::clamped : plant::InputStatus::accepted;
}

bool ConvertedVehicle::advance() {
    if (until_conversion_.count() <= 0) {
        vehicle_->apply({converter_.convert(held_, vehicle_->feedback()), state_});
        until_conversion_ += period_;
    }
    until_conversion_ -= step();
    const bool has_moved = vehicle_->advance();
    feedback_ = vehicle_->feedback();
    converter_.describe(feedback_);
    return has_moved;
}

}  // namespace gateway
