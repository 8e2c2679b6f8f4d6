// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"
#include "binding/port_rules.hpp"
#include "montisim_bridge/tcp_program_config.hpp"

#include <plant/yaml_reader.hpp>

#include <optional>
#include <string>
#include <vector>

/// Reads the programs of a run, and the connections between them.
namespace gateway {

/// Reads the section `ports` of a program, see docs/reference/ports.md.
PortRules read_ports(plant::YamlReader& program);

/// Reads `interface`, the text that the program will write into the table, and checks whether its
/// ports can be bound with these rules.
void check_interface(plant::YamlReader& program, PortRules& rules);

/// Reads the address of a program in TCP mode, from the section `program.tcp`.
tcp::TcpProgramConfig read_tcp_program(plant::YamlReader& tcp);

/// Reads a program's `address`.
void read_address(plant::YamlReader& reader, std::string& address);

/// Reads the section `sockets`, see docs/reference/sockets.md.
/// @param mode nothing if it could not be read
/// @param programs of the run; their names and addresses are used
NetworkConfig read_sockets(plant::YamlReader reader, std::optional<Mode> mode,
                           const std::vector<ProgramConfig>& programs);

}  // namespace gateway
