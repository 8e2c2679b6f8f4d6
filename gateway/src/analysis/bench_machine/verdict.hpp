// SPDX-License-Identifier: MIT
#pragma once

#include "machine_bench.hpp"

#include "machine/machine.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace gateway::machine {

/// Whether a machine holds a period: this share of the periods begins within a tenth of the period,
/// with and without a load, and none a whole period late.
constexpr double held_share = 0.999;

/// Whether a loop holds its period.
struct PeriodVerdict {
    std::chrono::nanoseconds period{0};
    std::chrono::nanoseconds limit{0};  ///< a tenth of the period
    std::uint64_t count = 0;            ///< periods without a load
    double share = 0;                   ///< of the periods that began within the limit
    double loaded_share = 0;            ///< the same with a load
    bool is_held = false;
    std::string bottleneck;  ///< what to improve first, with advice; empty if it is held
};

/// The verdicts on all loops that were measured with and without a load.
std::vector<PeriodVerdict> verdicts_of(const BenchPlan& plan, const Machine& machine,
                                       const MachineBench& bench);

/// The share of values of at most `limit`; 0 if there are none. Values just below the limit may be
/// missing, since a bucket counts only if all of it is below.
double share_within(const Histogram& values, std::chrono::nanoseconds limit);

/// "10 ms: held; 100 % of 500 periods began within 1 ms, with load 99.97 %"
std::string text_of(const PeriodVerdict& verdict);

/// "99.97 %", rounded down: "100 %" means all.
std::string share_text(double share);

/// "10 ms", "0.5 ms", "200 us"
std::string time_text(std::chrono::nanoseconds time);

}  // namespace gateway::machine
