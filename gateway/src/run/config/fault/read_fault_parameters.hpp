// SPDX-License-Identifier: MIT
#pragma once

#include "fault/fault.hpp"
#include "requirement/parser.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

/// Reads the numbers of the fault's kind. Precondition: the kind and the target are set.
void read_fault_parameters(plant::YamlReader& reader, const requirement::Vocabulary& vocabulary,
                           Fault& fault);

}  // namespace gateway
