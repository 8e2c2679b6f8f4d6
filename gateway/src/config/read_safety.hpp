// SPDX-License-Identifier: MIT
#pragma once

#include "../vehicle_interface/safety_config.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

enum class SafetyCompatibility { corrected, reference };

/// What a section `safety` says.
struct SafetyFile {
    vehicle_interface::SafetyConfig config;
    SafetyCompatibility compatibility = SafetyCompatibility::corrected;
};

/// Reads a section `safety`; without any key it has all rules in force.
void read_safety(plant::YamlReader& section, SafetyFile& safety);

/// The section `safety` of a file, whose other sections are not looked at.
/// @throws plant::FileError
SafetyFile load_safety(const std::filesystem::path& file);

}  // namespace gateway
