// SPDX-License-Identifier: MIT
#pragma once

#include "measured_program.hpp"

#include "process_fault/process_fault.hpp"

#include <optional>
#include <string>

namespace gateway {

/// Applies ProgramOptions::on_loss when a program is lost: when it ends, stops, restarts, or does
/// not answer in time. Later answers of a lost program are not used.
///
/// - `wait`: the cycle lasts until the program is back, and is then requested again. A program that
///   is lost twice in one cycle ends the run: a program that is always too slow would otherwise
///   hold it up without end.
/// - `failsafe`: until the program is back, cycles have no command. Each takes as long on the
///   steady clock as a cycle takes in simulated time.
class Supervisor : public ProgramController {
  public:
    /// Waits for the program as MeasuredProgram does; see link().is_connected().
    /// @param cycle_duration of a cycle without a program
    /// @throws ProgramError
    Supervisor(ProgramPeer peer, SimTime cycle_duration);

    Cycle run_cycle(const CycleInput& input) override;
    ControllerStatus status() const override;
    std::string explain() const override {
        return silence_.empty() ? program_.explain() : silence_;
    }

    const ProgramConnection& link() const override { return program_.link(); }

  private:
    OnLoss policy() const { return program_.link().peer().options.on_loss; }
    Cycle exchange(const CycleInput& input);
    Cycle silent_cycle(const char* fault);
    void end_silence();
    void lose();
    void report_loss(const std::string& reason, const std::string& consequence);

    std::optional<ProcessFaults> faults_;  ///< nothing without faults of the process
    MeasuredProgram program_;
    SimTime cycle_duration_;
    bool is_away_ = false;
    std::string silence_;      ///< the reason while a fault keeps the program from answering
    SimTime since_answer_{0};  ///< the next delta_sec
    std::uint64_t losses_ = 0;
};

}  // namespace gateway
