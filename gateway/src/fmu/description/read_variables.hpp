// SPDX-License-Identifier: MIT
#pragma once

#include "model_description.hpp"
#include "xml_file.hpp"

namespace gateway::fmu {

/// Reads the element TypeDefinitions.
void read_types(const XmlFile& file, const pugi::xml_node& element, ModelDescription& result);

/// Reads the element ModelVariables; a variable without a unit or limits gets those of its declared
/// type. `result.types` must have been read.
void read_variables(const XmlFile& file, const pugi::xml_node& element, ModelDescription& result);

/// Reads the element ModelStructure. `result.variables` must have been read.
void read_structure(const XmlFile& file, const pugi::xml_node& element, ModelDescription& result);

}  // namespace gateway::fmu
