// SPDX-License-Identifier: MIT
#include "converted_vehicle.hpp"

#include <utility>

namespace gateway {

ConvertedVehicle::ConvertedVehicle(std::unique_ptr<Vehicle> vehicle,
                                   const ConversionOptions& options)
    : vehicle_(std::move(vehicle)), converter_(options), feedback_(vehicle_->feedback()) {}

bool ConvertedVehicle::advance() {
    if (converter_.convert_if_due(vehicle_->feedback(), step())) {
        Command command;
        static_cast<plant::Command&>(command) = converter_.sent();
        vehicle_->apply(command);
    }
    const bool has_moved = vehicle_->advance();
    feedback_ = vehicle_->feedback();
    converter_.describe(feedback_);
    return has_moved;
}

}  // namespace gateway
