// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gateway::requirement {

/// The unit of a column of a trace by its name: that of the catalogue's signal, or what the name
/// ends with (`vx_mps`); empty if neither tells.
std::string column_unit(const std::string& name);

}  // namespace gateway::requirement
