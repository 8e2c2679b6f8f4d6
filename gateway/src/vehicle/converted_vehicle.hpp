// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/seams.hpp>

#include <plant/raw_vehicle_cmd_converter.hpp>

#include <memory>

namespace gateway {

/// How pedals and a tyre angle become the commands of an actuation vehicle.
struct ConversionOptions {
    plant::ConverterParams converter;
    /// What the whole accelerator and the whole brake ask for. The pedals in between ask for their
    /// part of it, none for a speed that is kept.
    double max_acceleration_mps2 = 3.0;
    double max_deceleration_mps2 = 9.0;
    SimTime period{33'000'000};  ///< of the conversion
    /// The gear ratio is that of the steering which the vehicle reports, as in the public stack;
    /// else that of the hand wheel angle that holds the wanted tyre angle.
    bool uses_reported_steering = false;
};

/// The converter that undoes what an actuation model does: its maps, its gear ratio, its units.
plant::ConverterParams converter_for(plant::Model model, const plant::ActuationParams& params);

/// An actuation vehicle for whoever has pedals and a tyre angle. Once a period, at the vehicle's
/// first step then or after, the command held is converted with what the vehicle shows at that
/// moment, and sent. Its feedback has as pedals those that were converted last.
class ConvertedVehicle : public Vehicle {
  public:
    /// @throws std::invalid_argument "key: reason" for parameters out of range
    ConvertedVehicle(std::unique_ptr<Vehicle> vehicle, const ConversionOptions& options);

    SimTime step() const override { return vehicle_->step(); }
    void apply(const Command& command) override { held_ = command; }
    bool advance() override;
    const Feedback& feedback() const override { return feedback_; }
    std::string explain() const override { return vehicle_->explain(); }

  private:
    void convert();

    std::unique_ptr<Vehicle> vehicle_;
    ConversionOptions options_;
    plant::RawVehicleCmdConverter converter_;
    Command held_;
    Command sent_;
    SimTime until_conversion_{0};
    Feedback feedback_;
};

}  // namespace gateway
