// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/fields.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

/// Time and header of ROS 2.
namespace ddc::recording {

struct Time {
    std::int32_t sec = 0;
    std::uint32_t nanosec = 0;
};

template <>
struct Fields<Time> {
    static constexpr std::string_view name = "builtin_interfaces/msg/Time";
    static constexpr auto members =
        std::make_tuple(field("sec", &Time::sec), field("nanosec", &Time::nanosec));
};

struct Header {
    Time stamp;
    std::string frame_id;
};

template <>
struct Fields<Header> {
    static constexpr std::string_view name = "std_msgs/msg/Header";
    static constexpr auto members =
        std::make_tuple(field("stamp", &Header::stamp), field("frame_id", &Header::frame_id));
};

}  // namespace ddc::recording
