// SPDX-License-Identifier: MIT
#pragma once

#include "../run/run_config.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

/// Reads the section `data_port` of a run with these programs.
DataPortConfig read_data_port(plant::YamlReader& reader,
                              const std::vector<ProgramConfig>& programs);

}  // namespace gateway
