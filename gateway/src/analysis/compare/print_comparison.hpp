// SPDX-License-Identifier: MIT
#pragma once

#include "comparison.hpp"

#include <iosfwd>
#include <string>

namespace gateway {

/// Parses the value of an option `--tolerance`: `NUMBER` or `NAME=NUMBER`.
/// @throws std::invalid_argument
void add_tolerance(const std::string& text, Tolerances& tolerances);

/// Prints a line for each column or key that differs.
void print(const Comparison& found, const Tolerances& tolerances, std::ostream& out);

}  // namespace gateway
