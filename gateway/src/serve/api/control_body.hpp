// SPDX-License-Identifier: MIT
#pragma once

#include "control/request.hpp"

#include <nlohmann/json_fwd.hpp>

namespace gateway::data_port {

/// Whether a body of POST /api/control has {"do": "reset"}.
/// @throws Refusal for a body with more than one request
bool asks_for_reset(const nlohmann::json& body);
/// The request to a run in a body of POST /api/control.
/// @throws Refusal for a body with none, such as {"do": "reset"}, or with more than one
RunRequest request_of(const nlohmann::json& body);

}  // namespace gateway::data_port
