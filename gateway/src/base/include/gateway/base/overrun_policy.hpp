// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace gateway {

/// What happens to the deadlines that passed while a tick was late by a period or more. Each tick
/// advances simulated time by the same step in any case.
enum class OverrunPolicy {
    skip,      ///< they are dropped; the next tick is due at the next deadline of the grid
    catch_up,  ///< their ticks run without waiting until simulated time has caught up
    stretch,   ///< the grid moves: the next tick is due one period after the late one
};

/// The consequence of one late tick.
struct OverrunAction {
    std::int64_t deadlines_dropped = 0;  ///< deadlines that get no tick
    bool moves_grid = false;             ///< the grid of deadlines restarts at the late tick
};

/// catch_up drops the deadlines that are further behind than this.
constexpr std::chrono::seconds longest_backlog{1};

/// Name and implementation of one policy.
struct OverrunRow {
    std::string_view name;  ///< in configurations
    /// @param late lateness of the tick, at least one period
    OverrunAction (*act)(std::chrono::nanoseconds late, std::chrono::nanoseconds period);
};

/// All policies, in the order of OverrunPolicy.
inline constexpr OverrunRow overrun_policies[] = {
    {"skip",
     [](std::chrono::nanoseconds late, std::chrono::nanoseconds period) {
         return OverrunAction{late / period, false};
     }},
    {"catch_up",
     [](std::chrono::nanoseconds late, std::chrono::nanoseconds period) {
         const auto given_up = std::max<std::chrono::nanoseconds>(late - longest_backlog,
                                                                  std::chrono::nanoseconds::zero());
         return OverrunAction{given_up / period, false};
     }},
    {"stretch",
     [](std::chrono::nanoseconds, std::chrono::nanoseconds) {
         return OverrunAction{0, true};
     }},
};

}  // namespace gateway
