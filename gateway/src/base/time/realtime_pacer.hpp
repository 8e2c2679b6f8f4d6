// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>
#include <gateway/base/seams.hpp>
#include "realtime/deadline_waiter.hpp"

#include <functional>
#include <optional>

namespace gateway {

/// Realtime mode: the wall clock sets the pace, one cycle per period. Commands take effect at once.
/// The vehicle makes the last step of a period when the period ends, and the steps before it at
/// once.
class RealtimePacer : public Pacer {
  public:
    RealtimePacer(const RealTimeOptions& options, const RunControl& control)
        : control_(control), runner_(options, SteadyTime::max()) {}

    /// Lets a period also begin as soon as `descriptor` is readable; the grid moves with it.
    void begin_when_readable(int descriptor) { trigger_ = waiter_.watch(descriptor); }
    /// Polls for this time instead of sleeping, see DeadlineWaiter::set_spin().
    void spin(std::chrono::nanoseconds spin) { waiter_.set_spin(spin); }
    /// Called once per period while the run is paused.
    std::function<void()> while_paused = [] {};

    Schedule schedule(SimTime now, const Cycle& cycle) override;
    void await(SimTime now) override;

    /// @name Used instead of await() if another participant's clock sets the pace
    /// @{
    /// The cycle at `next_cycle` has begun, together with that of the other participant at `began`.
    void begin_with(SteadyTime began);
    /// Call it once per period during the wait for begin_with().
    void stand_by_if_paused();
    /// @}

    const RealTimeRunner& runner() const { return runner_; }
    /// When the current cycle began.
    SteadyTime began() const { return began_; }
    /// How late the current cycle began.
    std::chrono::nanoseconds lateness() const { return lateness_; }
    std::uint64_t pauses() const { return control_.pauses; }

  private:
    void start();
    void follow_scale(SteadyTime now);
    void follow_control(SteadyTime now);
    bool begin_cycle(SteadyTime now);

    const RunControl& control_;
    RealTimeRunner runner_;
    DeadlineWaiter waiter_;
    std::optional<std::size_t> trigger_;
    bool has_started_ = false;
    SimTime next_cycle_{0};
    SteadyTime began_{};
    std::chrono::nanoseconds lateness_{0};
};

}  // namespace gateway
