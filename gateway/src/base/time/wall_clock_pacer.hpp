// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include <gateway/base/seams.hpp>

#include <atomic>
#include <memory>
#include <optional>

namespace gateway {

/// Keeps a run in measured mode from being faster than the wall clock, for users watching it.
/// Results in simulated time do not change.
///
/// A run that has fallen behind may run faster than `scale` for at most 0.1 s; the remaining delay
/// is kept.
class WallClockPacer : public Pacer {
  public:
    /// @param scale simulated seconds per second on the clock; > 0
    /// @param stop ends every wait when it becomes true
    WallClockPacer(std::unique_ptr<Pacer> schedules, double scale, const std::atomic<bool>& stop)
        : schedules_(std::move(schedules)), scale_(scale), stop_(stop) {}

    Schedule schedule(SimTime now, const Cycle& cycle) override;
    void await(SimTime now) override;

  private:
    std::chrono::nanoseconds on_the_clock(SimTime time) const;

    std::unique_ptr<Pacer> schedules_;
    double scale_;
    const std::atomic<bool>& stop_;
    std::optional<SteadyTime>
        origin_;  ///< when simulated time was 0; nothing before the first cycle
};

}  // namespace gateway
