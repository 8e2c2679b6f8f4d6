// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gateway::vds1 {

/// Whether a sequence number is newer than another, also across the wrap from 2^32 - 1 to 0: if it
/// is ahead by less than half of all numbers.
constexpr bool is_newer(std::uint32_t sequence, std::uint32_t than) noexcept {
    return sequence != than && sequence - than < 0x80000000U;
}

}  // namespace gateway::vds1
