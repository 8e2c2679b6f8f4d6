// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"

#include <cstdint>

namespace bench {

/// A connection to a data port of this machine that sends at once. @throws std::runtime_error
gateway::Descriptor connect_to(std::uint16_t port);

}  // namespace bench
