// SPDX-License-Identifier: MIT
#pragma once

#include "output_watch.hpp"
#include "program_link.hpp"

namespace gateway {

/// When a turn takes the outputs of a program in realtime mode.
enum class SendWhen {
    on_period,  ///< at once: those of the period before
    on_output,  ///< as soon as the program has answered to this turn's inputs
};

struct RealtimeProgramOptions {
    /// Outputs older than this are not taken.
    std::chrono::milliseconds program_timeout{100};
    SendWhen send = SendWhen::on_period;
    /// How long a turn waits for an answer at most, with on_output.
    std::chrono::nanoseconds longest_wait{8'000'000};
};

/// A VCG program that runs in a loop of its own (time mode `realtime`): it is shown inputs once a
/// period and writes outputs when it has some.
///
/// A turn takes the outputs, if they are new enough; else, and while the program is away, the
/// vehicle gets the fail-safe command. A program that comes back is taken over again, with no end
/// to the wait. Transitions are reported once each.
class RealtimeProgram : public Controller {
  public:
    /// Waits for the program, without end but the peer's stop flag; see link().is_connected().
    /// @throws ProgramError for a program that cannot be worked with
    RealtimeProgram(ProgramPeer peer, const RealtimeProgramOptions& options);
    /// Tells the program that the simulation stands still.
    ~RealtimeProgram() override;
    RealtimeProgram(const RealtimeProgram&) = delete;
    RealtimeProgram& operator=(const RealtimeProgram&) = delete;

    /// Writes all inputs, `delta_sec` and `simulation_running` = true as one snapshot.
    void stream(const Moment& moment, SimTime since_last);
    /// `simulation_running` = false: the program idles, and what it still writes is not taken.
    void idle();

    Turn take_turn(SimTime since_last) override;
    std::string explain() const override { return link_.failure(); }

    ProgramLink& link() { return link_; }
    const ProgramLink& link() const { return link_; }
    const OutputWatch& watch() const { return watch_; }
    /// "starting", "answering", "silent", "idle" or "away".
    const char* state_name() const;
    /// Of the outputs taken last, or not taken since; nothing if there never were any.
    std::optional<std::chrono::nanoseconds> output_age() const {
        return watch_.age(ddc::Clock::now());
    }
    const Command& last_command() const { return last_command_; }

    /// How often the program was lost: ended, restarted or left.
    std::uint64_t losses() const { return losses_; }
    /// Outputs that were not finite or not of their type, a turn each.
    std::uint64_t rejected_outputs() const { return rejected_outputs_; }
    /// Turns whose inputs could not be written within the table's lock time-out.
    std::uint64_t missed_inputs() const { return missed_inputs_; }

  private:
    void lose(const std::string& reason);
    bool is_back();
    bool take_outputs(Command& command);
    void await_output() const;
    void report_change(OutputWatch::State before) const;

    ProgramLink link_;
    RealtimeProgramOptions options_;
    OutputWatch watch_;
    std::size_t delta_item_ = 0;    ///< of the inputs' group
    std::size_t running_item_ = 0;  ///< of the inputs' group
    bool is_shown_running_ = false;
    bool cannot_be_used_ = false;
    std::vector<ddc::Watch> output_entries_;
    ddc::Deadline streamed_at_{};
    Command last_command_;
    std::uint64_t losses_ = 0;
    std::uint64_t rejected_outputs_ = 0;
    std::uint64_t missed_inputs_ = 0;
};

}  // namespace gateway
