// SPDX-License-Identifier: MIT
#pragma once

#include "montisim_bridge/tcp_program_config.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

/// Reads where a program in TCP mode listens, of the section `program.tcp`.
tcp::TcpProgramConfig read_tcp_program(plant::YamlReader& tcp);

}  // namespace gateway
