// SPDX-License-Identifier: MIT
#pragma once

#include "can_mapping.hpp"
#include "posix/descriptor.hpp"

#include <string>

namespace gateway {

/// Opens a non-blocking socket of a CAN interface. It receives only the frames that the mapping
/// uses.
/// @throws std::runtime_error with the interface if it does not exist or cannot be used
Descriptor open_can_bus(const std::string& interface, const CanMapping& mapping);

}  // namespace gateway
