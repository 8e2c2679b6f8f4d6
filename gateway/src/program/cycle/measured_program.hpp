// SPDX-License-Identifier: MIT
#pragma once

#include "answer_watch.hpp"
#include "program_controller.hpp"

namespace gateway {

/// A VCG program that executes one program cycle in each cycle of the gateway (time mode
/// `measured`).
///
/// In each cycle it writes all inputs as one snapshot and `delta_sec`, sets `run_cycle_switch`,
/// waits until the program resets it, and reads all outputs and `execution_time` as one snapshot.
/// If the program was lost or has restarted meanwhile, no value of that cycle is used.
class MeasuredProgram : public ProgramController {
  public:
    /// Waits for the program until its start time-out; see link().is_connected().
    /// @throws ProgramError
    explicit MeasuredProgram(ProgramPeer peer);
    MeasuredProgram(const MeasuredProgram&) = delete;
    MeasuredProgram& operator=(const MeasuredProgram&) = delete;

    Cycle run_cycle(const CycleInput& input) override;
    ControllerStatus status() const override;
    std::string explain() const override { return explanation_; }

    /// To be called after a cycle that was `no_answer` or `peer_lost` and link().expect_return().
    ProgramConnection::Return await_return(ddc::Deadline until);

    ProgramConnection& link() { return link_; }
    const ProgramConnection& link() const override { return link_; }

  private:
    const ProgramClock& clock() const { return link_.peer().clock; }
    void show(const CycleInput& input);
    CycleStatus run_cycle(SimTime since_last);
    CycleStatus read_answer(Cycle& cycle, Profile* profile);

    ProgramConnection link_;
    AnswerWatch answers_;
    std::size_t execution_time_item_ = 0;  ///< in the outputs' group: all are in one snapshot
    std::string explanation_;
    std::uint64_t cycles_ = 0;
    std::uint64_t missed_inputs_ = 0;
};

}  // namespace gateway
