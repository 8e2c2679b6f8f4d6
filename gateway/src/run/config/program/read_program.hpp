// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"
#include "binding/port_rules.hpp"
#include "montisim_bridge/tcp_program_config.hpp"

#include <plant/yaml_reader.hpp>

#include <optional>
#include <string>
#include <vector>

/// What a run's programs are, and what lies between them.
namespace gateway {

/// Reads the section `ports` of a program, as docs/ports.md describes it.
PortRules read_ports(plant::YamlReader& program);

/// Reads `interface`, the text that the program writes into the table, and looks whether its ports
/// can be bound with these rules.
void check_interface(plant::YamlReader& program, PortRules& rules);

/// Reads where a program in TCP mode listens, of the section `program.tcp`.
tcp::TcpProgramConfig read_tcp_program(plant::YamlReader& tcp);

/// Reads a program's `address`.
void read_address(plant::YamlReader& reader, std::string& address);

/// Reads the section `sockets`, as docs/sockets.md describes it.
/// @param mode nothing if it could not be read
/// @param programs of the run, whose names and addresses it uses
NetworkConfig read_sockets(plant::YamlReader reader, std::optional<Mode> mode,
                           const std::vector<ProgramConfig>& programs);

}  // namespace gateway
