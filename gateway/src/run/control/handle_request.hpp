// SPDX-License-Identifier: MIT
#pragma once

#include "reply.hpp"
#include "request.hpp"
#include "step_gate.hpp"

#include "fault/fault_board.hpp"
#include "safety/safety_board.hpp"

#include <memory>
#include <vector>

namespace gateway {

/// The parts of a run that requests affect.
struct Controlled {
    RunControl& control;
    /// One for each simulated time; none for a realtime run, which cannot be stepped.
    std::vector<StepGate*> gates;
    bool is_measured = false;
    bool has_remote_vehicle = false;  ///< one with its own clock
    /// Boards of the vehicles that have safety rules; vehicles may be added.
    std::shared_ptr<SafetyBoards> boards = std::make_shared<SafetyBoards>();
    /// Boards of the programs and vehicles that have faults; vehicles may be added.
    std::shared_ptr<FaultBoards> faults = std::make_shared<FaultBoards>();
};

/// Executes a request to a run:
///
/// | request | effect                                                                            |
/// | ---     | ---                                                                               |
/// | Pause   | simulated time is paused; steps that have not begun are cancelled                 |
/// | Resume  | simulated time continues                                                          |
/// | Stop    | all programs of the run end in order                                              |
/// | Step    | executes cycles of a paused measured run; the reply comes when they are done      |
/// | Scale   | sets the speed of a realtime run                                                  |
/// | Cabin   | sets the state of the cabin; the reply names vehicles that an open one does not stop |
/// | Fault   | switches every fault of that name on or off; its schedule has no effect any more  |
/// | Release | manual control gives the vehicle back to its program                              |
/// | Status  | none; the reply has the state of the run                                          |
///
/// May be called from any thread.
/// @param run outlives the reply's `later`
Reply handle_request(const RunRequest& request, const Controlled& run);

}  // namespace gateway
