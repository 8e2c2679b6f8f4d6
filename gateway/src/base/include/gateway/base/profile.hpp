// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/histogram.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <utility>

namespace gateway {

/// The phases of the loop, in their order.
enum class Phase {
    inputs,     ///< computing and writing the program's inputs
    wait,       ///< waiting for the program
    read,       ///< reading its outputs
    convert,    ///< converting outputs to a command, and the filters
    observers,  ///< trace, statistics, data port
    act,        ///< passing the command to the vehicle, if it takes effect at once
    sleep,      ///< waiting until the next step is due
    vehicle,    ///< steps of a simulated vehicle, or packets of a remote one
};
/// Number of phases.
constexpr std::size_t phase_count = 8;

/// The name of a phase in the printed table, a literal.
const char* name_of(Phase phase) noexcept;

/// The time that a run spends in each phase. A phase ends with a mark, which reads the clock once
/// and starts the next phase; so all time from begin() to the last mark belongs to a phase. Not
/// thread-safe.
class Profile {
  public:
    /// What is kept of the phases.
    enum class Keep {
        all,   ///< distributions and totals
        last,  ///< only what take() returns; touches less memory
    };

    /// A profile that has not begun.
    explicit Profile(Keep keep = Keep::all) : keep_(keep) {}

    /// The clock of the marks.
    using Clock = std::chrono::steady_clock;

    /// Durations by phase.
    using Durations = std::array<std::chrono::nanoseconds, phase_count>;

    /// Starts the first phase.
    void begin(Clock::time_point now = Clock::now()) noexcept { last_ = now; }
    /// Ends a phase: adds the time since the last mark, or since begin(), to it.
    void mark(Phase phase, Clock::time_point now = Clock::now()) noexcept;

    /// @return the time in each phase since the last call
    Durations take() noexcept { return std::exchange(since_taken_, Durations{}); }

    /// The durations of a phase, one value per mark.
    const Histogram& of(Phase phase) const noexcept { return at(phase).times; }
    /// Share of a phase in the time from begin() to the last mark, 0 to 1; 0 without a mark.
    double share(Phase phase) const noexcept;

  private:
    struct Times {
        Histogram times;
        std::chrono::nanoseconds total{0};
    };
    const Times& at(Phase phase) const noexcept { return phases_[static_cast<std::size_t>(phase)]; }

    const Keep keep_;
    std::array<Times, phase_count> phases_;
    Durations since_taken_{};
    Clock::time_point last_{};
};

/// Marks the end of a phase if there is a profile: without one, the only cost is the comparison.
inline void mark(Profile* profile, Phase phase) noexcept {
    if (profile != nullptr) profile->mark(phase);
}
/// The same for a phase that ended at that time.
inline void mark(Profile* profile, Phase phase, Profile::Clock::time_point at) noexcept {
    if (profile != nullptr) profile->mark(phase, at);
}

/// Prints a table of the phases: count, p50, p99 and share.
void print(const Profile& profile, std::ostream& out);

}  // namespace gateway
