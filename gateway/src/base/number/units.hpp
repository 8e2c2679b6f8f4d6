// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gateway {

/// The factor from a unit to another: how many `to` one `from` is. Nothing if a unit is unknown or
/// they are of different quantities.
std::optional<double> unit_factor(std::string_view from, std::string_view to);

/// The units of the same quantity, including `unit`: "m/s, km/h, mph"; empty if it is unknown.
std::string units_like(std::string_view unit);

/// The longest unit at the beginning of a text that is a separate word; empty if there is none. The
/// unit 1 is excluded.
std::string leading_unit(std::string_view text);

/// All units: "m/s, km/h, mph, ..."
std::string all_units();

}  // namespace gateway
