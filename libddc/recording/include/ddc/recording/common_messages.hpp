// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/fields.hpp>
#include <ddc/recording/geometry_messages.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

/// Messages of ROS 2 that many viewers support. Each struct has the fields of the message that its
/// specialisation of Fields names; its package in ROS 2 also defines them.
namespace ddc::recording {

/// The pose in the header's frame, the twist in the child's.
struct Odometry {
    Header header;
    std::string child_frame_id;
    PoseWithCovariance pose;
    TwistWithCovariance twist;
};

template <>
struct Fields<Odometry> {
    static constexpr std::string_view name = "nav_msgs/msg/Odometry";
    static constexpr auto members = std::make_tuple(
        field("header", &Odometry::header), field("child_frame_id", &Odometry::child_frame_id),
        field("pose", &Odometry::pose), field("twist", &Odometry::twist));
};

/// A path in the header's frame: a sequence of poses, which have headers too.
struct Path {
    Header header;
    std::vector<PoseStamped> poses;
};

template <>
struct Fields<Path> {
    static constexpr std::string_view name = "nav_msgs/msg/Path";
    static constexpr auto members =
        std::make_tuple(field("header", &Path::header), field("poses", &Path::poses));
};

/// Measurements of an inertial sensor, in the header's frame. Covariances are those of x, y and z,
/// row by row. If the first number of a covariance is -1, that quantity is not measured.
struct Imu {
    Header header;
    Quaternion orientation;
    std::array<double, 9> orientation_covariance{};
    Vector3 angular_velocity;  ///< in rad/s
    std::array<double, 9> angular_velocity_covariance{};
    Vector3 linear_acceleration;  ///< in m/s^2
    std::array<double, 9> linear_acceleration_covariance{};
};

template <>
struct Fields<Imu> {
    static constexpr std::string_view name = "sensor_msgs/msg/Imu";
    static constexpr auto members = std::make_tuple(
        field("header", &Imu::header), field("orientation", &Imu::orientation),
        field("orientation_covariance", &Imu::orientation_covariance),
        field("angular_velocity", &Imu::angular_velocity),
        field("angular_velocity_covariance", &Imu::angular_velocity_covariance),
        field("linear_acceleration", &Imu::linear_acceleration),
        field("linear_acceleration_covariance", &Imu::linear_acceleration_covariance));
};

/// Whether a satellite receiver has a fix, and by which system.
struct NavSatStatus {
    std::int8_t status = 0;     ///< -1 no fix, 0 fix
    std::uint16_t service = 0;  ///< 1 GPS
};

template <>
struct Fields<NavSatStatus> {
    static constexpr std::string_view name = "sensor_msgs/msg/NavSatStatus";
    static constexpr auto members = std::make_tuple(field("status", &NavSatStatus::status),
                                                    field("service", &NavSatStatus::service));
};

/// A position of a satellite receiver, relative to the WGS 84 ellipsoid.
struct NavSatFix {
    Header header;
    NavSatStatus status;
    double latitude = 0;                          ///< in degrees
    double longitude = 0;                         ///< in degrees
    double altitude = 0;                          ///< in m above the ellipsoid
    std::array<double, 9> position_covariance{};  ///< in m^2, east, north, up
    std::uint8_t position_covariance_type = 0;    ///< 0 unknown .. 3 known
};

template <>
struct Fields<NavSatFix> {
    static constexpr std::string_view name = "sensor_msgs/msg/NavSatFix";
    static constexpr auto members = std::make_tuple(
        field("header", &NavSatFix::header), field("status", &NavSatFix::status),
        field("latitude", &NavSatFix::latitude), field("longitude", &NavSatFix::longitude),
        field("altitude", &NavSatFix::altitude),
        field("position_covariance", &NavSatFix::position_covariance),
        field("position_covariance_type", &NavSatFix::position_covariance_type));
};

/// Transforms that are valid together, each with its own time and frames.
struct TFMessage {
    std::vector<TransformStamped> transforms;
};

template <>
struct Fields<TFMessage> {
    static constexpr std::string_view name = "tf2_msgs/msg/TFMessage";
    static constexpr auto members = std::make_tuple(field("transforms", &TFMessage::transforms));
};

/// The simulated time, for nodes with `use_sim_time`.
struct Clock {
    Time clock;
};

template <>
struct Fields<Clock> {
    static constexpr std::string_view name = "rosgraph_msgs/msg/Clock";
    static constexpr auto members = std::make_tuple(field("clock", &Clock::clock));
};

/// A log line, and where in the source of its program it was written.
struct Log {
    Time stamp;
    std::uint8_t level = 0;  ///< 10 debug, 20 info, 30 warning, 40 error, 50 fatal
    std::string name;        ///< of the logger
    std::string msg;
    std::string file;
    std::string function;
    std::uint32_t line = 0;
};

template <>
struct Fields<Log> {
    static constexpr std::string_view name = "rcl_interfaces/msg/Log";
    static constexpr auto members = std::make_tuple(
        field("stamp", &Log::stamp), field("level", &Log::level), field("name", &Log::name),
        field("msg", &Log::msg), field("file", &Log::file), field("function", &Log::function),
        field("line", &Log::line));
};

}  // namespace ddc::recording
