// SPDX-License-Identifier: MIT
#pragma once

#include "binding/port_rules.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

/// Reads the section `ports` of a program, as docs/ports.md describes it.
PortRules read_ports(plant::YamlReader& program);

/// Reads `interface`, the text that the program writes into the table, and looks whether its ports
/// can be bound with these rules.
void check_interface(plant::YamlReader& program, PortRules& rules);

}  // namespace gateway
