// SPDX-License-Identifier: MIT
#pragma once

#include "failsafe.hpp"

#include <gateway/base/profile.hpp>
#include "route/route_tracker.hpp"
#include "safety/filter_chain.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace gateway {

/// The parts of one run.
struct RunParts {
    std::unique_ptr<Controller> controller;
    FilterChain filters;
    std::unique_ptr<Vehicle> vehicle;
    std::unique_ptr<Pacer> pacer;
    std::unique_ptr<RouteTracker> route = std::make_unique<RouteTracker>();
    /// Finds other vehicles; empty if the controller does not need them.
    std::function<Surroundings(SimTime, const plant::State&, const RoutePlace&)> look_around;
    Failsafe failsafe;
    std::vector<std::unique_ptr<Observer>> observers;
    std::unique_ptr<Profile> profile;  ///< null without a timing profile
};

enum class LoopEnd {
    duration,     ///< simulated time has reached the end
    interrupted,  ///< the stop flag was set
    controller,   ///< a cycle failed: controller.explain()
    vehicle,      ///< a step failed: vehicle.explain()
};

struct LoopResult {
    LoopEnd end = LoopEnd::duration;
    SimTime sim_time{0};
};

/// Executes the parts of a run. It neither logs nor allocates.
class Loop {
  public:
    /// @param parts outlive it
    explicit Loop(RunParts& parts) : parts_(parts) {}

    /// Runs from simulated time 0 until `duration`: executes cycles when they are due, applies
    /// commands when they take effect, and advances the vehicle by its fixed step in between. At
    /// the end a vehicle that continues after the run gets the fail-safe command.
    LoopResult run(SimTime duration, const std::atomic<bool>& stop);

    /// For a pacer: once a period while simulated time is paused.
    void stand_by();

  private:
    LoopResult cycles_and_steps(SimTime duration, const std::atomic<bool>& stop);
    CycleStatus run_cycle(SimTime now);
    [[nodiscard]] bool filter(Cycle& cycle, const CycleInput& input);
    void apply_if_due(SimTime now);
    void hold_failsafe();
    void withhold();
    Command failsafe();

    RunParts& parts_;
    SimTime last_cycle_{0};
    Schedule schedule_;
    Command last_command_;
    StateBeforeFailsafe before_failsafe_;
    std::optional<Command> pending_;
};

}  // namespace gateway
