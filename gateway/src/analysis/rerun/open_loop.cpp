// SPDX-License-Identifier: MIT
#include "open_loop.hpp"

#include "columns/trace.hpp"
#include "cycle/measured_cycle.hpp"
#include "cycle/program_connection.hpp"
#include "process/leftover_program.hpp"
#include "process/own_table.hpp"
#include "process/program_file.hpp"

#include <plant/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>

namespace gateway {
namespace {

[[noreturn]] void interrupt() {
    throw std::runtime_error("interrupted");
}

/// Reads the recorded inputs and outputs of a program, as in a trace.
class Exchanged {
  public:
    explicit Exchanged(const std::filesystem::path& recording);

    /// Reads the next cycle. @return false at the end
    /// @throws std::invalid_argument if a cycle is missing
    bool next();
    double now_s() const { return now_s_; }
    double delta_s() const { return delta_s_; }
    double share() const { return rows_->share(); }

    std::optional<std::size_t> find(const std::string& name) const { return rows_->find(name); }
    std::string text(std::size_t column) const { return rows_->text(column); }
    double number(std::size_t column) const;
    /// The names of the program's outputs.
    const std::vector<std::string>& outputs() const { return outputs_; }

  private:
    std::unique_ptr<Trace> rows_;
    std::vector<std::string> outputs_;
    std::size_t time_ = 0, delta_ = 0, cycles_ = 0;
    double now_s_ = 0, delta_s_ = 0;
};

std::size_t column_of(const Trace& rows, const std::string& name) {
    if (const auto column = rows.find(name)) return *column;
    throw std::invalid_argument("the recording has no column " + name);
}

Exchanged::Exchanged(const std::filesystem::path& recording)
    : rows_(open_recording(recording, {"/program/inputs", "/program/outputs", "/timing"})),
      outputs_(open_recording(recording, {"/program/outputs"})->columns()),
      time_(column_of(*rows_, "t_s")),
      delta_(column_of(*rows_, "delta_sec")) {
    outputs_.erase(std::find(outputs_.begin(), outputs_.end(), "t_s"));
}

bool Exchanged::next() {
    constexpr double half_a_nanosecond = 0.5e-9;
    if (!rows_->next_row()) return false;
    const double before_s = now_s_;
    now_s_ = number(time_);
    delta_s_ = number(delta_);
    const double apart_s = cycles_ == 0 ? now_s_ : now_s_ - before_s - delta_s_;
    if (std::abs(apart_s) > half_a_nanosecond + 1e-15 * now_s_)
        throw std::invalid_argument("cycle " + std::to_string(cycles_) +
                                    " is missing in the recording, since the disk was too slow; "
                                    "record again");
    ++cycles_;
    return true;
}

/// The number in a column, which may be infinite or NaN.
double Exchanged::number(std::size_t column) const {
    return std::strtod(rows_->text(column).c_str(), nullptr);
}

/// A program that gets its inputs from a recording.
class FedProgram {
  public:
    FedProgram(ProgramPeer peer, const std::filesystem::path& recording);

    /// Executes the next recorded cycle. @return false at the end
    bool run_cycle();
    std::size_t cycles() const { return cycles_; }
    double share() const { return recorded_.share(); }
    void write_names(const OutputTables& tables) const;
    void write_row(const OutputTables& tables) const;

  private:
    void find_inputs();
    void exchange();
    [[noreturn]] void fail(const std::string& reason) const;

