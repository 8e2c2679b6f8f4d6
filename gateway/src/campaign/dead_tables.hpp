// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gateway::campaign {

/// Removes tables that workers left which were killed: those named `front` and the number of a
/// process of this machine that is no more.
void remove_dead_tables(const std::string& front);

}  // namespace gateway::campaign
