// SPDX-License-Identifier: MIT
#pragma once

#include "dds/participant.hpp"

#include <string>
#include <string_view>

namespace gateway::ros2 {

/// What the topic `/a/b` of ROS 2 is called in DDS: `rt/a/b`.
std::string dds_topic(std::string_view topic);

/// What the type `pkg/msg/Name` is called in DDS: `pkg::msg::dds_::Name_`.
std::string dds_type(std::string_view type);

/// What the service `/a/b` of the type `pkg/srv/Name` is called in DDS.
dds::ServiceNames dds_service(const std::string& service, const std::string& type);

}  // namespace gateway::ros2
