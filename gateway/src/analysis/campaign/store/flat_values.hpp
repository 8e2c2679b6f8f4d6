// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gateway::campaign {

/// A single value of a result; an integer that does not fit into std::int64_t becomes a double.
using Scalar = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

/// A value and its path in a result.
struct FlatValue {
    std::string path;  ///< "parameters.vehicle.start.vx_mps", "summary.gap[1].max_m"
    std::vector<std::string>
        keys;  ///< keys of maps in the path: "parameters", "vehicle.start.vx_mps"
    Scalar value;
    std::string text;  ///< the text of a number; empty otherwise
};

/// Calls `visit` for each single value of a JSON text, in its order.
/// @throws std::runtime_error for invalid JSON
void for_each_value(std::string_view json, const std::function<void(const FlatValue&)>& visit);

}  // namespace gateway::campaign
