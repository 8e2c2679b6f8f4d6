// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace ddc {

/// How a wait for a change ended. A wait has several stages (check, spin, yield, sleep); it is
/// counted once, in the stage in which it ended.
enum class WaitEnd : std::uint32_t {
    at_once,          ///< the entry had changed already
    spun,             ///< while spinning
    yielded,          ///< after it had yielded its core between two checks
    slept_same_core,  ///< slept, because the other side runs on the same core
    slept_slow,       ///< slept, because the spin time had elapsed
    slept_crowded,    ///< slept, because other work uses the core
    slept_no_spin,    ///< slept, because spinning is turned off or there is a single core
};
/// Number of enumerators of WaitEnd.
constexpr std::size_t wait_ends = 7;

/// True for `slept_...`: the thread slept before the wait ended.
constexpr bool has_slept(WaitEnd end) noexcept {
    return end >= WaitEnd::slept_same_core;
}

/// The enumerator's name, such as "slept_slow".
const char* to_string(WaitEnd end) noexcept;

/// Number of waits, by how they ended.
struct WaitCounts {
    std::array<std::uint64_t, wait_ends> ended{};  ///< in the order of WaitEnd

    /// The number of waits that ended in this way, to be changed.
    std::uint64_t& operator[](WaitEnd end) noexcept { return ended[static_cast<std::size_t>(end)]; }
    /// Number of waits that ended in this way.
    std::uint64_t operator[](WaitEnd end) const noexcept {
        return ended[static_cast<std::size_t>(end)];
    }
};

/// Waits of all processes since a table was created.
struct TableWaits {
    WaitCounts holders;   ///< of the holders of claims, for entries in their claims
    WaitCounts programs;  ///< of other processes, for entries in a claim
    WaitCounts others;    ///< for entries in no claim
};

}  // namespace ddc
