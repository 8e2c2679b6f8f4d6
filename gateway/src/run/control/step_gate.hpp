// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>
#include <gateway/base/time.hpp>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <utility>

namespace gateway {

/// Where the loops of one simulated time stand in a pause, and what lets them go on step by step.
/// A step is the next instant at which a turn is due; all turns of that instant are taken.
///
/// | state    | event                              | then                                        |
/// | ---      | ---                                | ---                                         |
/// | running  | a pause; the next turn is due      | resting before that turn                    |
/// | resting  | steps are asked for                | stepping: so many instants go by            |
/// | stepping | the turn behind the last one is due | resting before it                          |
/// | any      | the pause ends                     | running; steps that are left are void       |
class StepGate {
  public:
    /// @param name for who asks where the loops stand
    /// @param loops that share the simulated time
    StepGate(const RunControl& control, std::string name, std::size_t loops = 1)
        : control_(control), name_(std::move(name)), loops_(loops) {}

    /// @name For the loops
    /// @{
    /// Waits until the turn at `now` may begin: at once if there is no pause.
    /// @param stand_by called now and then meanwhile
    /// @return false if the run was stopped
    bool await_cycle(SimTime now, const std::function<void()>& stand_by);
    /// For a loop that waits by itself in a pause: whether the turn at `now` is a step of it.
    bool take_step(SimTime now);
    /// A loop has ended.
    void leave();
    /// @}

    /// @name For who steps them, in any thread
    /// @{
    void ask(std::uint64_t steps);
    /// Takes back the steps that are not begun.
    void drop();

    struct Standing {
        std::string name;
        bool has_ended = false;
        bool is_resting = false;  ///< no step is left or under way
        std::uint64_t left = 0;   ///< steps not begun
        SimTime cycle{-1};        ///< of the last turn that began; below 0 before the first
        SimTime next_cycle{-1};   ///< while it rests
    };
    Standing look() const;
    /// @}

  private:
    bool grant(SimTime now);
    void forget_earlier_pauses();

    const RunControl& control_;
    const std::string name_;
    std::atomic<SimTime> last_{SimTime{-1}};  ///< the last instant whose turns began

    mutable std::mutex mutex_;  ///< guards all below
    std::condition_variable asked_;
    std::size_t loops_;  ///< that have not left
    std::uint64_t left_ = 0;
    std::uint64_t pause_ = 0;  ///< to which `left_` belongs
    bool is_resting_ = false;
    SimTime next_{-1};
};

}  // namespace gateway
