// SPDX-License-Identifier: MIT
#pragma once

#include "machine_tree.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// CPUs that handle the interrupts of a network interface: those to which each of its interrupts is
/// bound at present, or may be. The empty list if the interface has none, as the loopback.
/// @return nothing if the interface or its interrupts cannot be read
std::optional<std::vector<int>> interrupt_cpus_of(const MachineTree& tree,
                                                  const std::string& interface);

}  // namespace gateway
