// SPDX-License-Identifier: MIT
#pragma once

#include "api/run_view.hpp"
#include "control/handle_request.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

/// What a viewer that has the token may see and do of a run.
namespace gateway::foxglove {

/// @name Parameters: `paused`, `time_scale` (0: as fast as it goes) and `failsafe`, which tells
/// whether a vehicle is driven fail-safe and cannot be set
/// @{
const std::vector<std::string>& parameter_names();
/// null for a name that is none.
nlohmann::json parameter_value(const data_port::RunView& view, const std::string& name);
/// @return what went wrong, or nothing
std::string set_parameter(const data_port::RunView& view, const std::string& name,
                          const nlohmann::json& value);
/// @}

/// The text that offers the services /pause, /resume, /step and /stop, whose requests and responses
/// are JSON.
std::string advertise_services();
/// Calls one. @param request `{}`, or of /step `{"steps": 5}`; may be empty
/// @throws data_port::Refusal if there is no such service, or the request is none
Reply call_service(const data_port::RunView& view, std::uint32_t id, const std::string& request);
/// The JSON of a response: what is replied to a call that was done.
std::string response_of(const std::string& text);

}  // namespace gateway::foxglove
