// SPDX-License-Identifier: MIT
#include "program_connection.hpp"

#include "binding/bind_ports.hpp"
#include "measured_cycle.hpp"
#include "process/claim_program.hpp"
#include "socket_carrier.hpp"

#include <gateway/base/profile.hpp>

#include <plant/number_text.hpp>

#include <algorithm>
#include <cmath>

namespace gateway {

namespace header = ddc::interface::header;
using ddc::Deadline;
using ddc::Status;

ProgramConnection::ProgramConnection(ProgramPeer peer, const char* time_mode)
    : peer_(std::move(peer)), time_mode_(time_mode) {}

bool ProgramConnection::connect(Deadline limit) {
    Handshake handshake(peer_, limit);
    if (advance(handshake, limit) == Handshake::State::failed) throw ProgramError(failure_);
    return is_connected_;
}

Handshake::State ProgramConnection::advance(Handshake& handshake, Deadline until) {
    const Handshake::State state = handshake.advance(until);
    failure_ = handshake.problem();
    if (state != Handshake::State::done) return state;
    failure_ = bind_ports(handshake.description());
    if (!failure_.empty()) return Handshake::State::failed;
    const Status status = peer_.table.write(peer_.id(header::time_mode), std::string(time_mode_));
    if (status != Status::ok) {
        failure_ = peer_.table.explain(status);
        return Handshake::State::failed;
    }
    header_writes_ = handshake.header_writes();
    is_connected_ = true;
    return state;
}

/// @return why the program cannot be used, or nothing
std::string ProgramConnection::bind_ports(const ProgramDescription& description) {
    InputBindings inputs;
    OutputBindings outputs;
    auto problems =
        bind(description, peer_.options.reference_id, inputs, outputs, peer_.options.ports);
    if (problems.empty() && peer_.sockets != nullptr) problems = peer_.sockets->bind(description);
    const std::string interface =
        "the interface of the program at " + hex(peer_.options.reference_id);
    if (!problems.empty()) return interface + " does not fit:" + as_lines(problems);
    const bool is_first = outputs_.group.size() == 0 && inputs_.group.size() == 0;
    if (!is_first && (inputs.names != inputs_.names || outputs.names != outputs_.names))
        return interface +
               " differs from that of the program this run was started with: its ports are others";
    if (std::string taken = claim_entries(peer_, description); !taken.empty()) return taken;
    if (on_bound) on_bound(inputs, outputs);
    description_ = description;
    warn_of_sockets(peer_.sockets != nullptr ? peer_.sockets->ports() : std::vector<std::string>{},
                    description_);
    inputs_ = std::move(inputs);
    outputs_ = std::move(outputs);
    if (peer_.faults == nullptr || !is_first) return {};
    problems = bind_faults();
    return problems.empty() ? "" : "`faults` does not fit the program:" + as_lines(problems);
}

/// The groups of a program that returns have the same items, so its faults stay bound.
std::vector<std::string> ProgramConnection::bind_faults() {
    std::vector<std::string> problems;
    const ProgramFaults& faults = *peer_.faults;
    const auto signal_port = [this](const std::string& signal) { return port_of(signal); };
    const auto is_computed = [this](std::size_t item) {
        return std::any_of(inputs_.ports.begin(), inputs_.ports.end(), [&](const BoundInput& port) {
            return item >= port.first && item < port.first + port.count;
        });
    };
    if (!faults.inputs.empty())
        input_faults_ = std::make_unique<ItemFaults>(
            faults.inputs, FaultyItems{inputs_, is_computed, signal_port, faults.shortest_cycle},
            problems);
    if (!faults.outputs.empty())
        output_faults_ =
            std::make_unique<ItemFaults>(faults.outputs,
                                         FaultyItems{outputs_, [](std::size_t) { return true; },
                                                     signal_port, faults.shortest_cycle},
                                         problems);
    return problems;
}

/// The port whose rule names the signal, or an empty text.
std::string ProgramConnection::port_of(const std::string& signal) const {
    for (const PortRule& rule : peer_.options.ports.rules)
        for (const auto* use : {&rule.use, &rule.input, &rule.output})
            if (*use)
                if (const auto* named = std::get_if<SignalUse>(&**use))
                    if (named->signal->name == signal) return rule.port;
    return {};
}

void ProgramConnection::expect_return(Deadline limit) {
    is_connected_ = false;
    ProgramPeer next_program = peer_;
    next_program.child = nullptr;
    next_program.is_kept = false;
    next_program.was_empty_before_start.reset();
    return_.emplace(std::move(next_program), limit);
}

ProgramConnection::Return ProgramConnection::await_return(Deadline until) {
    const std::uint64_t header_writes_before = header_writes_;
    switch (advance(*return_, until)) {
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
    peer_.child = nullptr;  // this one was started from outside
    return Return::another;
}

std::optional<std::string> ProgramConnection::departure() const {
    return gateway::departure(peer_, header_writes_);
}

void ProgramConnection::set_inputs(const Moment& moment) {
    vx_mps_ = moment.feedback.state.velocity_mps.x();
    now_ = moment.now;
    Moment placed = moment;
    placed.origin = peer_.options.origin;
    gateway::set_inputs(placed, inputs_);
    if (input_faults_) input_faults_->apply(inputs_.group, now_);
}

Status ProgramConnection::write_inputs() {
    return is_there() ? peer_.table.write(inputs_.group) : Status::ok;
}

CycleStatus ProgramConnection::read_outputs(Command& command, Profile* profile) {
    static_cast<void>(peer_.table.read(outputs_.group));  // each item has its status
    mark(profile, Phase::read);
    if (peer_.header_writes() != header_writes_) return fail(CycleStatus::peer_lost, *departure());
    if (output_faults_) output_faults_->apply(outputs_.group, now_);
    output_writes_ = 0;
    for (const std::size_t i : outputs_.answers)
        output_writes_ +=
            output_faults_ ? output_faults_->writes(i) : outputs_.group.item(i).sequence;
    if (const std::string reason = unreadable_output(); !reason.empty())
        return fail(CycleStatus::invalid_output, reason);
    command.state.emplace();  // a program without an output for the gear requests drive
    for (const auto& port : outputs_.ports)
        if (!take_port(port, command)) return CycleStatus::invalid_output;
    return CycleStatus::ok;
}

/// Which output has no valid value of its type, and why, or nothing.
std::string ProgramConnection::unreadable_output() const {
    const ddc::Group& group = outputs_.group;
    const std::size_t wrong = output_faults_ ? output_faults_->wrong_type() : ItemFaults::no_item;
    for (std::size_t i = 0; i < group.size(); ++i) {
        const Status status = i == wrong ? Status::wrong_type : group.item(i).status;
        const bool never_written = status == Status::no_data;  // its value stays 0
        if (status == Status::ok || never_written) continue;
        const std::string name = i < outputs_.names.size() ? outputs_.names[i] : "execution_time";
        return "output " + entry_name(group.item(i).id, name) + ": " + to_string(status);
    }
    return {};
}

/// Converts one output port. @return false for a value that must not reach a vehicle
bool ProgramConnection::take_port(const BoundOutput& port, Command& command) {
    if (!(port.sink.elements.empty() ? take_values(port) : take_message(port))) return false;
    port.sink.signal->function({vx_mps_, peer_.options.pedals, now_}, outputs_.values.data(),
                               command);
    return true;
}

/// Whether a filter handles values that are not finite: in control commands of real numbers.
bool ProgramConnection::passes_non_finite(const BoundOutput& port) const {
    const auto& level = port.sink.signal->level;
    return peer_.options.passes_non_finite && level && *level != Level::raw;
}

bool ProgramConnection::take_values(const BoundOutput& port) {
    for (std::size_t i = 0; i < port.count; ++i) {
        const std::size_t item = port.first + i;
        const double value = port.sink.conversion(number_at(outputs_.group, item));
        const bool is_finite = std::isfinite(value);
        if (!is_finite && !passes_non_finite(port))
            return refuse(item, value, "Only finite numbers are valid");
        outputs_.values[i] = is_finite ? port.sink.limited(value) : value;
        if (is_finite && outputs_.values[i] != value) ++clamped_outputs_;
    }
    return true;
}

bool ProgramConnection::take_message(const BoundOutput& port) {
    std::fill_n(outputs_.values.begin(), port.sink.signal->elements, left_out);
    for (std::size_t i = 0; i < port.count; ++i) {
        const MessageElement& element = port.sink.elements[i];
        const double value = number_at(outputs_.group, port.first + i);
        const bool is_of_control = element.place > 1;  // after the stamp
        if (is_of_control && !std::isfinite(value) && passes_non_finite(port)) {
            outputs_.values[element.place] = value;
            continue;
        }
        if (!element.takes(value)) return refuse(port.first + i, value, element.wanted());
        outputs_.values[element.place] = element.meaning(value);
    }
    return true;
}

/// Always returns false.
bool ProgramConnection::refuse(std::size_t item, double value, const std::string& wanted) {
    fail(CycleStatus::invalid_output,
         "output " + entry_name(outputs_.group.item(item).id, outputs_.names[item]) + " is " +
             plant::plain(value) + "; the vehicle keeps the previous command. " + wanted);
    return false;
}

CycleStatus ProgramConnection::fail(CycleStatus status, const std::string& reason) {
    failure_ = peer_.table.is_intact() ? reason : peer_.table.explain(Status::truncated);
    return status;
}

}  // namespace gateway
