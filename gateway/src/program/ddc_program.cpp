// SPDX-License-Identifier: MIT
#include "ddc_program.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace gateway {

namespace header = ddc::interface::header;
using ddc::Clock;
using ddc::Deadline;
using ddc::Status;
using std::chrono::duration;
using std::chrono::milliseconds;

namespace {

/// Longest time without a look at the stop flag and at the program's process.
constexpr milliseconds slice{50};
constexpr milliseconds report_interval{1000};

}  // namespace

DdcProgram::DdcProgram(ProgramPeer peer) : peer_(std::move(peer)) {
    const Deadline limit = Clock::now() + peer_.options.start_timeout;
    Handshake handshake(peer_, limit);
    if (connect(handshake, limit) == Handshake::State::failed) throw ProgramError(failure_);
}

Handshake::State DdcProgram::connect(Handshake& handshake, Deadline until) {
    const Handshake::State state = handshake.advance(until);
    failure_ = handshake.problem();
    if (state != Handshake::State::done) return state;
    failure_ = bind_ports(handshake.description());
    if (!failure_.empty()) return Handshake::State::failed;
    const Status status = peer_.table.write(peer_.id(header::time_mode), std::string("measured"));
    if (status != Status::ok) {
        failure_ = peer_.table.explain(status);
        return Handshake::State::failed;
    }
    header_writes_ = handshake.header_writes();
    is_connected_ = true;
    return state;
}

/// @return why the program cannot be worked with, or nothing
std::string DdcProgram::bind_ports(const ProgramDescription& description) {
    InputBindings inputs;
    OutputBindings outputs;
    const auto problems = bind(description, peer_.options.reference_id, inputs, outputs);
    const std::string whom = "the interface of the program at " + hex(peer_.options.reference_id);
    if (!problems.empty()) return whom + " does not fit:" + as_lines(problems);
    const bool is_first = outputs_.group.size() == 0;
    if (!is_first && (inputs.names != inputs_.names || outputs.names != outputs_.names))
        return whom +
               " has other ports than the program before it, which this run was started with";
    execution_time_item_ = outputs.group.add(peer_.id(header::execution_time), ddc::Type::real64);
    description_ = description;
    inputs_ = std::move(inputs);
    outputs_ = std::move(outputs);
    return {};
}

void DdcProgram::expect_return(Deadline limit) {
    is_connected_ = false;
    ProgramPeer whoever_comes = peer_;
    whoever_comes.child = nullptr;
    return_.emplace(std::move(whoever_comes), limit);
}

DdcProgram::Return DdcProgram::await_return(Deadline until) {
    const std::uint64_t header_writes_before = header_writes_;
    switch (connect(*return_, until)) {
        case Handshake::State::waiting:
            return Return::waiting;
        case Handshake::State::stopped:
            return Return::stopped;
        case Handshake::State::failed:
            return Return::failed;
        case Handshake::State::done:
            break;
    }
    return_.reset();
    if (header_writes_ == header_writes_before) return Return::same;
    peer_.child = nullptr;  // somebody else started this one
    return Return::another;
}

TurnStatus DdcProgram::fail(TurnStatus status, const std::string& reason) {
    failure_ = "cycle " + std::to_string(cycles_) + ": " + reason;
    return status;
}

Status DdcProgram::write_inputs() {
    if (!is_connected_ || peer_.header_writes() != header_writes_) return Status::ok;
    return peer_.table.write(inputs_.group);
}

Turn DdcProgram::take_turn(SimTime since_last) {
    Turn turn;
    const Deadline start = Clock::now();
    turn.status = request_cycle(since_last);
    if (turn.status == TurnStatus::ok) turn.status = await_answer();
    if (turn.status == TurnStatus::ok) turn.status = read_outputs(turn);
    turn.latency = Clock::now() - start;
    ++cycles_;
    return turn;
}

/// Why the program that was connected is not there any more, if so.
std::optional<std::string> DdcProgram::departure() const {
    if (peer_.header_writes() != header_writes_)
        return "the program has restarted: its header was written anew";
    bool running = true;
    if (peer_.table.read(peer_.id(header::running), running) == Status::ok && !running)
        return "the program has set running to false";
    return std::nullopt;
}

