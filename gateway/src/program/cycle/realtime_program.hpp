// SPDX-License-Identifier: MIT
#pragma once

#include "answer_watch.hpp"
#include "output_watch.hpp"
#include "program_controller.hpp"

#include <optional>
#include <vector>

namespace gateway {

/// When a turn takes the outputs of a program in realtime mode.
enum class SendWhen {
    on_period,  ///< at once: those of the period before
    on_output,  ///< as soon as the program has answered to this turn's inputs
};

struct RealtimeProgramOptions {
    /// How long to wait for the program at the start of the run; nothing: without end.
    std::optional<std::chrono::milliseconds> start_timeout{};
    /// Outputs older than this are not taken.
    std::chrono::milliseconds program_timeout{100};
    SendWhen send = SendWhen::on_period;
    /// How long a turn waits for an answer at most, with on_output.
    std::chrono::nanoseconds longest_wait{8'000'000};
};

/// A VCG program that runs in a loop of its own (time mode `realtime`): it is shown inputs once a
/// period and writes outputs when it has some.
///
/// A turn writes all inputs, `delta_sec` and `simulation_running` = true as one snapshot, and takes
/// the outputs, if they are new enough; else, and while the program is away, there is no command.
/// While the vehicle's state is not fresh nothing is written, and the program idles. A program that
/// comes back is taken over again, with no end to the wait. Transitions are reported once each.
class RealtimeProgram : public ProgramController {
  public:
    /// Waits for the program, until the peer's stop flag at the latest; see link().is_connected().
    /// @throws ProgramError at the start time-out, or for a program that cannot be worked with
    RealtimeProgram(ProgramPeer peer, const RealtimeProgramOptions& options);
    /// Tells the program that the simulation stands still.
    ~RealtimeProgram() override;
    RealtimeProgram(const RealtimeProgram&) = delete;
    RealtimeProgram& operator=(const RealtimeProgram&) = delete;

    Cycle run_cycle(const CycleInput& input) override;
    /// `simulation_running` = false: the program idles, and what it still writes is not taken.
    void stand_by() override;
    /// The state is one of starting, answering, silent, idle and away.
    ControllerStatus status() const override;
    std::string explain() const override { return link_.failure(); }

    const ProgramLink& link() const override { return link_; }

  private:
    const ProgramClock& clock() const { return link_.peer().clock; }
    void stream(const CycleInput& input);
    ControllerState state() const;
    bool is_lost();
    void lose(const std::string& reason);
    bool is_back();
    bool take_outputs(Command& command, Profile* profile);
    void await_output() const;
    bool has_answer();
    void report_change(OutputWatch::State before) const;

    ProgramLink link_;
    RealtimeProgramOptions options_;
    OutputWatch watch_;
    AnswerWatch answer_watch_;
    std::size_t delta_item_ = 0;    ///< of the inputs' group
    std::size_t running_item_ = 0;  ///< of the inputs' group
    bool is_shown_running_ = false;
    bool cannot_be_used_ = false;
    std::vector<ddc::Watch> output_entries_;
    ddc::Deadline streamed_at_{};
    bool has_lost_child_ = false;  ///< the process that the gateway has started has ended
    std::vector<std::uint64_t> seen_outputs_;  ///< their sequences, as of the turn before
    std::uint64_t answered_cycles_ = 0;        ///< with new outputs, as a program writes them
    std::uint64_t losses_ = 0;                 ///< ended, restarted or left
    std::uint64_t rejected_outputs_ = 0;  ///< turns with outputs not finite or not of their type
    std::uint64_t missed_inputs_ = 0;     ///< turns in which the table's lock was not free in time
};

}  // namespace gateway
