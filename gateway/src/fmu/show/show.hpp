// SPDX-License-Identifier: MIT
#pragma once

#include "description/fmu.hpp"
#include "rule/check.hpp"

#include <string>
#include <vector>

namespace gateway::fmu {

/// What an FMU is, its variables, units and violations, for a terminal.
std::string show_text(const Fmu& fmu, const std::vector<Violation>& violations);

/// The same as JSON.
std::string show_json(const Fmu& fmu, const std::vector<Violation>& violations);

/// A map to start from, as YAML: signals whose variables are found by name and unit, and as
/// comments the other signals and variables.
/// @param file name of the FMU, for the comment at the top
std::string map_text(const Fmu& fmu, const std::string& file);

}  // namespace gateway::fmu
