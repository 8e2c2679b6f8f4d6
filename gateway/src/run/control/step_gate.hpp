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

/// Holds the loops of one simulated time in a pause, and lets them continue step by step. A step is
/// the next instant at which a cycle is due, with all cycles of that instant.
///
/// | state    | event                              | then                                        |
/// | ---      | ---                                | ---                                         |
/// | running  | paused; the next cycle is due      | resting before that cycle                   |
/// | resting  | steps are requested                | stepping through that number of instants    |
/// | stepping | the cycle after the last step is due | resting before it                         |
/// | any      | the pause ends                     | running; remaining steps are cancelled      |
class StepGate {
  public:
    /// @param name shown in the status
    /// @param loops number of loops that share the simulated time
    StepGate(const RunControl& control, std::string name, std::size_t loops = 1)
        : control_(control), name_(std::move(name)), loops_(loops) {}

    /// @name For the loops
    /// @{
    /// Waits until the cycle at `now` may begin; returns at once if the run is not paused.
    /// @param stand_by called repeatedly meanwhile
    /// @return false if the run was stopped
    bool await_cycle(SimTime now, const std::function<void()>& stand_by);
    /// For a loop that does not block in a pause: whether the cycle at `now` belongs to a step.
    bool take_step(SimTime now);
    /// A loop has ended.
    void leave();
    /// @}

    /// @name For requests, from any thread
    /// @{
    void ask(std::uint64_t steps);
    /// Cancels the steps that have not begun.
    void drop();

    struct Status {
        std::string name;
        bool has_ended = false;
        bool is_resting = false;  ///< all steps have finished
        std::uint64_t left = 0;   ///< steps that have not begun
        SimTime cycle{-1};        ///< the last that began; below 0 before the first
        SimTime next_cycle{-1};   ///< while resting
    };
    Status status() const;
    /// @}

  private:
    bool grant(SimTime now);
    void forget_earlier_pauses();

    const RunControl& control_;
    const std::string name_;
    std::atomic<SimTime> last_{SimTime{-1}};  ///< last instant whose cycles began

    mutable std::mutex mutex_;  ///< guards the members below
    std::condition_variable asked_;
    std::size_t loops_;  ///< that have not left
    std::uint64_t left_ = 0;
    std::uint64_t pause_ = 0;  ///< to which `left_` belongs
    bool is_resting_ = false;
    SimTime next_{-1};
};

}  // namespace gateway
