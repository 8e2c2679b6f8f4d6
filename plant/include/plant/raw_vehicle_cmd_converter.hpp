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

enum class SteerConversion {
    vgr,        ///< hand wheel angle, by the variable gear ratio
    steer_map,  ///< row of the steer map: feed-forward of the wanted rate and feedback of the angle
};

/// Parameters of the public raw_vehicle_cmd_converter, by their names and with their defaults.
struct ConverterParams {
    bool convert_accel_cmd = true;   ///< otherwise accel is the positive acceleration in m/s2
    bool convert_brake_cmd = true;   ///< otherwise brake is the deceleration in m/s2
    bool convert_steer_cmd = false;  ///< otherwise steer is the tyre angle in rad
    SteerConversion convert_steer_cmd_method = SteerConversion::vgr;
    /// The tyre angle that others are told is found from the actuation status; not with steer_map.
    bool convert_actuation_to_steering_status = false;
    double max_throttle = 0.4;
    double max_brake = 0.8;
    double max_steer = 10.0;  ///< of the steer map's rows
    double min_steer = -10.0;
    bool use_steer_ff = true;
    bool use_steer_fb = true;
    SteerPidParams steer_pid;
    GearRatioParams vgr;
    CalibrationMap accel_map = default_accel_map();  ///< key csv_path_accel_map, and so on
    CalibrationMap brake_map = default_brake_map();
    CalibrationMap steer_map = default_steer_map();
    bool use_reverse_maps = false;  ///< in gear 20 the pedals are read from these two, both needed
    std::optional<CalibrationMap> reverse_accel_map;  ///< key csv_path_reverse_accel_map
    std::optional<CalibrationMap> reverse_brake_map;
};

/// Reads a file in which every key may be missing and then has the default above. Paths of maps
/// are relative to the file. @throws FileError.
ConverterParams load_converter(const std::filesystem::path& file);

/// @throws std::invalid_argument with "key: reason".
void validate(const ConverterParams& params);

/// What a path follower asks for.
struct MotionRequest {
    double acceleration_mps2 = 0.0;
    double steer_rad = 0.0;         ///< of the tyre
    double steer_rate_radps = 0.0;  ///< of the tyre; only the steer map uses it
    int gear = 2;                   ///< public code that is commanded, as in ActuationInput
};

/// What the vehicle tells.
struct MotionReport {
    double speed_mps = 0.0;
    double steer_rad = 0.0;  ///< of the tyre
    /// Angle of the hand wheel, whose gear ratio is used as in the public converter. Without it
    /// the ratio is that of the hand wheel angle that holds the wanted tyre angle.
    std::optional<double> wheel_rad;
};

/// Cycles acceleration and tyre angle into what is sent to the actuators, the inverse of the
/// actuation models. Source: public raw_vehicle_cmd_converter, release 0.43.
class RawVehicleCmdConverter {
  public:
    /// @throws std::invalid_argument as validate().
    explicit RawVehicleCmdConverter(const ConverterParams& params = {});

    /// The maps are read at |speed|. The brake acts only below the acceleration without throttle.
    /// @param dt_s since the last call; outside of (0, 1] it counts as 0.1
    /// @return nothing if a number is not finite
    std::optional<Actuation> convert(const MotionRequest& request, const MotionReport& report,
                                     double dt_s);

    /// The tyre angle that an actuation status tells: what was sent of the steering, back in rad at
    /// the tyre. @return nothing unless convert_actuation_to_steering_status is on
    std::optional<double> steering_status(double speed_mps, double status_steer) const;

    /// Forgets what the steering feedback has gathered.
    void reset() { steer_pid_.reset(); }

    /// How many requests were refused because a number was not finite.
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
