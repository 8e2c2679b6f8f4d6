// SPDX-License-Identifier: MIT
#include "open_loop.hpp"

#include "../program/measured_cycle.hpp"
#include "../program/own_table.hpp"
#include "../program/program_file.hpp"
#include "../program/program_link.hpp"
#include "../recording/port_message.hpp"
#include "recorded_cycles.hpp"

#include <ddc/recording/cdr_error.hpp>

#include <plant/number_text.hpp>

#include <ostream>
#include <stdexcept>

namespace gateway {
namespace {

[[noreturn]] void interrupt() {
    throw std::runtime_error("interrupted");
}

/// A program that is fed from a recording.
class FedProgram {
  public:
    FedProgram(ProgramPeer peer, const std::filesystem::path& recording);

    /// Feeds it the next cycle, if there is one.
    bool run_cycle();
    void write_names(std::ostream& out) const;
    /// What was recorded of this cycle, and what it gave in it.
    void write_recorded(std::ostream& out) const { write_row(recorded_outputs_.group, out); }
    void write_given(std::ostream& out) const { write_row(link_.outputs().group, out); }

  private:
    void check_types() const;
    void take_messages();
    void exchange();
    [[noreturn]] void fail(const std::string& reason) const;
    void write_row(const ddc::Group& group, std::ostream& out) const;

    ProgramLink link_;
    RecordedCycles cycles_;
    std::size_t cycle_ = 0;  ///< from 0, as a run counts them
    BoundEntries recorded_outputs_;
    std::optional<PortMessage> inputs_, outputs_;
    std::vector<std::size_t> items_;
};

FedProgram::FedProgram(ProgramPeer peer, const std::filesystem::path& recording)
    : link_(std::move(peer), "measured"), cycles_(recording) {
    const ProgramPeer& mine = link_.peer();
    if (!link_.connect(mine.clock.now() + mine.start_limit())) interrupt();
    for (const std::string& warning : link_.description().warnings)
        mine.report("interface of the program: " + warning);
    recorded_outputs_ = static_cast<const BoundEntries&>(link_.outputs());
    inputs_.emplace("ddc_msgs/msg/Inputs", link_.inputs());
    outputs_.emplace("ddc_msgs/msg/Outputs", recorded_outputs_);
    items_ = recorded_outputs_.numbers();
}

bool FedProgram::run_cycle() {
    const bool is_first = cycles_.input_type().empty();
    if (!cycles_.next()) return false;
    if (is_first)
        check_types();
    else
        ++cycle_;
    take_messages();
    exchange();
    return true;
}

/// What the new program is shown must have been recorded.
void FedProgram::check_types() const {
    const auto check = [](const PortMessage& mine, const std::string& recorded, const char* what) {
        if (ros2msg(mine.type()) == recorded) return;
        throw ProgramError(std::string("the program has other ") + what +
                           " than the recorded one. It has\n" + ros2msg(mine.type()) +
                           "and the recording\n" + recorded);
    };
    check(*inputs_, cycles_.input_type(), "inputs");
    check(*outputs_, cycles_.output_type(), "outputs");
}

void FedProgram::take_messages() {
    try {
        inputs_->take(cycles_.inputs(), link_.inputs().group);
        outputs_->take(cycles_.outputs(), recorded_outputs_.group);
    } catch (const ddc::recording::CdrError& error) {
        fail(std::string("the recording is damaged: ") + error.what());
    }
}

void FedProgram::exchange() {
    const double delta_s = std::chrono::duration<double>(cycles_.since_last()).count();
    const ddc::Status written = link_.write_inputs();
    if (written != ddc::Status::ok) fail(link_.peer().table.explain(written));
    const CycleEnd end = run_measured_cycle(link_.peer(), link_.header_writes(), delta_s);
    if (end.status == TurnStatus::stopped) interrupt();
    if (end.status != TurnStatus::ok) fail(end.reason);
    Command command;
    if (link_.read_outputs(command) != TurnStatus::ok) fail(link_.failure());
}

void FedProgram::fail(const std::string& reason) const {
    const double now_s = std::chrono::duration<double>(cycles_.now()).count();
    throw ProgramError("cycle " + std::to_string(cycle_) + " at " + plant::plain(now_s) +
                       " s: " + reason);
}

void FedProgram::write_names(std::ostream& out) const {
    out << "t_s";
    for (const std::size_t item : items_) out << ',' << recorded_outputs_.names[item];
    out << '\n';
}

void FedProgram::write_row(const ddc::Group& group, std::ostream& out) const {
    out << plant::plain(std::chrono::duration<double>(cycles_.now()).count());
    for (const std::size_t item : items_) out << ',' << plant::plain(number_at(group, item));
    out << '\n';
}

}  // namespace

std::size_t rerun_open_loop(const RecordedRun& run, const RunConfig& config,
                            const OutputTables& outputs, const RunControl& control,
                            const Log& log) {
    const ProgramConfig& program = config.programs.at(run.program());
    OwnTable table(config.table());
    ProgramPeer peer{*table, program.options, nullptr, control.stop, log};
    peer.prepare_start();
    ChildProcess child(program.exec, own_directory(), config.program_environment());
    peer.child = &child;
    FedProgram fed(std::move(peer), run.file);
    fed.write_names(outputs.recorded);
    fed.write_names(outputs.given);
    std::size_t cycles = 0;
    for (; fed.run_cycle(); ++cycles) {
        fed.write_recorded(outputs.recorded);
        fed.write_given(outputs.given);
    }
    return cycles;
}

}  // namespace gateway
