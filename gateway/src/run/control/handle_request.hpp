// SPDX-License-Identifier: MIT
#pragma once

#include "reply.hpp"
#include "request.hpp"
#include "step_gate.hpp"

#include "safety/safety_board.hpp"

#include <memory>
#include <vector>

namespace gateway {

/// What requests reach.
struct Controlled {
    RunControl& control;
    /// Of each simulated time; none of a realtime run, which cannot be stepped.
    std::vector<StepGate*> gates;
    bool is_measured = false;
    bool has_remote_vehicle = false;  ///< one with a clock of its own
    /// Of the vehicles that have safety rules; more may come.
    std::shared_ptr<SafetyBoards> boards = std::make_shared<SafetyBoards>();
};

/// Does what a run is asked for:
///
/// | request | does                                                                              |
/// | ---     | ---                                                                               |
/// | Pause   | simulated time stands still; steps that are not begun are taken back              |
/// | Resume  | it goes on                                                                        |
/// | Stop    | every run ends in order                                                           |
/// | Step    | of a paused measured run: so many cycles; the reply comes when they are done      |
/// | Scale   | of a realtime run: its speed                                                      |
/// | Cabin   | notes what is true of the cabin; the reply says where an open one stops no vehicle |
/// | Release | a person who drives gives the vehicle back to its program                         |
/// | Status  | nothing; the reply says what the run does                                         |
///
/// For any thread.
/// @param run outlives the reply's `later`
Reply handle_request(const RunRequest& request, const Controlled& run);

}  // namespace gateway
