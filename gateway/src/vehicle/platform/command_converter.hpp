// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>

#include <plant/raw_vehicle_cmd_converter.hpp>

#include <optional>

namespace gateway {

/// How pedals and a tyre angle become the commands of an actuation vehicle.
struct ConversionOptions {
    plant::ConverterParams converter;
    /// What the whole accelerator and the whole brake ask for. The pedals in between ask for their
    /// part of it, none for a speed that is kept.
    double max_acceleration_mps2 = 3.0;
    double max_deceleration_mps2 = 9.0;
    plant::SimDuration period{33'000'000};  ///< of the conversion
    /// The gear ratio is that of the steering which the vehicle reports, as in the public stack;
    /// else that of the hand wheel angle that holds the wanted tyre angle.
    bool uses_reported_steering = false;
};

/// The converter that undoes what an actuation model does: its maps, its gear ratio, its units.
plant::ConverterParams converter_for(plant::Model model, const plant::ActuationParams& params);

/// A conversion that does not undo what the model does, and what the key must be instead.
struct Mismatch {
    const char* key;
    const char* right;
    const char* taken;  ///< what the model takes: "steer_cmd as the tyre angle in rad"
};
std::optional<Mismatch> mismatch(plant::Model model, const plant::ActuationParams& params,
                                 const plant::ConverterParams& converter);

/// From pedals and a tyre angle to what an actuation vehicle takes.
class CommandConverter {
  public:
    /// @throws std::invalid_argument "key: reason" for parameters out of range
    explicit CommandConverter(const ConversionOptions& options)
        : options_(options), converter_(options.converter) {}

    /// To be called once a period. What cannot be converted gives the actuation before.
    /// @param gear what is commanded beside the pedals
    /// @param seen what the vehicle shows
    const ActuationCommand& convert(const PedalCommand& pedals, plant::Gear gear,
                                    const plant::Output& seen);

    /// The vehicle is driven without pedals from now on: describe() tells of none.
    void rest() { pedals_ = {}; }

    /// As pedals of `output`, which an actuation model leaves at zero: those converted last. As its
    /// steering, with convert_actuation_to_steering_status, what the actuation status tells.
    void describe(plant::Output& output) const {
        output.throttle_applied = pedals_.throttle;
        output.brake_applied = pedals_.brake;
        output.steer_applied_rad = told_steer_rad(output);
    }

  private:
    double told_steer_rad(const plant::Output& seen) const;

    ConversionOptions options_;
    plant::RawVehicleCmdConverter converter_;
    PedalCommand pedals_;         ///< converted last
    ActuationCommand actuation_;  ///< what they became
};

}  // namespace gateway
