// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gateway::requirement {

/// The unit of a column of a trace, from the signal of that name in the catalogue or from the end
/// of the name (`vx_mps`); empty if unknown.
std::string column_unit(const std::string& name);

}  // namespace gateway::requirement
