// SPDX-License-Identifier: MIT
#pragma once

#include "model_description.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace gateway::fmu {

/// Most bytes of an XML file that is read.
inline constexpr std::size_t most_xml_bytes = std::size_t{16} << 20U;

/// Reads modelDescription.xml of FMI 2.0 or 3.0, without its terminals. What can be read but is not
/// valid is left to the rules (rule/check.hpp).
/// @param text of unknown origin; its size, depth and counts of elements are limited, and a DOCTYPE
/// is refused
/// @param file its name, for messages
/// @throws plant::FileError with the line, the element and the name of the variable
ModelDescription read_description(const std::string& text, const std::string& file);

/// Reads the terminals of terminalsAndIcons.xml, with those inside others; in the same way.
std::vector<Terminal> read_terminals(const std::string& text, const std::string& file);

}  // namespace gateway::fmu
