// SPDX-License-Identifier: MIT
#pragma once

#include "description/model_description.hpp"

#include <string>
#include <vector>

namespace gateway::fmu {

/// "Float64", or "Real" of FMI 2.0, with "[]" for an array.
std::string type_text(const Variable& variable, Version version);

/// The start value as text; empty if there is none.
std::string start_text(const Variable& variable);

/// "0.001" or empty.
std::string number_text(const std::optional<double>& number);

/// What a unit is in base units: "0.277778 m s^-1", with its offset; empty without a base.
std::string base_text(const Unit& unit);

/// Whether the importer can use a variable of that kind.
bool is_supported(const Variable& variable);

/// What an FMU can do, a few words each.
std::vector<std::string> capabilities_of(const ModelDescription& description);

/// "co-simulation, model exchange"
std::vector<std::string> interfaces_of(const ModelDescription& description);

}  // namespace gateway::fmu
