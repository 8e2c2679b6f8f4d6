// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace ddc::command {

/// What a text from outside says as JSON; a discarded value if it is none.
/// @throws UsageError if it is nested so deeply that working on it would need a stack without bound
nlohmann::json parse_bounded(const std::string& text);

}  // namespace ddc::command
