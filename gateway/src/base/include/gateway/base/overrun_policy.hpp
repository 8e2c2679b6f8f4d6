// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace gateway {

/// What becomes of deadlines that passed while a tick was late by a whole period or more. The
/// simulated time of a tick is the same whatever happens.
enum class OverrunPolicy {
    skip,      ///< they are dropped: the next tick keeps to the grid of the start
    catch_up,  ///< their ticks run without waiting until simulated time is level with the clock
    stretch,   ///< the grid moves: the next tick comes a period after the late one
};

/// What is done about one late tick.
struct OverrunAction {
    std::int64_t deadlines_dropped = 0;
    bool moves_grid = false;
};

/// catch_up gives up what is further behind than this.
constexpr std::chrono::seconds longest_backlog{1};

/// One policy: all of it, in the order of OverrunPolicy.
struct OverrunRow {
    std::string_view name;  ///< in configurations
    OverrunAction (*act)(std::chrono::nanoseconds late, std::chrono::nanoseconds period);
};

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
