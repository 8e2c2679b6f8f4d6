// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

/// Reads the section `sockets`, as docs/sockets.md describes it.
/// @param mode nothing if it could not be read
/// @param programs of the run, whose names and addresses it uses
NetworkConfig read_sockets(plant::YamlReader reader, std::optional<Mode> mode,
                           const std::vector<ProgramConfig>& programs);

/// Reads a program's `address`.
void read_address(plant::YamlReader& reader, std::string& address);

}  // namespace gateway
