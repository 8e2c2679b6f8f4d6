// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace ddc {

/// What a thread that waits for a change has done by the time that it has it, or gives up. Each
/// wait counts once, by the last of these that it came to.
enum class WaitEnd : std::uint32_t {
    at_once,          ///< nothing: the entry had changed already
    spun,             ///< looked again and again
    yielded,          ///< let others run on its core between two looks
    slept_same_core,  ///< slept, since the other side runs on this very core
    slept_slow,       ///< slept, the time to spin being used up
    slept_crowded,    ///< slept, since other work uses the core
    slept_no_spin,    ///< slept, since it was told not to spin, or has a single core
};
constexpr std::size_t wait_ends = 7;

constexpr bool has_slept(WaitEnd end) noexcept {
    return end >= WaitEnd::slept_same_core;
}

/// Its name here, such as "slept_slow".
const char* to_string(WaitEnd end) noexcept;

/// How many waits ended how.
struct WaitCounts {
    std::array<std::uint64_t, wait_ends> ended{};

    std::uint64_t& operator[](WaitEnd end) noexcept { return ended[static_cast<std::size_t>(end)]; }
    std::uint64_t operator[](WaitEnd end) const noexcept {
        return ended[static_cast<std::size_t>(end)];
    }
};

/// Of all processes since a table was created.
struct TableWaits {
    WaitCounts holders;   ///< by those that hold a claim, for entries in it
    WaitCounts programs;  ///< by others, for entries in a claim
    WaitCounts others;    ///< for entries in no claim
};

}  // namespace ddc
