// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/fields.hpp>
#include <ddc/recording/geometry_messages.hpp>
#include <ddc/recording/header_messages.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

/// Shapes for 3D views: visualization_msgs and the types that they contain, as of ROS 2 Humble.
namespace gateway::messages {

using ddc::recording::Header;
using ddc::recording::Point;
using ddc::recording::Pose;
using ddc::recording::Vector3;

/// Components from 0 to 1.
struct ColorRGBA {
    float r = 0;
    float g = 0;
    float b = 0;
    float a = 1;
};

struct Duration {
    std::int32_t sec = 0;
    std::uint32_t nanosec = 0;
};

struct CompressedImage {
    Header header;
    std::string format;
    std::vector<std::uint8_t> data;
};

struct UVCoordinate {
    float u = 0;
    float v = 0;
};

struct MeshFile {
    std::string filename;
    std::vector<std::uint8_t> data;
};

struct Marker {
    enum Type : std::int32_t { arrow = 0, cube = 1, cylinder = 3, line_strip = 4, text_facing = 9 };

    Header header;
    std::string ns;
    std::int32_t id = 0;  ///< with `ns` its identity: a marker replaces the one before
    std::int32_t type = arrow;
    std::int32_t action = 0;  ///< 0: add or change
    Pose pose;
    Vector3 scale;  ///< in m
    ColorRGBA color;
    Duration lifetime;  ///< 0: until it is replaced
    bool frame_locked = false;
    std::vector<Point> points;
    std::vector<ColorRGBA> colors;
    std::string texture_resource;
    CompressedImage texture;
    std::vector<UVCoordinate> uv_coordinates;
    std::string text;
    std::string mesh_resource;
    MeshFile mesh_file;
    bool mesh_use_embedded_materials = false;
};

struct MarkerArray {
    std::vector<Marker> markers;
};

}  // namespace gateway::messages

namespace ddc::recording {

template <>
struct Fields<gateway::messages::ColorRGBA> {
    using Message = gateway::messages::ColorRGBA;
    static constexpr std::string_view name = "std_msgs/msg/ColorRGBA";
    static constexpr auto members =
        std::make_tuple(field("r", &Message::r), field("g", &Message::g), field("b", &Message::b),
                        field("a", &Message::a));
};

template <>
struct Fields<gateway::messages::Duration> {
    using Message = gateway::messages::Duration;
    static constexpr std::string_view name = "builtin_interfaces/msg/Duration";
    static constexpr auto members =
        std::make_tuple(field("sec", &Message::sec), field("nanosec", &Message::nanosec));
};

template <>
struct Fields<gateway::messages::CompressedImage> {
    using Message = gateway::messages::CompressedImage;
    static constexpr std::string_view name = "sensor_msgs/msg/CompressedImage";
    static constexpr auto members =
        std::make_tuple(field("header", &Message::header), field("format", &Message::format),
                        field("data", &Message::data));
};

template <>
struct Fields<gateway::messages::UVCoordinate> {
    using Message = gateway::messages::UVCoordinate;
    static constexpr std::string_view name = "visualization_msgs/msg/UVCoordinate";
    static constexpr auto members =
        std::make_tuple(field("u", &Message::u), field("v", &Message::v));
};

template <>
struct Fields<gateway::messages::MeshFile> {
    using Message = gateway::messages::MeshFile;
    static constexpr std::string_view name = "visualization_msgs/msg/MeshFile";
    static constexpr auto members =
        std::make_tuple(field("filename", &Message::filename), field("data", &Message::data));
};

template <>
struct Fields<gateway::messages::Marker> {
    using Message = gateway::messages::Marker;
    static constexpr std::string_view name = "visualization_msgs/msg/Marker";
    static constexpr auto members = std::make_tuple(
        field("header", &Message::header), field("ns", &Message::ns), field("id", &Message::id),
        field("type", &Message::type), field("action", &Message::action),
        field("pose", &Message::pose), field("scale", &Message::scale),
        field("color", &Message::color), field("lifetime", &Message::lifetime),
        field("frame_locked", &Message::frame_locked), field("points", &Message::points),
        field("colors", &Message::colors), field("texture_resource", &Message::texture_resource),
        field("texture", &Message::texture), field("uv_coordinates", &Message::uv_coordinates),
        field("text", &Message::text), field("mesh_resource", &Message::mesh_resource),
        field("mesh_file", &Message::mesh_file),
        field("mesh_use_embedded_materials", &Message::mesh_use_embedded_materials));
};

template <>
struct Fields<gateway::messages::MarkerArray> {
    static constexpr std::string_view name = "visualization_msgs/msg/MarkerArray";
    static constexpr auto members =
        std::make_tuple(field("markers", &gateway::messages::MarkerArray::markers));
};

}  // namespace ddc::recording
