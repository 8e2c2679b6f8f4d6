// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gateway {

/// How many `to` there are in one `from`; nothing for units that are not known or do not measure
/// the same.
std::optional<double> unit_factor(std::string_view from, std::string_view to);

/// The units that measure the same as this one, itself included: "m/s, km/h, mph"; empty if it is
/// not known.
std::string units_like(std::string_view unit);

/// The unit that a text begins with, as long as can be and a word of its own; empty if with none.
/// The unit 1 is not looked for.
std::string leading_unit(std::string_view text);

/// "m/s, km/h, mph, ..."
std::string all_units();

}  // namespace gateway
