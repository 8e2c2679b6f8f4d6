// SPDX-License-Identifier: MIT
#pragma once

#include "command_converter.hpp"

#include <gateway/seams.hpp>

#include <memory>

namespace gateway {

/// An actuation vehicle for whoever has pedals and a tyre angle. Its feedback has as pedals those
/// that were converted last.
class ConvertedVehicle : public Vehicle {
  public:
    /// @throws std::invalid_argument "key: reason" for parameters out of range
    ConvertedVehicle(std::unique_ptr<Vehicle> vehicle, const ConversionOptions& options);

    SimTime step() const override { return vehicle_->step(); }
    void apply(const Command& command) override { converter_.hold(command); }
    bool advance() override;
    const Feedback& feedback() const override { return feedback_; }
    std::string explain() const override { return vehicle_->explain(); }

  private:
    std::unique_ptr<Vehicle> vehicle_;
    CommandConverter converter_;
    Feedback feedback_;
};

}  // namespace gateway
