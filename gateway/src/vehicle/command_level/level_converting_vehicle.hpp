// SPDX-License-Identifier: MIT
#pragma once

#include "level_conversion.hpp"

#include <memory>

namespace gateway {

/// A vehicle that accepts pedals, extended by all levels that can be converted to them. Commands
/// that the vehicle accepts itself are passed on bit-identically. Any other command is kept until
/// the next one, and converted in each step of the vehicle with the vehicle's present feedback,
/// unless the next one is withheld.
class LevelConvertingVehicle : public Vehicle {
  public:
    LevelConvertingVehicle(std::unique_ptr<Vehicle> vehicle, const LevelConversionConfig& config);

    SimTime step() const override { return vehicle_->step(); }
    bool takes(Level level) const override;
    plant::InputStatus apply(const Command& command) override;
    bool advance() override;
    plant::SimSession* prepare_step() override;
    bool conclude_step(plant::StepStatus status) override {
        return vehicle_->conclude_step(status);
    }
    void stand_by(const Command& command) override;
    void listen() override { vehicle_->listen(); }
    void withhold() override;
    const Feedback& feedback() const override { return vehicle_->feedback(); }
    std::string explain() const override { return vehicle_->explain(); }

  private:
    plant::InputStatus convert(SimTime held);
    void begin_step();
    void discard();

    std::unique_ptr<Vehicle> vehicle_;
    LevelConversion conversion_;
    bool takes_raw_;
    VehicleStateCommand state_;    ///< requested so far
    std::optional<Command> held_;  ///< the command to convert; nothing after one that was passed on
    bool is_converted_ = false;    ///< in this step
};

/// Adds the conversion to a vehicle that accepts pedals. Returns any other vehicle unchanged.
std::unique_ptr<Vehicle> with_level_conversion(std::unique_ptr<Vehicle> vehicle,
                                               const LevelConversionConfig& config);

}  // namespace gateway
