// SPDX-License-Identifier: MIT
#include <ddc/interface/signals.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace ddc::interface {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int trajectory_points = 10;
constexpr int wheels = 4;
constexpr int range_sectors = 8;
constexpr int largest_code = 255;

/// Type of a message's time stamp.
DataType stamp_type() {
    return struct_of("Time", {{"sec", BasicType::z}, {"nanosec", BasicType::n}});
}

/// A message of the vehicle interface. Its codes are of type N.
DataType message_of(std::string name, std::vector<std::pair<std::string, DataType>> fields) {
    fields.insert(fields.begin(), {"stamp", stamp_type()});
    return struct_of(std::move(name), std::move(fields));
}

std::vector<Signal> messages() {
    const DataType real = BasicType::q, code = BasicType::n, count = BasicType::n;
    const DataType whole = BasicType::z, flag = BasicType::boolean;
    const auto message = [](std::string_view name, Direction direction, DataType type,
                            std::string_view meaning) {
        return Signal{name, direction, std::move(type), "1", -infinity, infinity, meaning};
    };
    return {
        message("vehicle_odometry", Direction::input,
                message_of("VehicleOdometry", {{"velocity_mps", real},
                                               {"front_wheel_angle_rad", real},
                                               {"rear_wheel_angle_rad", real}}),
                "motion of the vehicle as its platform reports it"),
        message("vehicle_state_report", Direction::input,
                message_of("VehicleStateReport", {{"fuel", count},
                                                  {"blinker", code},
                                                  {"headlight", code},
                                                  {"wiper", code},
                                                  {"gear", code},
                                                  {"mode", code},
                                                  {"hand_brake", flag},
                                                  {"horn", flag}}),
                "state of the vehicle except its motion, as its platform reports it"),
        message("raw_control_command", Direction::output,
                message_of("RawControlCommand", {{"throttle", count},
                                                 {"brake", count},
                                                 {"front_steer", whole},
                                                 {"rear_steer", whole}}),
                "pedals and steering in the units of the vehicle"),
        message("vehicle_control_command", Direction::output,
                message_of("VehicleControlCommand", {{"long_accel_mps2", real},
                                                     {"velocity_mps", real},
                                                     {"front_wheel_angle_rad", real},
                                                     {"rear_wheel_angle_rad", real}}),
                "desired acceleration and wheel angles"),
        message(
            "high_level_control_command", Direction::output,
            message_of("HighLevelControlCommand", {{"velocity_mps", real}, {"curvature", real}}),
            "desired velocity, and curvature of the path in 1/m, positive to the left"),
        message("vehicle_state_command", Direction::output,
                message_of("VehicleStateCommand", {{"blinker", code},
                                                   {"headlight", code},
                                                   {"wiper", code},
                                                   {"gear", code},
                                                   {"mode", code},
                                                   {"hand_brake", flag},
                                                   {"horn", flag},
                                                   {"autonomous", flag}}),
                "desired state of the vehicle except its motion"),
    };
}

/// The fields of both state messages, as single signals.
std::vector<Signal> vehicle_state() {
    const auto in = Direction::input, out = Direction::output;
    const DataType code = BasicType::n, flag = BasicType::boolean;
    return {
        {"gear_status", in, code, "1", 0.0, largest_code,
         "gear that the vehicle reports, as gear_cmd; 0 if it is unknown"},
        {"blinker_status", in, code, "1", 0.0, largest_code, "as blinker_cmd"},
        {"headlight_status", in, code, "1", 0.0, largest_code, "as headlight_cmd"},
        {"wiper_status", in, code, "1", 0.0, largest_code, "as wiper_cmd"},
        {"mode_status", in, code, "1", 0.0, largest_code,
         "control mode: 0 unknown, 1 autonomous, 2 manual, 3 disengaged, 4 not ready"},
        {"hand_brake_status", in, flag, "1", 0.0, 1.0, "the hand brake is on"},
        {"horn_status", in, flag, "1", 0.0, 1.0, "the horn sounds"},
        {"fuel_status", in, BasicType::n, "%", 0.0, largest_code,
         "fuel level, 0 to 100; 255 if it is unknown"},
        {"blinker_cmd", out, code, "1", 0.0, largest_code,
         "0 as before, 1 off, 2 left, 3 right, 4 hazard"},
        {"headlight_cmd", out, code, "1", 0.0, largest_code, "0 as before, 1 off, 2 on, 3 high"},
        {"wiper_cmd", out, code, "1", 0.0, largest_code,
         "0 as before, 1 off, 2 low, 3 high, 14 clean"},
        {"mode_cmd", out, code, "1", 0.0, largest_code,
         "desired control mode: 0 as before, 1 autonomous, 2 manual"},
        {"hand_brake_cmd", out, flag, "1", 0.0, 1.0, "the hand brake shall be on"},
        {"horn_cmd", out, flag, "1", 0.0, 1.0, "the horn shall sound"},
    };
}

void append(std::vector<Signal>& all, std::vector<Signal> more) {
    for (Signal& signal : more) all.push_back(std::move(signal));
}

