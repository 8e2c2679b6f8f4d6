// SPDX-License-Identifier: MIT
#include <plant/raw_vehicle_cmd_converter.hpp>

#include "actuation/gear.hpp"
#include "actuation/gear_ratio.hpp"

#include <algorithm>
#include <cmath>

namespace plant {
namespace {

bool finite(const MotionRequest& request, const MotionReport& report) {
    for (const double value :
         {request.acceleration_mps2, request.steer_rad, request.steer_rate_radps, report.speed_mps,
          report.steer_rad, report.wheel_rad.value_or(0.0)}) {
        if (!std::isfinite(value)) return false;
    }
    return true;
}

}  // namespace

RawVehicleCmdConverter::RawVehicleCmdConverter(const ConverterParams& params)
    : params_(params), steer_pid_(params.steer_pid) {
    validate(params);
}

/// The reverse maps are used only in gear_reverse: in gear_reverse_2 the public converter uses the
/// forward maps.
void RawVehicleCmdConverter::convert_pedals(const MotionRequest& request, double speed_mps,
                                            Actuation& actuation) const {
    const double acceleration_mps2 = request.acceleration_mps2;
    const double speed = std::abs(speed_mps);
    const bool reverse = params_.use_reverse_maps && request.gear == gear_reverse;
    const CalibrationMap& accel_map = reverse ? *params_.reverse_accel_map : params_.accel_map;
    const CalibrationMap& brake_map = reverse ? *params_.reverse_brake_map : params_.brake_map;
    std::optional<double> throttle;
    if (params_.convert_accel_cmd) {
        throttle = throttle_for(accel_map, acceleration_mps2, speed);
        actuation.accel = std::clamp(throttle.value_or(0.0), 0.0, params_.max_throttle);
    } else {
        actuation.accel = std::max(acceleration_mps2, 0.0);
    }
    if (!params_.convert_brake_cmd) {
        actuation.brake = std::max(-acceleration_mps2, 0.0);
    } else if (!throttle) {
        const double brake = brake_map.row_for(acceleration_mps2, speed);
        actuation.brake = std::clamp(brake, 0.0, params_.max_brake);
    }
}

double RawVehicleCmdConverter::hand_wheel(const MotionRequest& request,
                                          const MotionReport& report) const {
    if (!report.wheel_rad) return wheel_angle(params_.vgr, report.speed_mps, request.steer_rad);
    return request.steer_rad * gear_ratio(params_.vgr, report.speed_mps, *report.wheel_rad);
}

double RawVehicleCmdConverter::steer_voltage(const MotionRequest& request,
                                             const MotionReport& report, double dt_s) {
    const double dt = dt_s > 0.0 && dt_s <= 1.0 ? dt_s : 0.1;
    double voltage = 0.0;
    if (params_.use_steer_ff) {
        voltage += params_.steer_map.row_for(request.steer_rate_radps, report.steer_rad);
    }
    if (params_.use_steer_fb) {
        voltage += steer_pid_.update(request.steer_rad - report.steer_rad, report.speed_mps, dt);
    }
    return std::clamp(voltage, params_.min_steer, params_.max_steer);
}

std::optional<double> RawVehicleCmdConverter::steering_status(double speed_mps,
                                                              double status_steer) const {
    if (!params_.convert_actuation_to_steering_status) return {};
    if (!params_.convert_steer_cmd) return status_steer;
    return tyre_angle(params_.vgr, speed_mps, status_steer);
}

std::optional<Actuation> RawVehicleCmdConverter::convert(const MotionRequest& request,
                                                         const MotionReport& report, double dt_s) {
    if (!finite(request, report)) {
        ++rejected_;
        return {};
    }
    Actuation actuation;
    convert_pedals(request, report.speed_mps, actuation);
    if (!params_.convert_steer_cmd) {
        actuation.steer = request.steer_rad;
    } else if (params_.convert_steer_cmd_method == SteerConversion::vgr) {
        actuation.steer = hand_wheel(request, report);
    } else {
        actuation.steer = steer_voltage(request, report, dt_s);
    }
    return actuation;
}

}  // namespace plant
