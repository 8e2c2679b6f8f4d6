// SPDX-License-Identifier: MIT
#pragma once

#include "control/request.hpp"

#include <nlohmann/json_fwd.hpp>

namespace gateway::data_port {

/// Whether a body of POST /api/control is {"do": "reset"}, perhaps with more.
/// @throws Refusal for a body that asks for more than one thing
bool asks_for_reset(const nlohmann::json& body);
/// The request that a body of POST /api/control makes of a run.
/// @throws Refusal for a body that makes none, such as {"do": "reset"}, or more than one
RunRequest request_of(const nlohmann::json& body);

}  // namespace gateway::data_port
