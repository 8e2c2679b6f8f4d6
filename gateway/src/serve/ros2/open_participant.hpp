// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "control/ros2_config.hpp"
#include "dds/participant.hpp"

#include <memory>

namespace gateway::ros2 {

/// Joins the configured domain.
/// @param log called from any thread
/// @throws std::runtime_error if the module or the network interface does not exist
std::shared_ptr<dds::Participant> open_participant(const Ros2Config& config, const Log& log);

}  // namespace gateway::ros2
