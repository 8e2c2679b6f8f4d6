// SPDX-License-Identifier: MIT
#include "command_converter.hpp"

#include <plant/actuation_vehicle.hpp>

namespace gateway {
namespace {

const char* steering_of(plant::Model model) {
    switch (model) {
        case plant::Model::actuation_cmd:
            return "steer_cmd as the tyre angle in rad";
        case plant::Model::actuation_cmd_steer_map:
            return "steer_cmd as a row of its steer map";
        default:
            return "steer_cmd as the hand wheel angle in rad";
    }
}

}  // namespace

plant::ConverterParams converter_for(plant::Model model, const plant::ActuationParams& params) {
    plant::ConverterParams converter;
    converter.convert_accel_cmd = params.convert_accel_cmd;
    converter.convert_brake_cmd = params.convert_brake_cmd;
    converter.accel_map = params.accel_map;
    converter.brake_map = params.brake_map;
    converter.steer_map = params.steer_map;
    converter.vgr = params.vgr;
    converter.max_throttle = params.accel_map.rows().back();
    converter.max_brake = params.brake_map.rows().back();
    const plant::SteerCommand steer = plant::info(model).steer;
    converter.convert_steer_cmd = steer != plant::SteerCommand::tyre_angle;
    converter.convert_steer_cmd_method = steer == plant::SteerCommand::steer_map_row
                                             ? plant::SteerConversion::steer_map
                                             : plant::SteerConversion::vgr;
    return converter;
}

std::optional<Mismatch> mismatch(plant::Model model, const plant::ActuationParams& params,
                                 const plant::ConverterParams& converter) {
    const plant::ConverterParams right = converter_for(model, params);
    const auto flag = [&](const char* key, bool is_right, const char* unit) {
        return Mismatch{key, is_right ? "true" : "false", unit};
    };
    if (converter.convert_accel_cmd != right.convert_accel_cmd)
        return flag(
            "convert_accel_cmd", right.convert_accel_cmd,
            right.convert_accel_cmd ? "accel_cmd as a row of its accel map" : "accel_cmd in m/s2");
    if (converter.convert_brake_cmd != right.convert_brake_cmd)
        return flag(
            "convert_brake_cmd", right.convert_brake_cmd,
            right.convert_brake_cmd ? "brake_cmd as a row of its brake map" : "brake_cmd in m/s2");
    const char* steering = steering_of(model);
    if (converter.convert_steer_cmd != right.convert_steer_cmd)
        return flag("convert_steer_cmd", right.convert_steer_cmd, steering);
    if (right.convert_steer_cmd &&
        converter.convert_steer_cmd_method != right.convert_steer_cmd_method)
        return Mismatch{"convert_steer_cmd_method",
                        model == plant::Model::actuation_cmd_steer_map ? "steer_map" : "vgr",
                        steering};
    return std::nullopt;
}

/// The actuation status of the public stack has no steering; then the vehicle's report is used.
double CommandConverter::reported_steer_rad(const plant::Output& seen) const {
    if (options_.uses_reported_steering) return seen.steer_applied_rad;
    return converter_.steering_status(seen.state.velocity_mps.x(), seen.actuation_status.steer)
        .value_or(seen.steer_applied_rad);
}

const ActuationCommand& CommandConverter::convert(const PedalCommand& pedals, plant::Gear gear,
                                                  const plant::Output& seen) {
    const double period_s = std::chrono::duration<double>(options_.period).count();
    plant::MotionRequest request;
    request.acceleration_mps2 = pedals.throttle * options_.max_acceleration_mps2 -
                                pedals.brake * options_.max_deceleration_mps2;
    request.steer_rad = pedals.steer_rad;
    request.steer_rate_radps = (pedals.steer_rad - pedals_.steer_rad) / period_s;
    request.gear = plant::gear_code(gear);
    plant::MotionReport report{seen.state.velocity_mps.x(), reported_steer_rad(seen), {}};
    if (options_.uses_reported_steering) report.wheel_rad = seen.actuation_status.steer;
    if (const auto converted = converter_.convert(request, report, period_s))
        actuation_ = *converted;
    pedals_ = pedals;
    return actuation_;
}

}  // namespace gateway
