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

/// Messages of ROS 2 that many viewers support.
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

/// If the first number of a covariance is -1, that quantity is not measured.
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

struct TFMessage {
    std::vector<TransformStamped> transforms;
};

template <>
struct Fields<TFMessage> {
    static constexpr std::string_view name = "tf2_msgs/msg/TFMessage";
    static constexpr auto members = std::make_tuple(field("transforms", &TFMessage::transforms));
};

struct Clock {
    Time clock;
};

template <>
struct Fields<Clock> {
    static constexpr std::string_view name = "rosgraph_msgs/msg/Clock";
    static constexpr auto members = std::make_tuple(field("clock", &Clock::clock));
};

/// A log line.
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
