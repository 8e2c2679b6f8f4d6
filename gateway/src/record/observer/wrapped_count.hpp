// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gateway {

/// A count as the int32 of an entry: 2147483647 is followed by -2147483648, so that the entry
/// changes with every event.
constexpr std::int32_t wrapped_count(std::uint64_t count) noexcept {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(count));
}

}  // namespace gateway
