// SPDX-License-Identifier: MIT
#include "level_converting_vehicle.hpp"

#include <utility>

namespace gateway {

LevelConvertingVehicle::LevelConvertingVehicle(std::unique_ptr<Vehicle> vehicle,
                                               const LevelConversionConfig& config)
    : vehicle_(std::move(vehicle)), conversion_(config), takes_raw_(config.raw.has_value()) {}

bool LevelConvertingVehicle::takes(Level level) const {
    switch (level) {
        case Level::acceleration:
        case Level::velocity:
        case Level::curvature:
            return true;
        case Level::raw:
            return takes_raw_;
        default:
            return vehicle_->takes(level);
    }
}

plant::InputStatus LevelConvertingVehicle::apply(const Command& command) {
    if (vehicle_->takes(level_of(command))) {
        if (command.state) state_ = on_top_of(*command.state, state_);
        held_.reset();
        conversion_.rest(command.state ? command.state->gear : Gear::no_command);
        return vehicle_->apply(command);
    }
    if (!is_finite(command)) return plant::InputStatus::rejected;
    if (command.state) state_ = on_top_of(*command.state, state_);
    held_ = command;
    return convert(std::exchange(is_converted_, true) ? SimTime{0} : step());
}

/// The result is applied at once, since a peer is not to wait for its next period.
plant::InputStatus LevelConvertingVehicle::convert(SimTime held) {
    const double dt_s = std::chrono::duration<double>(held).count();
    Command command = conversion_.convert(*held_, state_, vehicle_->feedback(), dt_s);
    command.off = held_->off;
    return vehicle_->apply(command);
}

void LevelConvertingVehicle::begin_step() {
    const bool is_converted = std::exchange(is_converted_, false);
    if (held_ && !is_converted) convert(step());
}

bool LevelConvertingVehicle::advance() {
    begin_step();
    return vehicle_->advance();
}

plant::SimSession* LevelConvertingVehicle::prepare_step() {
    plant::SimSession* const session = vehicle_->prepare_step();
    if (session != nullptr) begin_step();
    return session;
}

void LevelConvertingVehicle::stand_by(const Command& command) {
    discard();
    vehicle_->stand_by(command);
}

void LevelConvertingVehicle::withhold() {
    discard();
    vehicle_->withhold();
}

void LevelConvertingVehicle::discard() {
    held_.reset();
    conversion_.rest(Gear::no_command);
}

std::unique_ptr<Vehicle> with_level_conversion(std::unique_ptr<Vehicle> vehicle,
                                               const LevelConversionConfig& config) {
    if (!vehicle->takes(Level::pedals)) return vehicle;
    return std::make_unique<LevelConvertingVehicle>(std::move(vehicle), config);
}

}  // namespace gateway
