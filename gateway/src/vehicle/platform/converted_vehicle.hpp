// SPDX-License-Identifier: MIT
#pragma once

#include "command_converter.hpp"

#include <memory>

namespace gateway {

/// An actuation vehicle that takes pedals, too: once a period, before the first step then or after,
/// the pedals held are converted with what the vehicle shows at that moment. Its feedback has as
/// pedals those that were converted last. Actuations are handed on as they come, and end that.
class ConvertedVehicle : public Vehicle {
  public:
    /// @param vehicle its feedback has the tyre angle
    /// @param publishes_steer else this one's feedback has no other tyre angle than that which the
    /// converter finds from the actuation status, see withhold_steering()
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
    std::optional<PedalCommand> held_ = PedalCommand{};  ///< none behind an actuation
    std::optional<VehicleStateCommand> state_;
    Feedback feedback_;
};

}  // namespace gateway
