// SPDX-License-Identifier: MIT
#pragma once

#include "step_gate.hpp"

#include "safety/safety_board.hpp"

#include <functional>
#include <memory>
#include <string>
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

/// What is answered to a request.
struct Reply {
    std::string text;  ///< at once, if there is no `later`
    /// Asked again and again until it gives an answer.
    std::function<std::string()> later;
};

/// One request as a user makes it: pause | step COUNT | resume | stop | release | scale FACTOR |
/// cabin PART=STATE | status.
/// @param run outlives what is answered later
/// @return "ok", "error: ..." for what cannot be asked for, "failed: ..." for what was and has not
/// been done, or a sentence
Reply obey(const std::string& request, const Controlled& run);

}  // namespace gateway
