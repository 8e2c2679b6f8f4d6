// SPDX-License-Identifier: MIT
#include "realtime_program.hpp"

#include <gateway/base/profile.hpp>

#include <algorithm>

namespace gateway {

namespace header = ddc::interface::header;
using ddc::Deadline;
using ddc::Status;

namespace {

/// The longest delay of the kind `slow`.
constexpr std::chrono::seconds longest_slow_delay{60};
constexpr std::int64_t most_answers = 10'000;

}  // namespace

RealtimeProgram::RealtimeProgram(ProgramPeer peer, const RealtimeProgramOptions& options)
    : link_(std::move(peer), "realtime"), options_(options), watch_(options.program_timeout) {
    link_.on_bound = [this](InputBindings& inputs, OutputBindings& outputs) {
        const ProgramPeer& program = link_.peer();
        delta_item_ = inputs.group.add(program.id(header::delta_sec), ddc::Type::real64);
        running_item_ =
            inputs.group.add(program.id(header::simulation_running), ddc::Type::boolean);
        output_entries_.clear();
        seen_outputs_.clear();
        for (const std::size_t i : outputs.answers) {
            const ddc::Id id = outputs.group.item(i).id;
            output_entries_.push_back({id, 0});
            seen_outputs_.push_back(program.table.sequence(id));
        }
    };
    link_.connect(options_.start_timeout ? clock().now() + *options_.start_timeout
                                         : Deadline::max());
    create_faults();
}

void RealtimeProgram::create_faults() {
    const ProgramPeer& peer = link_.peer();
    if (peer.faults == nullptr || peer.faults->process.empty()) return;
    faults_.emplace(peer.faults->process, peer.child);
    const std::int64_t cycles = longest_slow_delay / peer.faults->shortest_cycle + 2;
    answer_delay_.emplace(static_cast<std::size_t>(std::min<std::int64_t>(cycles, most_answers)));
}

RealtimeProgram::~RealtimeProgram() {
    stand_by();
}

void RealtimeProgram::stream(const CycleInput& input) {
    if (!link_.is_connected()) return;
    ddc::Group& group = link_.inputs().group;
    link_.set_inputs({input.feedback, input.trajectory, input.now, input.around});
    group.set(delta_item_, std::chrono::duration<double>(input.since_last).count());
    group.set(running_item_, true);
    for (ddc::Watch& entry : output_entries_)
        entry.sequence = link_.peer().table.sequence(entry.id);
    if (link_.write_inputs() != Status::ok) ++missed_inputs_;
    is_shown_running_ = true;
    streamed_at_ = clock().now();
    mark(input.profile, Phase::inputs, streamed_at_);
    watch_.run(streamed_at_);
}

void RealtimeProgram::stand_by() {
    watch_.idle();
    if (!is_shown_running_ || !link_.is_connected()) return;
    is_shown_running_ = false;
    static_cast<void>(link_.peer().table.write(link_.peer().id(header::simulation_running), false));
}

Cycle RealtimeProgram::run_cycle(const CycleInput& input) {
    const Deadline start = clock().now();
    if (faults_) delay_ = faults_->begin_cycle().delay;
    input.feedback.is_fresh ? stream(input) : stand_by();
    Cycle cycle;
    cycle.is_failsafe = true;
    if (!link_.is_connected() && !is_back()) {
        if (cannot_be_used_) cycle.status = CycleStatus::peer_lost;
        return cycle;
    }
    if (is_lost()) return cycle;
    if (const auto foreign = answer_watch_.look(link_.peer(), answered_cycles_)) {
        cycle.status = link_.fail(CycleStatus::invalid_output, *foreign);
        return cycle;
    }
    if (options_.send == SendWhen::on_output) {
        await_output();
        mark(input.profile, Phase::wait);
    }
    const std::uint64_t answers = answered_cycles_;
    cycle.is_failsafe = !take_outputs(cycle, input);
    const Deadline end = clock().now();
    cycle.latency = end - start;
    if (options_.send == SendWhen::on_output && answered_cycles_ > answers)
        cycle.answer = end - streamed_at_;
    return cycle;
}

/// Ends the connection if the program's process has ended or the program has stopped or restarted.
/// The end of the process is reported once: AnswerWatch detects answers after that without a new
/// header.
bool RealtimeProgram::is_lost() {
    const auto ended = link_.peer().process_ended();
    if (ended && !has_lost_child_) {
        has_lost_child_ = true;
        lose(*ended);
    } else if (const auto reason = link_.departure()) {
        lose(*reason);
    }
    return !link_.is_connected();
}

/// Waits until an output has been written after this cycle's inputs.
void RealtimeProgram::await_output() const {
    if (watch_.state() == OutputWatch::State::idle || output_entries_.empty()) return;
    static_cast<void>(
        clock().wait_for_change(link_.peer().table, output_entries_.data(), output_entries_.size(),
                                clock().now() + options_.longest_wait, ddc::OnSignal::give_up));
}

/// Delays the answer. @return the write counter of the answer that is used
std::uint64_t RealtimeProgram::delayed(Command& command, SimTime now) {
    const AnswerDelay::Answer& answer =
        answer_delay_->pass({now, command, link_.output_writes()}, delay_);
    command = answer.command;
    return answer.writes;
}

bool RealtimeProgram::take_outputs(Cycle& cycle, const CycleInput& input) {
    const OutputWatch::State before = watch_.state();
    const CycleStatus status = link_.read_outputs(cycle.command, input.profile);
    const Deadline now = clock().now();
    if (has_answer()) ++answered_cycles_;
    if (status == CycleStatus::ok) {
        watch_.see(answer_delay_ ? delayed(cycle.command, input.now) : link_.output_writes(), now);
    } else if (status == CycleStatus::invalid_output) {
        watch_.see_unusable(now);
        ++rejected_outputs_;
    }
    report_change(before);
    const bool was_held_up = now - streamed_at_ >= options_.program_timeout;
    return status == CycleStatus::ok && watch_.is_answering() && !was_held_up;
}

/// A program writes its outputs together. If it has several, a write of only one comes from another
/// process.
bool RealtimeProgram::has_answer() {
    const OutputBindings& outputs = link_.outputs();
    std::size_t written = 0;
    for (std::size_t i = 0; i < seen_outputs_.size(); ++i) {
        const std::uint64_t sequence = outputs.group.item(outputs.answers[i]).sequence;
        if (sequence != seen_outputs_[i]) ++written;
        seen_outputs_[i] = sequence;
    }
    return written > 1 || (written == 1 && seen_outputs_.size() == 1);
}

void RealtimeProgram::report_change(OutputWatch::State before) const {
    using State = OutputWatch::State;
    const State now = watch_.state();
    if (now == before) return;
    if (now == State::silent)
        link_.peer().report(warning_of("program", "no valid output from the program for " +
                                                      seconds_text(options_.program_timeout) +
                                                      "; fail-safe command active"));
    if (now == State::starting && before == State::silent)
        link_.peer().report(info_of("program", "the program writes valid outputs again"));
}

ControllerStatus RealtimeProgram::status() const {
    ControllerStatus status;
    status.state = state();
    status.output_age = watch_.age(clock().now());
    status.losses = losses_;
    status.silences = watch_.silences();
    status.missed_inputs = missed_inputs_;
    status.rejected_outputs = rejected_outputs_;
    status.clamped_outputs = link_.clamped_outputs();
    return status;
}

ControllerState RealtimeProgram::state() const {
    if (!link_.is_connected()) return ControllerState::away;
    switch (watch_.state()) {
        case OutputWatch::State::starting:
            return ControllerState::starting;
        case OutputWatch::State::answering:
            return ControllerState::answering;
        case OutputWatch::State::silent:
            return ControllerState::silent;
        case OutputWatch::State::idle:
            break;
    }
    return ControllerState::idle;
}

void RealtimeProgram::lose(const std::string& reason) {
    ++losses_;
    watch_.idle();
    is_shown_running_ = false;
    answer_watch_.reset();
    link_.peer().report(
        warning_of("program", reason + "; fail-safe command active until a program is back"));
    link_.expect_return(Deadline::max());
}

bool RealtimeProgram::is_back() {
    switch (link_.await_return(clock().now())) {
        case ProgramConnection::Return::failed:
            cannot_be_used_ = true;
            return false;
        case ProgramConnection::Return::waiting:
        case ProgramConnection::Return::stopped:
            return false;
        case ProgramConnection::Return::same:
        case ProgramConnection::Return::another:
            break;
    }
    link_.peer().report(info_of("program", "the program is back"));
    return true;
}

}  // namespace gateway
