// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace gateway::fmu {

/// Whether a name has the form of variableNamingConvention="structured": identifiers or quoted
/// names with dots between them, each with indices in brackets if needed, as in "a.'b c'[1,2].d";
/// a derivative is der(name) or der(name,2).
bool is_structured_name(std::string_view name);

}  // namespace gateway::fmu
