// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"

#include <linux/can.h>

#include <string>
#include <vector>

namespace gateway {

/// A socket of a CAN interface that never waits.
/// @param filters of the frames that it is shown
/// @throws std::runtime_error naming the interface if there is none
Descriptor open_can_socket(const std::string& interface, const std::vector<can_filter>& filters);

}  // namespace gateway
