// SPDX-License-Identifier: MIT
#pragma once

#include "answer_watch.hpp"
#include "program_controller.hpp"

namespace gateway {

/// A VCG program run one cycle a turn (time mode `measured`).
///
/// Each turn writes all inputs as one snapshot and `delta_sec`, raises `run_cycle_switch`, waits
/// until the program lowers it, and reads all outputs and `execution_time` as one snapshot. A
/// program that has left or restarted in between is noticed, and nothing of that turn is taken.
class MeasuredProgram : public ProgramController {
  public:
    /// Waits for the program for its start time-out at most; see link().is_connected().
    /// @throws ProgramError
    explicit MeasuredProgram(ProgramPeer peer);
    MeasuredProgram(const MeasuredProgram&) = delete;
    MeasuredProgram& operator=(const MeasuredProgram&) = delete;

    Cycle run_cycle(const CycleInput& input) override;
    ControllerStatus status() const override;
    std::string explain() const override { return explanation_; }

    /// Behind a turn that was `no_answer` or `peer_lost` and link().expect_return().
    ProgramLink::Return await_return(ddc::Deadline until);

    ProgramLink& link() { return link_; }
    const ProgramLink& link() const override { return link_; }

  private:
    const ProgramClock& clock() const { return link_.peer().clock; }
    void show(const CycleInput& input);
    CycleStatus run_cycle(SimTime since_last);
    CycleStatus read_answer(Cycle& cycle, Profile* profile);

    ProgramLink link_;
    AnswerWatch answers_;
    std::size_t execution_time_item_ = 0;  ///< of the outputs' group, so that one snapshot has all
    std::string explanation_;
    std::uint64_t cycles_ = 0;
    std::uint64_t missed_inputs_ = 0;
};

}  // namespace gateway
