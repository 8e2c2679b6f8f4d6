// SPDX-License-Identifier: MIT
#include "converted_vehicle.hpp"

#include <utility>

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

ConvertedVehicle::ConvertedVehicle(std::unique_ptr<Vehicle> vehicle,
                                   const ConversionOptions& options)
    : vehicle_(std::move(vehicle)),
      options_(options),
      converter_(options.converter),
      feedback_(vehicle_->feedback()) {}

bool ConvertedVehicle::advance() {
    if (until_conversion_ <= SimTime{0}) {
        convert();
        until_conversion_ += options_.period;
    }
    until_conversion_ -= step();
    const bool has_moved = vehicle_->advance();
    feedback_ = vehicle_->feedback();
    feedback_.throttle_applied = sent_.throttle;
    feedback_.brake_applied = sent_.brake;
    return has_moved;
}

/// A command that cannot be converted changes no actuation.
void ConvertedVehicle::convert() {
    const double period_s = std::chrono::duration<double>(options_.period).count();
    const Feedback& seen = vehicle_->feedback();
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
    vehicle_->apply(sent_);
}

}  // namespace gateway
