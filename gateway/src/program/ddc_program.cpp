// SPDX-License-Identifier: MIT
#include "ddc_program.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

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
/// A header that is wrong and has not been written to for so long will not become right.
constexpr milliseconds header_settles{500};
/// Entries from the reference id on that are watched for a header still being written.
constexpr ddc::Id header_window = 256;

std::string seconds(std::chrono::nanoseconds time) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f s", duration<double>(time).count());
    return text;
}

std::string hex(ddc::Id id) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%x", static_cast<unsigned>(id));
    return text;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += "\n  " + line;
    return text;
}

void require(Status status, const ddc::Table& table) {
    if (status != Status::ok) throw ProgramError(table.explain(status));
}

}  // namespace

DdcProgram::DdcProgram(ddc::Table& table, const ProgramOptions& options, ChildProcess* child,
                       const std::atomic<bool>& stop, Report report)
    : table_(table), options_(options), child_(child), stop_(stop), report_(std::move(report)) {
    if (options.reference_id > table.capacity() - header_window)
        throw ProgramError("reference id " + hex(options.reference_id) +
                           " leaves no room in table '" + table.name() + "' of " +
                           std::to_string(table.capacity()) + " entries");
    const Deadline deadline = Clock::now() + options_.start_timeout;
    wait_until_running(deadline);
    if (stop_) return;
    read_header(deadline);
    if (stop_) return;
    bind_ports();
    require(table_.write(id(header::time_mode), std::string("measured")), table_);
    request_.add(id(header::delta_sec), ddc::Type::real64);
    request_.set(request_.add(id(header::run_cycle_switch), ddc::Type::boolean), true);
    connected_ = true;
}

std::optional<std::string> DdcProgram::program_ended() {
    if (child_ == nullptr) return std::nullopt;
    const auto how = child_->ended();
    if (!how) return std::nullopt;
    return "the program (pid " + std::to_string(child_->pid()) + ") " + *how;
}

void DdcProgram::wait_until_running(Deadline deadline) {
    require(table_.write(id(header::running), false), table_);
    const Deadline start = Clock::now();
    Deadline next_report = start + report_interval;
    const std::string whom = "a program with reference id " + hex(options_.reference_id) +
                             " in table '" + table_.name() + "'";
    for (;;) {
        const Deadline now = Clock::now();
        const Status status = table_.wait_until<bool>(
            id(header::running), [](bool running) { return running; },
            std::min(deadline, now + slice));
        if (status == Status::ok || stop_) return;
        if (const auto ended = program_ended())
            throw ProgramError(*ended + " before it had set running");
        if (now >= deadline)
            throw ProgramError("no program within " + seconds(options_.start_timeout) +
                               ": waited for " + whom +
                               " to set running to true. Start it with DDC_NAME=" + table_.name() +
                               ", or raise program.start_timeout_s");
        if (now >= next_report) {
            report_("waiting for " + whom + " to set running, since " + seconds(now - start) +
                    ", " + seconds(deadline - now) + " left");
            next_report += report_interval;
        }
    }
}

std::uint64_t DdcProgram::header_writes() const {
    std::uint64_t writes = 0;
    for (ddc::Id i = header::interface_type; i < header_window; ++i)
        writes += table_.sequence(id(i));
    return writes;
}

/// Programs set `running` before the rest of their header is there, so it is read again until it
/// holds or nobody writes to it any more.
void DdcProgram::read_header(Deadline deadline) {
    std::uint64_t writes = header_writes();
    Deadline settled = Clock::now() + header_settles;
    for (;;) {
        const ddc::Watch type{id(header::interface_type),
                              table_.sequence(id(header::interface_type))};
        const auto problems = read_description(table_, options_.reference_id, description_);
        if (problems.empty() || stop_) return;
        const std::uint64_t writes_now = header_writes();
        const Deadline now = Clock::now();
        if (writes_now != writes) settled = now + header_settles;
        writes = writes_now;
        if (const auto ended = program_ended())
            throw ProgramError(*ended + " before its header was complete");
        if (now >= std::min(settled, deadline))
            throw ProgramError("the header of the program at " + hex(options_.reference_id) +
                               " in table '" + table_.name() +
                               "' cannot be used:" + joined(problems));
        static_cast<void>(table_.wait_for_change(&type, 1, now + milliseconds(5)));
    }
}

void DdcProgram::bind_ports() {
    const auto problems = bind(description_, options_.reference_id, inputs_, outputs_);
    if (!problems.empty())
        throw ProgramError("the interface of the program at " + hex(options_.reference_id) +
                           " does not fit:" + joined(problems));
    execution_time_item_ = outputs_.group.add(id(header::execution_time), ddc::Type::real64);
}

TurnStatus DdcProgram::fail(TurnStatus status, const std::string& reason) {
    failure_ = "cycle " + std::to_string(cycles_) + ": " + reason;
    return status;
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

TurnStatus DdcProgram::request_cycle(SimTime since_last) {
    request_.set(0, duration<double>(since_last).count());
    const Status status = table_.write(request_);
    return status == Status::ok ? TurnStatus::ok
                                : fail(TurnStatus::no_answer, table_.explain(status));
}

TurnStatus DdcProgram::await_answer() {
    const Deadline start = Clock::now(), deadline = start + options_.answer_timeout;
    Deadline next_report = start + report_interval;
    for (;;) {
        const Deadline now = Clock::now();
        const Status status = table_.wait_until<bool>(
            id(header::run_cycle_switch), [](bool switched) { return !switched; },
            std::min(deadline, now + slice));
        if (status == Status::ok) return TurnStatus::ok;
        if (stop_) return TurnStatus::stopped;
        if (const auto ended = program_ended()) return fail(TurnStatus::peer_ended, *ended);
        if (status != Status::timed_out)
            return fail(TurnStatus::no_answer,
                        entry_name(id(header::run_cycle_switch), "run_cycle_switch") + ": " +
                            table_.explain(status));
        if (now >= deadline)
            return fail(TurnStatus::no_answer,
                        "the program has not set run_cycle_switch (" +
                            hex(id(header::run_cycle_switch)) + ") back to false within " +
                            seconds(options_.answer_timeout) +
                            ". It may have died, hang, or need a longer program.answer_timeout_s");
        if (now >= next_report) {
            report_("waiting for the program to set run_cycle_switch back to false, since " +
                    seconds(now - start) + ", " + seconds(deadline - now) + " left");
            next_report += report_interval;
        }
    }
}

TurnStatus DdcProgram::read_outputs(Turn& turn) {
    ddc::Group& group = outputs_.group;
    static_cast<void>(table_.read(group));  // each item has its own status
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
        execution_time_s > duration<double>(options_.answer_timeout).count())
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
