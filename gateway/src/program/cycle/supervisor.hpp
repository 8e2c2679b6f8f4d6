// SPDX-License-Identifier: MIT
#pragma once

#include "measured_program.hpp"

namespace gateway {

/// Does what ProgramOptions::on_loss says when a program is lost: when it ends, leaves, restarts,
/// or does not answer in time. What a lost program still answers is not taken.
///
/// - `wait`: the turn lasts until the program is back, and is then asked for again. Lost twice in
///   one turn, it is given up: otherwise a program that is always too slow would hold up the run
///   for ever.
/// - `failsafe`: turns go on without a command, each as long on the steady clock as the cycle in
///   simulated time, until the program is back.
class Supervisor : public ProgramController {
  public:
    /// Waits for the program as MeasuredProgram does; see link().is_connected().
    /// @param cycle_duration of a turn without a program
    /// @throws ProgramError
    Supervisor(ProgramPeer peer, SimTime cycle_duration)
        : program_(std::move(peer)), cycle_duration_(cycle_duration) {}

    Cycle run_cycle(const CycleInput& input) override;
    ControllerStatus status() const override;
    std::string explain() const override { return program_.explain(); }

    const ProgramLink& link() const override { return program_.link(); }

  private:
    OnLoss policy() const { return program_.link().peer().options.on_loss; }
    void lose();

    MeasuredProgram program_;
    SimTime cycle_duration_;
    bool is_away_ = false;
    SimTime since_answer_{0};  ///< what the program is told as delta_sec
    std::uint64_t losses_ = 0;
};

}  // namespace gateway
