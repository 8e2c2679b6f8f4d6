// SPDX-License-Identifier: MIT
#pragma once

#include "level_conversion.hpp"

#include <memory>

namespace gateway {

/// A vehicle that takes pedals, and with this all other levels that can be turned into them. What
/// the vehicle takes itself is handed on to the bit. Another command is held until the next one and
/// converted anew at each step of the vehicle, with what the vehicle shows at that moment, unless
/// the next one is withheld.
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
    void let_go();

    std::unique_ptr<Vehicle> vehicle_;
    LevelConversion conversion_;
    bool takes_raw_;
    VehicleStateCommand state_;    ///< asked for so far
    std::optional<Command> held_;  ///< nothing behind a command that was handed on
    bool is_converted_ = false;    ///< in this step
};

/// That vehicle with a ladder in front of it, if it takes pedals; else as it is.
std::unique_ptr<Vehicle> with_level_conversion(std::unique_ptr<Vehicle> vehicle,
                                               const LevelConversionConfig& config);

}  // namespace gateway
