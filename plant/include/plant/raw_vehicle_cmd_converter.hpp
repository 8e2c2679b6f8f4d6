// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_params.hpp>
#include <plant/calibration_map.hpp>
#include <plant/state.hpp>
#include <plant/steer_pid.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace plant {

/// How the requested tyre angle is converted.
enum class SteerConversion {
    vgr,        ///< to a steering wheel angle, by the variable gear ratio
    steer_map,  ///< to a row of the steer map: feed-forward of the rate and feedback of the angle
};

/// Parameters of the public raw_vehicle_cmd_converter, with their names and defaults.
struct ConverterParams {
    bool convert_accel_cmd = true;   ///< false: accel is the positive acceleration in m/s2
    bool convert_brake_cmd = true;   ///< false: brake is the deceleration in m/s2
    bool convert_steer_cmd = false;  ///< false: steer is the tyre angle in rad
    /// Used only with convert_steer_cmd.
    SteerConversion convert_steer_cmd_method = SteerConversion::vgr;
    /// If true, the tyre angle for other programs is calculated from the actuation status; not with
    /// steer_map.
    bool convert_actuation_to_steering_status = false;
    double max_throttle = 0.4;  ///< limit of accel, if it is converted
    double max_brake = 0.8;     ///< limit of brake, if it is converted
    double max_steer = 10.0;    ///< upper limit of the steering voltage (steer_map)
    double min_steer = -10.0;   ///< lower limit of the steering voltage
    bool use_steer_ff = true;   ///< with steer_map: add the voltage of the requested rate
    bool use_steer_fb = true;   ///< with steer_map: add the voltage of steer_pid
    SteerPidParams steer_pid;   ///< feedback of the tyre angle (steer_map)
    GearRatioParams vgr;        ///< gear ratio (vgr)
    CalibrationMap accel_map = default_accel_map();  ///< key csv_path_accel_map, and so on
    CalibrationMap brake_map = default_brake_map();
    CalibrationMap steer_map = default_steer_map();
    bool use_reverse_maps = false;  ///< in gear 20 the two maps below are used; both are required
    std::optional<CalibrationMap> reverse_accel_map;  ///< key csv_path_reverse_accel_map
    std::optional<CalibrationMap> reverse_brake_map;  ///< key csv_path_reverse_brake_map
};

/// Reads a file in which every key is optional; a missing key has the default above. Paths of maps
/// are relative to the file. @throws FileError.
ConverterParams load_converter(const std::filesystem::path& file);

/// @throws std::invalid_argument with "key: reason" when a value is out of range.
void validate(const ConverterParams& params);

/// The command of a path follower.
struct MotionRequest {
    double acceleration_mps2 = 0.0;  ///< along the vehicle; negative brakes
    double steer_rad = 0.0;          ///< tyre angle
    double steer_rate_radps = 0.0;   ///< rate of the tyre angle; used only with the steer map
    int gear = 2;                    ///< commanded gear, public code as in ActuationInput
};

/// The feedback of the vehicle.
struct MotionReport {
    double speed_mps = 0.0;  ///< along the vehicle, negative backwards
    double steer_rad = 0.0;  ///< tyre angle
    /// Angle of the steering wheel, from which the public converter calculates the gear ratio.
    /// Without it, the ratio is that of the steering wheel angle for the requested tyre angle.
    std::optional<double> wheel_rad;
};

/// Converts acceleration and tyre angle to a command for the actuators: the inverse of the
/// actuation models. Source: public raw_vehicle_cmd_converter, release 0.43.
/// Not safe for concurrent use.
class RawVehicleCmdConverter {
  public:
    /// @throws std::invalid_argument as validate().
    explicit RawVehicleCmdConverter(const ConverterParams& params = {});

    /// Converts a command. The maps are evaluated at |speed|. The brake acts only below the
    /// acceleration without throttle.
    /// @param dt_s time since the last call; a value outside (0, 1] is replaced by 0.1
    /// @return empty if a number is not finite
    std::optional<Actuation> convert(const MotionRequest& request, const MotionReport& report,
                                     double dt_s);

    /// Converts the steering of an actuation status to a tyre angle in rad.
    /// @return empty if convert_actuation_to_steering_status is false
    std::optional<double> steering_status(double speed_mps, double status_steer) const;

    /// Resets the state of the steering feedback.
    void reset() { steer_pid_.reset(); }

    /// Number of requests that were rejected because a number was not finite.
    std::uint64_t rejected() const { return rejected_; }

  private:
    void convert_pedals(const MotionRequest& request, double speed_mps, Actuation& actuation) const;
    double hand_wheel(const MotionRequest& request, const MotionReport& report) const;
    double steer_voltage(const MotionRequest& request, const MotionReport& report, double dt_s);

    ConverterParams params_;
    SteerPid steer_pid_;
    std::uint64_t rejected_ = 0;
};

}  // namespace plant
