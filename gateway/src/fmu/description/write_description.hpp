// SPDX-License-Identifier: MIT
#pragma once

#include "model_description.hpp"

#include <string>

namespace gateway::fmu {

/// The text of modelDescription.xml, in the description's version. Numbers are written so that
/// reading them gives the same bits.
/// @throws std::invalid_argument for what the version does not have, such as a type
std::string model_description_xml(const ModelDescription& description);

/// The text of terminalsAndIcons.xml; empty if there is no terminal.
std::string terminals_xml(const ModelDescription& description);

}  // namespace gateway::fmu
