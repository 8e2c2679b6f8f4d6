// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gateway {

/// Counts of the decisions of a command filter. Texts are literals.
struct FilterCount {
    const char* name = "";
    std::uint64_t changed = 0;
    std::uint64_t refused = 0;
    std::uint64_t withheld = 0;
    const char* last_reason = "";

    /// Number of commands that were changed, rejected or withheld.
    std::uint64_t acted() const noexcept { return changed + refused + withheld; }
};

}  // namespace gateway
