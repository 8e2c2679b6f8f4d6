// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>

#include <time.h>

namespace ddc {

/// The instant `length` from now; the latest time point for lengths over a year.
template <class Duration>
Deadline deadline_after(Duration length) noexcept {
    constexpr std::chrono::hours year{24 * 365};
    if (length > year) return Deadline::max();
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(length);
}

inline timespec to_timespec(std::chrono::nanoseconds time) noexcept {
    timespec result{};
    result.tv_sec = static_cast<time_t>(time.count() / 1'000'000'000);
    result.tv_nsec = static_cast<long>(time.count() % 1'000'000'000);
    return result;
}

}  // namespace ddc
