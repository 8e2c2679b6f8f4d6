// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/safety_config.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

using vehicle_interface::SafetyCompatibility;
using vehicle_interface::SafetyOptions;

/// Reads a section `safety`; without keys all rules are enforced.
void read_safety(plant::YamlReader& section, SafetyOptions& safety);

/// The default cabin of a vehicle that is simulated in the gateway.
constexpr vehicle_interface::Cabin simulated_cabin{vehicle_interface::Secured::yes,
                                                   vehicle_interface::Secured::yes};

/// The section `safety` of a run's vehicle, or default_safety(); nothing if it is `off`.
/// @param cabin default of the section's cabin
std::optional<SafetyOptions> read_safety(plant::YamlReader& reader,
                                         const vehicle_interface::Cabin& cabin);

/// Reads only the section `safety` of a file.
/// @throws plant::FileError
SafetyOptions load_safety(const std::filesystem::path& file);

}  // namespace gateway
