// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/histogram.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <iosfwd>

namespace gateway {

/// What a loop does one after the other.
enum class Phase {
    inputs,     ///< computing what the program is shown, and writing it
    wait,       ///< for the program
    read,       ///< of its outputs
    convert,    ///< outputs to a command, and the filters
    observers,  ///< trace, statistics, data port
    sleep,      ///< until the next step is due
    vehicle,    ///< its steps, or its packets
};
constexpr std::size_t phase_count = 7;

const char* name_of(Phase phase) noexcept;

/// Where the time of a run goes. A phase ends with a mark, which reads the clock once; so all the
/// time between the first mark and the last one is somebody's. Belongs to one thread.
class Profile {
  public:
    using Clock = std::chrono::steady_clock;

    /// The first phase begins.
    void begin(Clock::time_point now = Clock::now()) noexcept { last_ = now; }
    /// What went on since the mark before was that.
    void mark(Phase phase, Clock::time_point now = Clock::now()) noexcept;

    const Histogram& of(Phase phase) const noexcept { return at(phase).times; }
    /// Of the time between begin() and the last mark, from 0 to 1; 0 if there is none.
    double share(Phase phase) const noexcept;

  private:
    struct Times {
        Histogram times;
        std::chrono::nanoseconds total{0};
    };
    const Times& at(Phase phase) const noexcept { return phases_[static_cast<std::size_t>(phase)]; }

    std::array<Times, phase_count> phases_;
    Clock::time_point last_{};
};

/// For a run that may have none: then nothing but this look at the pointer.
inline void mark(Profile* profile, Phase phase) noexcept {
    if (profile != nullptr) profile->mark(phase);
}

/// A table for people.
void print(const Profile& profile, std::ostream& out);

}  // namespace gateway
