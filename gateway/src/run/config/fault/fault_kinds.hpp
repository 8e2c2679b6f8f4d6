// SPDX-License-Identifier: MIT
#pragma once

#include "fault/fault_kind.hpp"

#include <string>
#include <vector>

namespace gateway {

/// Every kind of fault. Two kinds of one name act on different sides. Add the list of a new place
/// where faults act here.
std::vector<const FaultKind*> fault_kinds();

/// The kind of that name for a side; null if there is none.
const FaultKind* find_fault_kind(FaultSide side, const std::string& name);

/// The first kind of that name for any side; null if there is none.
const FaultKind* find_fault_kind(const std::string& name);

/// The names of the kinds for a side.
std::vector<std::string> fault_kinds_of(FaultSide side);

}  // namespace gateway
