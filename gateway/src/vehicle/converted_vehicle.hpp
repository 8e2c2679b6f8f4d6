// SPDX-License-Identifier: MIT
#pragma once

#include "command_converter.hpp"

#include <memory>

namespace gateway {

/// An actuation vehicle that takes pedals: once a period, before the first step then or after, the
/// command held is converted with what the vehicle shows at that moment. Its feedback has as pedals
/// those that were converted last.
class ConvertedVehicle : public Vehicle {
  public:
    /// @throws std::invalid_argument "key: reason" for parameters out of range
    ConvertedVehicle(std::unique_ptr<Vehicle> vehicle, const ConversionOptions& options);

    SimTime step() const override { return vehicle_->step(); }
    bool takes(Level level) const override { return level == Level::pedals; }
    plant::InputStatus apply(const Command& command) override;
    bool advance() override;
    const Feedback& feedback() const override { return feedback_; }
    std::string explain() const override { return vehicle_->explain(); }

  private:
    std::unique_ptr<Vehicle> vehicle_;
    CommandConverter converter_;
    SimTime period_;
    SimTime until_conversion_{0};
    PedalCommand held_;
    std::optional<VehicleStateCommand> state_;
    Feedback feedback_;
};

}  // namespace gateway
