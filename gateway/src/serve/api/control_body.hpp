// SPDX-License-Identifier: MIT
#pragma once

#include "control/request.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>

namespace gateway::data_port {

/// The request that a body of POST /api/control makes.
/// @return nothing for {"do": "reset"}, which no run obeys
/// @throws Refusal for a body that asks for nothing, or for more than one thing
std::optional<gateway::Request> request_of(const nlohmann::json& body);

}  // namespace gateway::data_port
