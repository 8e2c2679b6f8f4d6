// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>
#include <gateway/base/seams.hpp>
#include "realtime/deadline_waiter.hpp"

#include <functional>
#include <optional>

namespace gateway {

/// Realtime mode: the wall clock sets the pace, one turn a period. Commands act at once. Of a
/// period's steps a vehicle makes the last when the period is over, and those before at once.
class RealtimePacer : public Pacer {
  public:
    RealtimePacer(const RealTimeOptions& options, const RunControl& control)
        : control_(control), runner_(options, SteadyTime::max()) {}

    /// A period also begins as soon as `descriptor` can be read, and the grid moves with it.
    void begin_when_readable(int descriptor) { trigger_ = waiter_.watch(descriptor); }
    /// Looks for so long instead of sleeping, as DeadlineWaiter::set_spin says.
    void spin(std::chrono::nanoseconds spin) { waiter_.set_spin(spin); }
    /// Called once a period while simulated time stands still.
    std::function<void()> while_paused = [] {};

    Schedule schedule(SimTime now, const Cycle& cycle) override;
    void await(SimTime now) override;

    /// @name Instead of await(), for one that follows another's clock
    /// @{
    /// The turn of `next_cycle` has begun, with another's that began at that moment.
    void begin_with(SteadyTime began);
    /// Once a period while it waits for that.
    void stand_by_if_paused();
    /// @}

    const RealTimeRunner& runner() const { return runner_; }
    /// How late the turn under way began.
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
    std::chrono::nanoseconds lateness_{0};
};

}  // namespace gateway
