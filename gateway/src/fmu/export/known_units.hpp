// SPDX-License-Identifier: MIT
#pragma once

#include "description/unit.hpp"

#include <optional>
#include <string_view>

namespace gateway::fmu {

/// The definition of a unit that exported variables have, by its name in this project ("km/h");
/// nothing if it is not known.
std::optional<Unit> known_unit(std::string_view name);

}  // namespace gateway::fmu
