// SPDX-License-Identifier: MIT
#pragma once

#include "dds/participant.hpp"

#include <string>
#include <string_view>

namespace gateway::ros2 {

/// The name in DDS of the topic `/a/b` of ROS 2: `rt/a/b`.
std::string dds_topic(std::string_view topic);

/// The name in DDS of the type `pkg/msg/Name`: `pkg::msg::dds_::Name_`.
std::string dds_type(std::string_view type);

/// The names in DDS of the service `/a/b` of the type `pkg/srv/Name`.
dds::ServiceNames dds_service(const std::string& service, const std::string& type);

}  // namespace gateway::ros2
