// SPDX-License-Identifier: MIT
#pragma once

#include "command_converter.hpp"

#include <memory>

namespace gateway {

/// An actuation vehicle that also accepts pedals. Once per period, before the first step at or
/// after its beginning, the pedals are converted with the vehicle's present feedback. The applied
/// pedals in its feedback are those converted last. Actuation commands are passed on unchanged and
/// end the conversion.
class ConvertedVehicle : public Vehicle {
  public:
    /// @param vehicle its feedback must have the tyre angle
    /// @param publishes_steer if false, the only tyre angle in the feedback is the one that the
    /// converter computes from the actuation status, see withhold_steering()
    /// @throws std::invalid_argument "key: reason" for parameters out of range
    ConvertedVehicle(std::unique_ptr<Vehicle> vehicle, const ConversionOptions& options,
                     bool publishes_steer = true);

    SimTime step() const override { return vehicle_->step(); }
    bool takes(Level level) const override {
        return level == Level::pedals || vehicle_->takes(level);
    }
    plant::InputStatus apply(const Command& command) override;
    bool advance() override;
    const Feedback& feedback() const override { return feedback_; }
    std::string explain() const override { return vehicle_->explain(); }

  private:
    plant::InputStatus hold(const PedalCommand& asked);
    void look();

    std::unique_ptr<Vehicle> vehicle_;
    CommandConverter converter_;
    bool publishes_steer_;
    SimTime period_;
    SimTime until_conversion_{0};
    std::optional<PedalCommand> held_ = PedalCommand{};  ///< nothing after an actuation command
    std::optional<VehicleStateCommand> state_;
    Feedback feedback_;
};

}  // namespace gateway
