// SPDX-License-Identifier: MIT
#pragma once

#include "can_mapping.hpp"
#include "posix/descriptor.hpp"

#include <string>

namespace gateway {

/// A socket of a CAN interface that never waits and is shown what the mapping receives alone.
/// @throws std::runtime_error naming the interface if there is none
Descriptor open_can_bus(const std::string& interface, const CanMapping& mapping);

}  // namespace gateway
