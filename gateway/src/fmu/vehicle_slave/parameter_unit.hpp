// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

namespace gateway::fmu {

/// The unit of a number of the plant, which follows from the suffix of its name
/// ("vehicle.body.mass_kg", "x_mps2"); for keys of actuation models from the whole key. "1" for a
/// ratio, empty for a number in units of an identification, nothing if the name is not known.
std::optional<std::string_view> unit_of_key(std::string_view name);

}  // namespace gateway::fmu
