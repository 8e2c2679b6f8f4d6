// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/fields.hpp>
#include <ddc/recording/header_messages.hpp>

#include <array>
#include <string>
#include <string_view>
#include <tuple>

/// Geometry messages of ROS 2. SI units, x forward, y left, z up.
namespace ddc::recording {

/// In m, unless its field has another unit.
struct Vector3 {
    double x = 0;
    double y = 0;
    double z = 0;
};

template <>
struct Fields<Vector3> {
    static constexpr std::string_view name = "geometry_msgs/msg/Vector3";
    static constexpr auto members =
        std::make_tuple(field("x", &Vector3::x), field("y", &Vector3::y), field("z", &Vector3::z));
};

/// Coordinates in m.
struct Point {
    double x = 0;
    double y = 0;
    double z = 0;
};

template <>
struct Fields<Point> {
    static constexpr std::string_view name = "geometry_msgs/msg/Point";
    static constexpr auto members =
        std::make_tuple(field("x", &Point::x), field("y", &Point::y), field("z", &Point::z));
};

struct Quaternion {
    double x = 0;
    double y = 0;
    double z = 0;
    double w = 0;
};

template <>
struct Fields<Quaternion> {
    static constexpr std::string_view name = "geometry_msgs/msg/Quaternion";
    static constexpr auto members =
        std::make_tuple(field("x", &Quaternion::x), field("y", &Quaternion::y),
                        field("z", &Quaternion::z), field("w", &Quaternion::w));
};

struct Pose {
    Point position;
    Quaternion orientation;
};

template <>
struct Fields<Pose> {
    static constexpr std::string_view name = "geometry_msgs/msg/Pose";
    static constexpr auto members = std::make_tuple(field("position", &Pose::position),
                                                    field("orientation", &Pose::orientation));
};

struct PoseStamped {
    Header header;
    Pose pose;
};

template <>
struct Fields<PoseStamped> {
    static constexpr std::string_view name = "geometry_msgs/msg/PoseStamped";
    static constexpr auto members =
        std::make_tuple(field("header", &PoseStamped::header), field("pose", &PoseStamped::pose));
};

struct PoseWithCovariance {
    Pose pose;
    std::array<double, 36> covariance{};  ///< of x, y, z and the angles about them, row by row
};

template <>
struct Fields<PoseWithCovariance> {
    static constexpr std::string_view name = "geometry_msgs/msg/PoseWithCovariance";
    static constexpr auto members =
        std::make_tuple(field("pose", &PoseWithCovariance::pose),
                        field("covariance", &PoseWithCovariance::covariance));
};

struct PoseWithCovarianceStamped {
    Header header;
    PoseWithCovariance pose;
};

template <>
struct Fields<PoseWithCovarianceStamped> {
    static constexpr std::string_view name = "geometry_msgs/msg/PoseWithCovarianceStamped";
    static constexpr auto members =
        std::make_tuple(field("header", &PoseWithCovarianceStamped::header),
                        field("pose", &PoseWithCovarianceStamped::pose));
};

struct Twist {
    Vector3 linear;   ///< in m/s
    Vector3 angular;  ///< in rad/s
};

template <>
struct Fields<Twist> {
    static constexpr std::string_view name = "geometry_msgs/msg/Twist";
    static constexpr auto members =
        std::make_tuple(field("linear", &Twist::linear), field("angular", &Twist::angular));
};

struct TwistWithCovariance {
    Twist twist;
    std::array<double, 36> covariance{};
};

template <>
struct Fields<TwistWithCovariance> {
    static constexpr std::string_view name = "geometry_msgs/msg/TwistWithCovariance";
    static constexpr auto members =
        std::make_tuple(field("twist", &TwistWithCovariance::twist),
                        field("covariance", &TwistWithCovariance::covariance));
};

struct Accel {
    Vector3 linear;   ///< in m/s^2
    Vector3 angular;  ///< in rad/s^2
};

template <>
struct Fields<Accel> {
    static constexpr std::string_view name = "geometry_msgs/msg/Accel";
    static constexpr auto members =
        std::make_tuple(field("linear", &Accel::linear), field("angular", &Accel::angular));
};

struct AccelWithCovariance {
    Accel accel;
    std::array<double, 36> covariance{};
};

template <>
struct Fields<AccelWithCovariance> {
    static constexpr std::string_view name = "geometry_msgs/msg/AccelWithCovariance";
    static constexpr auto members =
        std::make_tuple(field("accel", &AccelWithCovariance::accel),
                        field("covariance", &AccelWithCovariance::covariance));
};

struct AccelWithCovarianceStamped {
    Header header;
    AccelWithCovariance accel;
};

template <>
struct Fields<AccelWithCovarianceStamped> {
    static constexpr std::string_view name = "geometry_msgs/msg/AccelWithCovarianceStamped";
    static constexpr auto members =
        std::make_tuple(field("header", &AccelWithCovarianceStamped::header),
                        field("accel", &AccelWithCovarianceStamped::accel));
};

struct Transform {
    Vector3 translation;
    Quaternion rotation;
};

template <>
struct Fields<Transform> {
    static constexpr std::string_view name = "geometry_msgs/msg/Transform";
    static constexpr auto members = std::make_tuple(field("translation", &Transform::translation),
                                                    field("rotation", &Transform::rotation));
};

/// From the child's frame to that of the header.
struct TransformStamped {
    Header header;
    std::string child_frame_id;
    Transform transform;
};

template <>
struct Fields<TransformStamped> {
    static constexpr std::string_view name = "geometry_msgs/msg/TransformStamped";
    static constexpr auto members =
        std::make_tuple(field("header", &TransformStamped::header),
                        field("child_frame_id", &TransformStamped::child_frame_id),
                        field("transform", &TransformStamped::transform));
};

}  // namespace ddc::recording
