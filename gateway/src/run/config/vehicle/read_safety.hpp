// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/safety_config.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

using vehicle_interface::SafetyCompatibility;
using vehicle_interface::SafetyOptions;

/// Reads a section `safety`; without any key it has all rules in force.
void read_safety(plant::YamlReader& section, SafetyOptions& safety);

/// Of a vehicle that is simulated here, where its section says nothing else.
constexpr vehicle_interface::Cabin simulated_cabin{vehicle_interface::Secured::yes,
                                                   vehicle_interface::Secured::yes};

/// The section `safety` of a run's vehicle, or default_safety(); nothing where it is `off`.
/// @param cabin where the section says nothing else
std::optional<SafetyOptions> read_safety(plant::YamlReader& reader,
                                         const vehicle_interface::Cabin& cabin);

/// The section `safety` of a file, whose other sections are not looked at.
/// @throws plant::FileError
SafetyOptions load_safety(const std::filesystem::path& file);

}  // namespace gateway
