// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gateway {

/// What a command filter has done so far. Its texts are literals.
struct FilterCount {
    const char* name = "";
    std::uint64_t changed = 0;
    std::uint64_t refused = 0;
    std::uint64_t withheld = 0;
    const char* last_reason = "";

    /// With how many commands it did anything.
    std::uint64_t acted() const noexcept { return changed + refused + withheld; }
};

}  // namespace gateway
