// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gateway::campaign {

/// A single value of a result; what does not fit into 64 bits with a sign is a real number.
using Scalar = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

/// A value and where it stands in a result.
struct FlatValue {
    std::string path;               ///< "parameters.vehicle.start.vx_mps", "summary.gap[1].max_m"
    std::vector<std::string> keys;  ///< of maps on the way: "parameters", "vehicle.start.vx_mps"
    Scalar value;
    std::string text;  ///< of a number as it was written; empty otherwise
};

/// Goes through every single value of a JSON text in its order.
/// @throws std::runtime_error if it is none
void for_each_value(std::string_view json, const std::function<void(const FlatValue&)>& visit);

}  // namespace gateway::campaign