    ProgramConnection link_;
    AnswerWatch answers_;
    Exchanged recorded_;
    std::size_t cycles_ = 0;
    std::vector<std::pair<std::size_t, std::size_t>> inputs_;  ///< item and column
    std::vector<std::size_t> recorded_outputs_;                ///< columns
    std::vector<std::size_t> outputs_;                         ///< items
};

FedProgram::FedProgram(ProgramPeer peer, const std::filesystem::path& recording)
    : link_(std::move(peer), "measured"), recorded_(recording) {
    const ProgramPeer& own = link_.peer();
    if (!link_.connect(own.clock.now() + own.start_limit())) interrupt();
    for (const std::string& warning : link_.description().warnings)
        own.report("interface of the program: " + warning);
    find_inputs();
    outputs_ = link_.outputs().numbers();
    for (const std::string& name : recorded_.outputs())
        recorded_outputs_.push_back(*recorded_.find(name));
}

/// Finds the recorded columns of the program's inputs.
/// @throws ProgramError if one was not recorded
void FedProgram::find_inputs() {
    std::vector<std::string> missing;
    const BoundEntries& own = link_.inputs();
    for (const std::size_t item : own.numbers()) {
        if (const auto column = recorded_.find(own.names[item]))
            inputs_.emplace_back(item, *column);
        else
            missing.push_back(own.names[item]);
    }
    if (!missing.empty())
        throw ProgramError("the program has inputs that were not recorded:" + as_lines(missing) +
                           "\nrecord a run with this program, or use --closed-loop");
}

bool FedProgram::run_cycle() {
    if (!recorded_.next()) return false;
    for (const auto& [item, column] : inputs_)
        store_number(link_.inputs().group, item, recorded_.number(column));
    exchange();
    ++cycles_;
    return true;
}

void FedProgram::exchange() {
    const ddc::Status written = link_.write_inputs();
    if (written != ddc::Status::ok) fail(link_.peer().table.explain(written));
    const CycleEnd end =
        run_measured_cycle(link_.peer(), link_.header_writes(), recorded_.delta_s(), answers_);
    if (end.status == CycleStatus::stopped) interrupt();
    if (end.status != CycleStatus::ok) fail(end.reason);
    Command command;
    if (link_.read_outputs(command) != CycleStatus::ok) fail(link_.failure());
}

void FedProgram::fail(const std::string& reason) const {
    throw ProgramError("cycle " + std::to_string(cycles_) + " at " +
                       plant::plain(recorded_.now_s()) + " s: " + reason);
}

void FedProgram::write_names(const OutputTables& tables) const {
    tables.recorded << "t_s";
    for (const std::string& name : recorded_.outputs()) tables.recorded << ',' << name;
    tables.given << "t_s";
    for (const std::size_t item : outputs_) tables.given << ',' << link_.outputs().names[item];
    tables.recorded << '\n';
    tables.given << '\n';
}

void FedProgram::write_row(const OutputTables& tables) const {
    const std::string now = plant::plain(recorded_.now_s());
    tables.recorded << now;
    for (const std::size_t column : recorded_outputs_)
        tables.recorded << ',' << recorded_.text(column);
    tables.given << now;
    for (const std::size_t item : outputs_)
        tables.given << ',' << plant::plain(number_at(link_.outputs().group, item));
    tables.recorded << '\n';
    tables.given << '\n';
}

/// @throws ProgramError if a program is already attached
void refuse_leftover(const ProgramPeer& peer) {
    std::vector<ProgramPeer> starting{peer};
    const std::string problem = leftover_problems(starting).front();
    if (!problem.empty()) throw ProgramError(problem);
}

}  // namespace

std::size_t rerun_open_loop(const RecordedRun& run, const RunConfig& config,
                            const OutputTables& outputs, const RunControl& control, const Log& log,
                            StatusLine& status) {
    const ProgramConfig& program = config.programs.at(run.program());
    OwnTable table(config.table());
    ProgramPeer peer{*table, program.options, nullptr, control.stop, log};
    peer.options.ports.command_nothing = true;
    refuse_leftover(peer);
    peer.prepare_start();
    ChildProcess child(program.exec, own_directory(), config.program_environment());
    peer.child = &child;
    FedProgram fed(std::move(peer), run.file);
    fed.write_names(outputs);
    while (fed.run_cycle()) {
        fed.write_row(outputs);
        status.look([&] { return percent(fed.share()) + " of the cycles executed"; });
    }
    return fed.cycles();
}

}  // namespace gateway
