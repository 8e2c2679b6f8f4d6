// SPDX-License-Identifier: MIT
#include "command_converter.hpp"

namespace gateway {

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
    converter.convert_steer_cmd = model != plant::Model::actuation_cmd;
    converter.convert_steer_cmd_method = model == plant::Model::actuation_cmd_steer_map
                                             ? plant::SteerConversion::steer_map
                                             : plant::SteerConversion::vgr;
    return converter;
}

bool CommandConverter::convert_if_due(const plant::Output& seen, plant::SimDuration step) {
    const bool is_due = until_conversion_.count() <= 0;
    if (is_due) {
        convert(seen);
        until_conversion_ += options_.period;
    }
    until_conversion_ -= step;
    return is_due;
}

/// A command that cannot be converted changes no actuation.
void CommandConverter::convert(const plant::Output& seen) {
    const double period_s = std::chrono::duration<double>(options_.period).count();
    plant::MotionRequest request;
    request.acceleration_mps2 = held_.throttle * options_.max_acceleration_mps2 -
                                held_.brake * options_.max_deceleration_mps2;
    request.steer_rad = held_.steer_rad;
    request.steer_rate_radps = (held_.steer_rad - sent_.steer_rad) / period_s;
    plant::MotionReport report{seen.state.velocity_mps.x(), seen.steer_applied_rad, {}};
    if (options_.uses_reported_steering) report.wheel_rad = seen.actuation_status.steer;
    plant::Actuation actuation = sent_.actuation;
    if (const auto converted = converter_.convert(request, report, period_s))
        actuation = *converted;
    sent_ = held_;
    sent_.actuation = actuation;
}

}  // namespace gateway
