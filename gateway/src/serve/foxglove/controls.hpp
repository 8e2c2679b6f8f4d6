// SPDX-License-Identifier: MIT
#pragma once

#include "api/run_view.hpp"
#include "control/handle_request.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

/// The controls of a run that a viewer with the token has.
namespace gateway::foxglove {

/// @name Parameters
/// `paused`, `time_scale` (0: as fast as possible) and `failsafe`: whether a vehicle is in
/// fail-safe, which cannot be set.
/// @{
const std::vector<std::string>& parameter_names();
/// @return null if there is no parameter of that name
nlohmann::json parameter_value(const data_port::RunView& view, const std::string& name);
/// @return an error message; empty if the parameter was set
std::string set_parameter(const data_port::RunView& view, const std::string& name,
                          const nlohmann::json& value);
/// @}

/// The message that advertises the services /pause, /resume, /step and /stop, with requests and
/// responses in JSON.
std::string advertise_services();
/// Calls a service. @param request `{}`, or for /step `{"steps": 5}`; may be empty
/// @throws data_port::Refusal if there is no such service, or the request is invalid
Reply call_service(const data_port::RunView& view, std::uint32_t id, const std::string& request);
/// The JSON of a response to a successful call.
std::string response_of(const std::string& text);

}  // namespace gateway::foxglove
