// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <vector>

namespace gateway::campaign {

/// What is minimised: a value for a point of the unit cube, both ends included, or infinity where
/// there is none. Nothing ends the search: it is asked no more.
using Objective = std::function<std::optional<double>(const std::vector<double>& point)>;

}  // namespace gateway::campaign
