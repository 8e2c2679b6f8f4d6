// SPDX-License-Identifier: MIT
#pragma once

#include "answer_watch.hpp"
#include "output_watch.hpp"
#include "program_controller.hpp"

#include "process_fault/answer_delay.hpp"
#include "process_fault/process_fault.hpp"

#include <optional>
#include <vector>

namespace gateway {

/// Which outputs of a program a cycle uses in realtime mode.
enum class SendWhen {
    on_period,  ///< at once: those of the period before
    on_output,  ///< those that answer this cycle's inputs
};

struct RealtimeProgramOptions {
    /// Longest wait for the program at the start of the run; nothing: no limit.
    std::optional<std::chrono::milliseconds> start_timeout{};
    /// Older outputs are not used.
    std::chrono::milliseconds program_timeout{100};
    SendWhen send = SendWhen::on_period;
    /// Longest wait of a cycle for an answer, with on_output.
    std::chrono::nanoseconds longest_wait{8'000'000};
};

/// A VCG program that runs in its own loop (time mode `realtime`): it gets inputs once a period and
/// writes outputs independently.
///
/// A cycle writes all inputs, `delta_sec` and `simulation_running` = true as one snapshot, and uses
/// the outputs if they are new enough. Otherwise, and while the program is lost, it has no command.
/// While the vehicle's state is out of date nothing is written, and the program idles. A lost
/// program is awaited without a limit. Each change of state is reported once.
class RealtimeProgram : public ProgramController {
  public:
    /// Waits for the program, until the peer's stop flag at the latest; see link().is_connected().
    /// @throws ProgramError at the start time-out, or for a program that cannot be used
    RealtimeProgram(ProgramPeer peer, const RealtimeProgramOptions& options);
    /// Sets `simulation_running` to false.
    ~RealtimeProgram() override;
    RealtimeProgram(const RealtimeProgram&) = delete;
    RealtimeProgram& operator=(const RealtimeProgram&) = delete;

    Cycle run_cycle(const CycleInput& input) override;
    /// Sets `simulation_running` to false: the program idles, and its further outputs are not used.
    void stand_by() override;
    /// The state is starting, answering, silent, idle or away.
    ControllerStatus status() const override;
    std::string explain() const override { return link_.failure(); }

    const ProgramConnection& link() const override { return link_; }

  private:
    const ProgramClock& clock() const { return link_.peer().clock; }
    void stream(const CycleInput& input);
    ControllerState state() const;
    bool is_lost();
    void lose(const std::string& reason);
    bool is_back();
    void create_faults();
    bool take_outputs(Cycle& cycle, const CycleInput& input);
    std::uint64_t delayed(Command& command, SimTime now);
    void await_output() const;
    bool has_answer();
    void report_change(OutputWatch::State before) const;

    ProgramConnection link_;
    std::optional<ProcessFaults> faults_;      ///< nothing without faults of the process
    std::optional<AnswerDelay> answer_delay_;  ///< with them
    std::chrono::nanoseconds delay_{0};        ///< of the answers in this cycle
    RealtimeProgramOptions options_;
    OutputWatch watch_;
    AnswerWatch answer_watch_;
    std::size_t delta_item_ = 0;    ///< of the inputs' group
    std::size_t running_item_ = 0;  ///< of the inputs' group
    bool is_shown_running_ = false;
    bool cannot_be_used_ = false;
    std::vector<ddc::Watch> output_entries_;
    ddc::Deadline streamed_at_{};
    bool has_lost_child_ = false;              ///< the process that the gateway started has ended
    std::vector<std::uint64_t> seen_outputs_;  ///< their sequences, as of the previous cycle
    std::uint64_t answered_cycles_ = 0;        ///< with new outputs of a program
    std::uint64_t losses_ = 0;                 ///< ended, restarted, or set `running` to false
    std::uint64_t rejected_outputs_ = 0;       ///< cycles with invalid outputs
    std::uint64_t missed_inputs_ = 0;  ///< cycles in which the table's lock was not free in time
};

}  // namespace gateway
