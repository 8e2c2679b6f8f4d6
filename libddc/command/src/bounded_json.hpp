// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace ddc::command {

/// Parses a text from outside as JSON; returns a discarded value if it is not JSON.
/// @throws UsageError if it is nested so deeply that processing could exhaust the stack
nlohmann::json parse_bounded(const std::string& text);

}  // namespace ddc::command
