// SPDX-License-Identifier: MIT
#include "measured_program.hpp"

#include "measured_cycle.hpp"

#include <gateway/base/profile.hpp>

#include <cmath>

namespace gateway {

namespace header = ddc::interface::header;
using ddc::Deadline;
using ddc::Status;
using std::chrono::duration;

namespace {

/// The limit for a program without a time-out: the time must fit into simulated time.
constexpr double longest_execution_s = 1e6;

}  // namespace

MeasuredProgram::MeasuredProgram(ProgramPeer peer) : link_(std::move(peer), "measured") {
    link_.on_bound = [this](InputBindings&, OutputBindings& outputs) {
        execution_time_item_ =
            outputs.group.add(link_.peer().id(header::execution_time), ddc::Type::real64);
    };
    link_.connect(clock().now() + link_.peer().start_limit());
}

ProgramConnection::Return MeasuredProgram::await_return(Deadline until) {
    const auto result = link_.await_return(until);
    explanation_ = link_.failure();
    answers_.reset();
    return result;
}

Cycle MeasuredProgram::run_cycle(const CycleInput& input) {
    Cycle cycle;
    const Deadline start = clock().now();
    show(input);
    mark(input.profile, Phase::inputs);
    cycle.status = run_cycle(input.since_last);
    mark(input.profile, Phase::wait);
    if (cycle.status == CycleStatus::ok) cycle.status = read_answer(cycle, input.profile);
    cycle.latency = clock().now() - start;
    if (cycle.status != CycleStatus::ok)
        explanation_ = "cycle " + std::to_string(cycles_) + ": " + link_.failure();
    ++cycles_;
    return cycle;
}

void MeasuredProgram::show(const CycleInput& input) {
    link_.set_inputs({input.feedback, input.trajectory, input.now, input.around});
    if (link_.write_inputs() != Status::ok) ++missed_inputs_;
}

ControllerStatus MeasuredProgram::status() const {
    ControllerStatus status;
    status.missed_inputs = missed_inputs_;
    status.clamped_outputs = link_.clamped_outputs();
    return status;
}

CycleStatus MeasuredProgram::run_cycle(SimTime since_last) {
    const CycleEnd end = run_measured_cycle(link_.peer(), link_.header_writes(),
                                            duration<double>(since_last).count(), answers_);
    if (end.reason.empty()) return end.status;
    return link_.fail(end.status, end.reason);
}

CycleStatus MeasuredProgram::read_answer(Cycle& cycle, Profile* profile) {
    const CycleStatus status = link_.read_outputs(cycle.command, profile);
    if (status != CycleStatus::ok) return status;
    const ddc::Group& group = link_.outputs().group;
    const double execution_time_s = group.real64(execution_time_item_);
    const auto& timeout = link_.peer().options.answer_timeout;
    const bool is_too_long = timeout && execution_time_s > duration<double>(*timeout).count();
    if (!(execution_time_s >= 0) || is_too_long || execution_time_s > longest_execution_s)
        return link_.fail(CycleStatus::invalid_output,
                          entry_name(group.item(execution_time_item_).id, "execution_time") +
                              " must be 0 s or more and less than the answer time-out, is " +
                              std::to_string(execution_time_s));
    cycle.execution_time = std::chrono::nanoseconds(std::llround(execution_time_s * 1e9));
    return CycleStatus::ok;
}

}  // namespace gateway