std::vector<Signal> plain_signals() {
    const DataType number = BasicType::q;
    const DataType points = vector_of(number, trajectory_points);
    const auto in = Direction::input;
    const auto out = Direction::output;
    return {
        {"true_velocity", in, number, "km/h", -infinity, infinity,
         "velocity along the vehicle's front axis, negative backwards"},
        {"true_position", in, BasicType::vec2, "m", -infinity, infinity,
         "position of the vehicle's centre of gravity"},
        {"true_compass", in, number, "deg", -180.0, 180.0,
         "angle of the vehicle's front axis from the X axis, counter-clockwise"},
        {"trajectory_length", in, BasicType::n, "1", 0.0, trajectory_points,
         "number of points set in trajectory_x and trajectory_y"},
        {"trajectory_x", in, points, "m", -infinity, infinity,
         "X coordinates of the desired trajectory, zero after the last point"},
        {"trajectory_y", in, points, "m", -infinity, infinity,
         "Y coordinates of the desired trajectory, zero after the last point"},
        {"steering", in, number, "deg", -30.0, 30.0,
         "actual wheel angle of the steering actuator, positive to the left"},
        {"gas", in, number, "1", -0.5, 1.0, "actual position of the gas actuator"},
        {"braking", in, number, "1", 0.0, 1.0, "actual position of the brake actuator"},
        {"set_steering", out, number, "deg", -30.0, 30.0,
         "desired wheel angle, positive to the left"},
        {"set_gas", out, number, "1", -0.5, 1.0, "desired gas position, negative drives backwards"},
        {"set_braking", out, number, "1", 0.0, 1.0, "desired brake position"},
        {"wheel_speed", in, vector_of(number, wheels), "m/s", -infinity, infinity,
         "wheel spin times nominal radius: front left, front right, rear left, rear right"},
        {"gripped_steer", out, number, "deg", -30.0, 30.0,
         "desired tyre angle of the front wheels, positive to the left"},
        {"gripped_torque", out, number, "Nm", -infinity, infinity,
         "desired total torque at the wheels; the gateway computes the pedals for it"},
        {"gripped_accel", out, number, "m/s2", -infinity, infinity,
         "desired acceleration, as advice to the vehicle"},
        {"aux_speed_target", out, number, "m/s", -infinity, infinity,
         "desired velocity along the vehicle's front axis, as advice to the vehicle"},
        {"wheel_torque_cmd", out, vector_of(number, wheels), "Nm", -infinity, infinity,
         "desired torque on each wheel: front left, front right, rear left, rear right; a negative "
         "one brakes a wheel that turns forwards"},
        {"wheel_angle_cmd", out, number, "deg", -30.0, 30.0,
         "desired mean angle of the front wheels with wheel_torque_cmd, positive to the left"},
        {"accel_cmd", out, number, "1", -infinity, infinity,
         "accelerator of an actuation vehicle: row of its accel map, or m/s2 without one"},
        {"brake_cmd", out, number, "1", 0.0, infinity,
         "brake of an actuation vehicle: row of its brake map, or m/s2 without one"},
        {"steer_cmd", out, number, "rad", -infinity, infinity,
         "steering of an actuation vehicle: tyre or hand wheel angle, or row of its steer map"},
        {"gear_cmd", out, BasicType::n, "1", 0.0, largest_code,
         "public gear code: 1 neutral, 2 to 19 forwards, 20 and 21 reverse, 22 park, 23 and 24 "
         "low; all others mean park"},
        {"accel_status", in, number, "1", -infinity, infinity,
         "accel_cmd that corresponds to the actual motion of an actuation vehicle"},
        {"brake_status", in, number, "1", -infinity, infinity,
         "brake_cmd that corresponds to the actual motion of an actuation vehicle"},
        {"steer_status", in, number, "rad", -infinity, infinity,
         "actual steering of an actuation vehicle, the same quantity as steer_cmd"},
        {"imu_acceleration", in, BasicType::vec3, "m/s2", -infinity, infinity,
         "acceleration that the vehicle's sensor measures: forwards, to the left, upwards"},
        {"imu_yaw_rate", in, number, "deg/s", -infinity, infinity,
         "yaw rate that the vehicle's gyro measures, counter-clockwise"},
        {"gnss_position", in, BasicType::vec2, "m", -infinity, infinity,
         "position that the vehicle's GNSS receiver measures, as true_position"},
        {"gnss_velocity", in, BasicType::vec2, "m/s", -infinity, infinity,
         "velocity along the X and the Y axis that the vehicle's GNSS receiver measures"},
        {"gnss_latitude", in, number, "deg", -90.0, 90.0,
         "latitude of gnss_position, relative to the run's origin"},
        {"gnss_longitude", in, number, "deg", -180.0, 180.0, "longitude of gnss_position"},
        {"gnss_altitude", in, number, "m", -infinity, infinity,
         "height above the WGS 84 ellipsoid that the vehicle's GNSS receiver measures"},
        {"wheel_speed_measured", in, vector_of(number, wheels), "m/s", -infinity, infinity,
         "measurements of the vehicle's wheel speed sensors, as wheel_speed"},
        {"simulated_time", in, number, "s", 0.0, infinity, "simulated time since the run began"},
        {"true_acceleration", in, BasicType::vec2, "m/s2", -infinity, infinity,
         "acceleration of the centre of gravity: forwards, to the left"},
        {"true_yaw_rate", in, number, "deg/s", -infinity, infinity,
         "angular velocity about the vehicle's upward axis, counter-clockwise"},
        {"true_attitude", in, BasicType::vec3, "deg", -180.0, 180.0,
         "roll (left side up), pitch (nose down) and yaw, which is true_compass"},
        {"cross_track_error", in, number, "m", -infinity, infinity,
         "distance from the route, positive on its left; 0 without a route"},
        {"heading_error", in, number, "deg", -180.0, 180.0,
         "from the route's direction to the vehicle's, positive to the left; 0 without a route"},
        {"curvature_ahead", in, number, "1/m", -infinity, infinity,
         "mean over the next 10 m of the route, positive to the left; 0 without a route"},
        {"distance_to_end", in, number, "m", 0.0, infinity,
         "to the end of the route, along it; 1000000 without a route"},
        {"at_target", in, BasicType::boolean, "1", 0.0, 1.0,
         "the end of the route is at most 1 m away or has been passed; false without a route"},
        {"speed_limit", in, number, "km/h", 0.0, infinity,
         "speed limit at the vehicle's position on its route; 1000 if the route has none"},
        {"vehicle_ahead_distance", in, number, "m", 0.0, infinity,
         "to the next vehicle on the path, between centres of gravity; 1000000 if there is none"},
        {"vehicle_ahead_velocity", in, number, "km/h", -infinity, infinity,
         "of that vehicle along the path, negative towards the ego vehicle; that of the ego "
         "vehicle if there is none"},
        {"vehicle_ranges", in, vector_of(number, range_sectors), "m", 0.0, infinity,
         "to the nearest other vehicle in each sector of 45 deg, counter-clockwise from ahead, "
         "between centres of gravity; 1000000 where there is none"},
        {"imu_angular_velocity", in, BasicType::vec3, "deg/s", -infinity, infinity,
         "angular velocity that the vehicle's gyro measures about its axes: forwards, to the left, "
         "upwards"},
        {"steering_measured", in, number, "deg", -infinity, infinity,
         "wheel angle that the vehicle's steering sensor measures, as steering"},
        {"true_body_velocity", in, BasicType::vec3, "m/s", -infinity, infinity,
         "velocity along the vehicle's axes: forwards, to the left, upwards"},
        {"true_angular_velocity", in, BasicType::vec3, "deg/s", -infinity, infinity,
         "angular velocity about the vehicle's axes: forwards, to the left, upwards"},
        {"wheel_load", in, vector_of(number, wheels), "N", -infinity, infinity,
         "force of the road on each tyre, upwards, in the order of wheel_speed"},
        {"tyre_force_x", in, vector_of(number, wheels), "N", -infinity, infinity,
         "force of the road on each tyre, forwards along the body, in the order of wheel_speed"},
        {"tyre_force_y", in, vector_of(number, wheels), "N", -infinity, infinity,
         "force of the road on each tyre, to the left of the body, in the order of wheel_speed"},
        {"slip_ratio", in, vector_of(number, wheels), "1", -infinity, infinity,
         "of each tyre, in the order of wheel_speed"},
        {"slip_angle", in, vector_of(number, wheels), "deg", -infinity, infinity,
         "of each tyre, in the order of wheel_speed"},
        {"suspension_compression", in, vector_of(number, wheels), "m", -infinity, infinity,
         "of each wheel's suspension, in the order of wheel_speed"},
        {"rack_torque", in, number, "Nm", -infinity, infinity,
         "aligning torque of the tyres at the hand wheel"},
        {"brake_torque", in, vector_of(number, wheels), "Nm", 0.0, infinity,
         "of the brakes of each wheel, in the order of wheel_speed"},
        {"abs_active", in, vector_of(number, wheels), "1", 0.0, 1.0,
         "1 for a wheel that anti-lock brakes control, in the order of wheel_speed"},
        {"traction_active", in, BasicType::boolean, "1", 0.0, 1.0,
         "traction control reduces the throttle or brakes a wheel"},
        {"esc_active", in, BasicType::boolean, "1", 0.0, 1.0, "stability control brakes a wheel"},
        {"abs_off_cmd", out, BasicType::boolean, "1", 0.0, 1.0,
         "anti-lock brakes shall be off, if the vehicle has them"},
        {"traction_off_cmd", out, BasicType::boolean, "1", 0.0, 1.0,
         "traction control shall be off"},
        {"esc_off_cmd", out, BasicType::boolean, "1", 0.0, 1.0, "stability control shall be off"},
    };
}

std::vector<Signal> catalogue() {
    std::vector<Signal> all = plain_signals();
    append(all, vehicle_state());
    append(all, messages());
    return all;
}

}  // namespace

const std::vector<Signal>& signals() {
    static const std::vector<Signal> all = catalogue();
    return all;
}

const Signal* find_signal(std::string_view name) {
    const auto& all = signals();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Signal& s) { return s.name == name; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace ddc::interface
