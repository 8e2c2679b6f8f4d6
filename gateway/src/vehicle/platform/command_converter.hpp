// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>

#include <plant/raw_vehicle_cmd_converter.hpp>

#include <optional>

namespace gateway {

/// Parameters for the conversion of pedals and a tyre angle to the commands of an actuation
/// vehicle.
struct ConversionOptions {
    plant::ConverterParams converter;
    /// The accelerations that a full accelerator and a full brake request. Partial pedals request
    /// the same part of them; released pedals request a constant speed.
    double max_acceleration_mps2 = 3.0;
    double max_deceleration_mps2 = 9.0;
    plant::SimDuration period{33'000'000};  ///< of the conversion
    /// The gear ratio depends on the steering that the vehicle reports, as in the public stack;
    /// otherwise on the hand wheel angle for the target tyre angle.
    bool uses_reported_steering = false;
};

/// The converter that is the inverse of an actuation model: its maps, gear ratio and units.
plant::ConverterParams converter_for(plant::Model model, const plant::ActuationParams& params);

/// A setting of a converter that is not the inverse of the model, with the right value.
struct Mismatch {
    const char* key;
    const char* right;
    const char* taken;  ///< the model's input: "steer_cmd as the tyre angle in rad"
};
/// The first such setting, if there is one.
std::optional<Mismatch> mismatch(plant::Model model, const plant::ActuationParams& params,
                                 const plant::ConverterParams& converter);

/// Converts pedals and a tyre angle to the input of an actuation vehicle.
class CommandConverter {
  public:
    /// @throws std::invalid_argument "key: reason" for parameters out of range
    explicit CommandConverter(const ConversionOptions& options)
        : options_(options), converter_(options.converter) {}

    /// Call it once per period. If the conversion fails, the last actuation is returned.
    /// @param gear the commanded gear
    /// @param seen the vehicle's present output
    const ActuationCommand& convert(const PedalCommand& pedals, plant::Gear gear,
                                    const plant::Output& seen);

    /// The vehicle gets other commands from now on: describe() sets the pedals to 0.
    void rest() { pedals_ = {}; }

    /// Sets the applied pedals of `output`, which an actuation model leaves at zero, to those
    /// converted last. With convert_actuation_to_steering_status it sets the steering from the
    /// actuation status.
    void describe(plant::Output& output) const {
        output.throttle_applied = pedals_.throttle;
        output.brake_applied = pedals_.brake;
        output.steer_applied_rad = reported_steer_rad(output);
    }

  private:
    double reported_steer_rad(const plant::Output& seen) const;

    ConversionOptions options_;
    plant::RawVehicleCmdConverter converter_;
    PedalCommand pedals_;         ///< converted last
    ActuationCommand actuation_;  ///< their result
};

}  // namespace gateway
