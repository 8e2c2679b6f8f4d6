// SPDX-License-Identifier: MIT
#pragma once

#include "description/model_description.hpp"
#include "program_slave/program_package.hpp"

#include <string>
#include <vector>

namespace gateway::fmu {

/// A page in HTML: the name of the model, these paragraphs of plain text, and a table of its
/// variables.
std::string documentation(const ModelDescription& description,
                          const std::vector<std::string>& paragraphs);

/// The page of an FMU of a program.
std::string program_documentation(const ModelDescription& description,
                                  const ProgramPackage& package);

}  // namespace gateway::fmu
