// SPDX-License-Identifier: MIT
#pragma once

#include "../vehicle_interface/safety_config.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

using vehicle_interface::SafetyCompatibility;
using vehicle_interface::SafetyOptions;

/// Reads a section `safety`; without any key it has all rules in force.
void read_safety(plant::YamlReader& section, SafetyOptions& safety);

/// The section `safety` of a run's vehicle, if it is there.
std::optional<SafetyOptions> read_safety(plant::YamlReader& reader);

/// The section `safety` of a file, whose other sections are not looked at.
/// @throws plant::FileError
SafetyOptions load_safety(const std::filesystem::path& file);

}  // namespace gateway
