// SPDX-License-Identifier: MIT
#include "measured_program.hpp"

#include <algorithm>
#include <cmath>

namespace gateway {

namespace header = ddc::interface::header;
using ddc::Deadline;
using ddc::Status;
using std::chrono::duration;
using std::chrono::milliseconds;

namespace {

/// Of a program without a time-out: what fits into simulated time.
constexpr double longest_execution_s = 1e6;

Deadline answer_deadline(Deadline start, const ProgramOptions& options) {
    return options.answer_timeout ? start + *options.answer_timeout : Deadline::max();
}

std::string too_late(ddc::Id switch_id, milliseconds timeout) {
    return "the program has not set run_cycle_switch (" + hex(switch_id) +
           ") back to false within " + seconds_text(timeout) +
           ". It may have died, hang, or need a longer answer_timeout_s";
}

/// For whom it waits. @return when to say so again: without an end ever more seldom
Deadline report_wait(const ProgramPeer& peer, Deadline start, Deadline now) {
    const auto& timeout = peer.options.answer_timeout;
    peer.report(
        "waiting for the program to set run_cycle_switch back to false, since " +
        seconds_text(now - start) +
        (timeout ? ", " + seconds_text(start + *timeout - now) + " left" : ", without a time-out"));
    return now + (timeout ? report_every
                          : std::max(report_every, std::chrono::ceil<milliseconds>(now - start)));
}

}  // namespace

MeasuredProgram::MeasuredProgram(ProgramPeer peer) : link_(std::move(peer), "measured") {
    link_.on_bound = [this](InputBindings&, OutputBindings& outputs) {
        execution_time_item_ =
            outputs.group.add(link_.peer().id(header::execution_time), ddc::Type::real64);
    };
    link_.connect(clock().now() + link_.peer().options.start_timeout);
}

ProgramLink::Return MeasuredProgram::await_return(Deadline until) {
    const auto result = link_.await_return(until);
    explanation_ = link_.failure();
    return result;
}

Turn MeasuredProgram::take_turn(const TurnInput& input) {
    Turn turn;
    const Deadline start = clock().now();
    show(input);
    turn.status = request_cycle(input.since_last);
    if (turn.status == TurnStatus::ok) turn.status = await_answer();
    if (turn.status == TurnStatus::ok) turn.status = read_answer(turn);
    turn.latency = clock().now() - start;
    if (turn.status != TurnStatus::ok)
        explanation_ = "cycle " + std::to_string(cycles_) + ": " + link_.failure();
    ++cycles_;
    return turn;
}

void MeasuredProgram::show(const TurnInput& input) {
    link_.set_inputs({input.feedback, input.trajectory, input.now, input.around});
    if (link_.write_inputs() != Status::ok) ++missed_inputs_;
}

ControllerStatus MeasuredProgram::status() const {
    ControllerStatus status;
    status.missed_inputs = missed_inputs_;
    status.clamped_outputs = link_.clamped_outputs();
    return status;
}

TurnStatus MeasuredProgram::request_cycle(SimTime since_last) {
    if (const auto gone = link_.departure()) return link_.fail(TurnStatus::peer_lost, *gone);
    const ProgramPeer& peer = link_.peer();
    Status status =
        peer.table.write(peer.id(header::delta_sec), duration<double>(since_last).count());
    if (status == Status::ok) status = peer.table.write(peer.id(header::run_cycle_switch), true);
    return status == Status::ok ? TurnStatus::ok
                                : link_.fail(TurnStatus::no_answer, peer.table.explain(status));
}

/// Waits until the program has lowered run_cycle_switch.
Status MeasuredProgram::await_switch(Deadline until) const {
    const ddc::Table& table = link_.peer().table;
    const ddc::Id switch_id = link_.peer().id(header::run_cycle_switch);
    for (;;) {
        const ddc::Watch seen{switch_id, table.sequence(switch_id)};
        bool is_asked = true;
        if (table.read(switch_id, is_asked) == Status::ok && !is_asked) return Status::ok;
        const Status waited =
            clock().wait_for_change(table, &seen, 1, until, ddc::OnSignal::resume);
        if (waited != Status::ok) return waited;
    }
}

TurnStatus MeasuredProgram::await_answer() {
    const ProgramPeer& peer = link_.peer();
    const ddc::Id switch_id = peer.id(header::run_cycle_switch);
    const Deadline start = clock().now(), deadline = answer_deadline(start, peer.options);
    Deadline next_report = start + report_every;
    for (;;) {
        const Deadline now = clock().now();
        const Status status = await_switch(std::min(deadline, now + wait_slice));
        if (status == Status::ok) return TurnStatus::ok;
        if (peer.stop) return TurnStatus::stopped;
        if (const auto ended = peer.process_ended())
            return link_.fail(TurnStatus::peer_lost, *ended);
        if (const auto gone = link_.departure()) return link_.fail(TurnStatus::peer_lost, *gone);
        if (status != Status::timed_out)
            return link_.fail(TurnStatus::no_answer, entry_name(switch_id, "run_cycle_switch") +
                                                         ": " + peer.table.explain(status));
        if (now >= deadline)
            return link_.fail(TurnStatus::no_answer,
                              too_late(switch_id, *peer.options.answer_timeout));
        if (now >= next_report) next_report = report_wait(peer, start, now);
    }
}

TurnStatus MeasuredProgram::read_answer(Turn& turn) {
    const TurnStatus status = link_.read_outputs(turn.command);
    if (status != TurnStatus::ok) return status;
    const ddc::Group& group = link_.outputs().group;
    const double execution_time_s = group.real64(execution_time_item_);
    const auto& timeout = link_.peer().options.answer_timeout;
    const bool is_too_long = timeout && execution_time_s > duration<double>(*timeout).count();
    if (!(execution_time_s >= 0) || is_too_long || execution_time_s > longest_execution_s)
        return link_.fail(TurnStatus::invalid_output,
                          entry_name(group.item(execution_time_item_).id, "execution_time") +
                              " must be 0 s or more and less than the answer time-out, is " +
                              std::to_string(execution_time_s));
    turn.execution_time = std::chrono::nanoseconds(std::llround(execution_time_s * 1e9));
    return TurnStatus::ok;
}

}  // namespace gateway
