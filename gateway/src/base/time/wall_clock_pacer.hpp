// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include <gateway/base/seams.hpp>

#include <atomic>
#include <memory>
#include <optional>

namespace gateway {

/// Keeps a run whose pace its program sets from being faster than the wall clock, for people who
/// look on. What happens in simulated time stays the same.
///
/// A run that is behind hurries for a tenth of a second at most; what else it lost stays lost.
class WallClockPacer : public Pacer {
  public:
    /// @param scale simulated seconds in a second on the clock; > 0
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
    std::optional<SteadyTime> origin_;  ///< when simulated time was 0; none before the first turn
};

}  // namespace gateway