TurnStatus DdcProgram::request_cycle(SimTime since_last) {
    if (const auto gone = departure()) return fail(TurnStatus::peer_lost, *gone);
    Status status =
        peer_.table.write(peer_.id(header::delta_sec), duration<double>(since_last).count());
    if (status == Status::ok) status = peer_.table.write(peer_.id(header::run_cycle_switch), true);
    return status == Status::ok ? TurnStatus::ok
                                : fail(TurnStatus::no_answer, peer_.table.explain(status));
}

TurnStatus DdcProgram::await_answer() {
    const ddc::Id switch_id = peer_.id(header::run_cycle_switch);
    const Deadline start = Clock::now(), deadline = start + peer_.options.answer_timeout;
    Deadline next_report = start + report_interval;
    for (;;) {
        const Deadline now = Clock::now();
        const Status status = peer_.table.wait_until<bool>(
            switch_id, [](bool is_asked) { return !is_asked; }, std::min(deadline, now + slice));
        if (status == Status::ok) return TurnStatus::ok;
        if (peer_.stop) return TurnStatus::stopped;
        if (const auto ended = peer_.process_ended()) return fail(TurnStatus::peer_lost, *ended);
        if (const auto gone = departure()) return fail(TurnStatus::peer_lost, *gone);
        if (status != Status::timed_out)
            return fail(TurnStatus::no_answer, entry_name(switch_id, "run_cycle_switch") + ": " +
                                                   peer_.table.explain(status));
        if (now >= deadline)
            return fail(TurnStatus::no_answer,
                        "the program has not set run_cycle_switch (" + hex(switch_id) +
                            ") back to false within " + seconds_text(peer_.options.answer_timeout) +
                            ". It may have died, hang, or need a longer answer_timeout_s");
        if (now < next_report) continue;
        peer_.report("waiting for the program to set run_cycle_switch back to false, since " +
                     seconds_text(now - start) + ", " + seconds_text(deadline - now) + " left");
        next_report += report_interval;
    }
}

TurnStatus DdcProgram::read_outputs(Turn& turn) {
    ddc::Group& group = outputs_.group;
    static_cast<void>(peer_.table.read(group));  // each item has its own status
    if (peer_.header_writes() != header_writes_) return fail(TurnStatus::peer_lost, *departure());
    for (std::size_t i = 0; i < group.size(); ++i) {
        const Status status = group.item(i).status;
        const bool never_written = status == Status::no_data;  // stays as it was, 0 at first
        if (status == Status::ok || never_written) continue;
        const std::string name = i < outputs_.names.size() ? outputs_.names[i] : "execution_time";
        return fail(TurnStatus::invalid_output,
                    "output " + entry_name(group.item(i).id, name) + ": " + to_string(status));
    }
    for (const auto& port : outputs_.ports)
        if (!take_port(port, turn.command)) return TurnStatus::invalid_output;
    const double execution_time_s = group.real64(execution_time_item_);
    if (!(execution_time_s >= 0) ||
        execution_time_s > duration<double>(peer_.options.answer_timeout).count())
        return fail(TurnStatus::invalid_output,
                    entry_name(group.item(execution_time_item_).id, "execution_time") +
                        " must be 0 s or more and less than the answer time-out, is " +
                        std::to_string(execution_time_s));
    turn.execution_time = std::chrono::nanoseconds(std::llround(execution_time_s * 1e9));
    return TurnStatus::ok;
}

/// Converts one output port. @return false if a value is not finite: it never reaches a vehicle
bool DdcProgram::take_port(const BoundPort<OutputFunction>& port, Command& command) {
    std::array<double, 32> values;
    for (std::size_t i = 0; i < port.count; ++i) {
        const std::size_t item = port.first + i;
        const double value = number_at(outputs_.group, item);
        if (!std::isfinite(value)) {
            fail(TurnStatus::invalid_output,
                 "output " + entry_name(outputs_.group.item(item).id, outputs_.names[item]) +
                     " is " + std::to_string(value) +
                     "; the vehicle keeps the command before. Only finite numbers are taken");
            return false;
        }
        values[i] = std::clamp(value, port.min, port.max);
        if (values[i] != value) ++clamped_outputs_;
    }
    port.function(values.data(), command);
    return true;
}

}  // namespace gateway
