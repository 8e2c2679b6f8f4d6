// SPDX-License-Identifier: MIT
#include "bridged_program.hpp"

#include "json_value.hpp"

#include "cycle/handshake.hpp"
#include "cycle/measured_cycle.hpp"
#include "process/claim_program.hpp"
#include "service/watched_loop.hpp"

#include <ddc/interface/entry_type.hpp>

#include <cmath>
#include <thread>

namespace gateway::tcp {

namespace interface = ddc::interface;
namespace header = ddc::interface::header;
using ddc::Status;
using interface::Port;
using montisim::PacketBuffer;
using montisim::PacketError;
using montisim::PacketKind;
using montisim::PayloadReader;

namespace {

/// Longest time, in s, that fits into simulated time.
constexpr double longest_time_s = 1e9;
/// How long to wait for the end of another session that has claimed the entries.
constexpr std::chrono::seconds session_end_patience{1};
constexpr std::chrono::milliseconds claim_retry_pause{5};

SimTime sim_time(double seconds) {
    return SimTime(std::llround(seconds * 1e9));
}

}  // namespace

BridgedProgram::BridgedProgram(const ProgramOptions& options, const BridgePlace& place)
    : peer_{place.table, options, nullptr, place.stop, place.report, &claim_, &sockets_},
      claim_(claimed(place)),
      sockets_(place.table, options.reference_id, place.network) {
    await(place.is_wanted);
    bind();
}

/// A simulator that sends END and connects again at once may be faster than the end of its session.
/// If no further claim is possible, the program is used without a claim.
ddc::Claim BridgedProgram::claimed(const BridgePlace& place) const {
    using Reason = ddc::TableError::Reason;
    const ddc::Id reference_id = peer_.options.reference_id;
    const ddc::Deadline limit = peer_.clock.now() + session_end_patience;
    for (;;) {
        try {
            return claim_header(place.table, reference_id, "ddcserver " + hex(reference_id));
        } catch (const ddc::TableError& error) {
            if (error.reason() == Reason::system) {
                place.report(warning_of("program",
                                        std::string("continues without a claim: ") + error.what()));
                return {};
            }
            const bool may_end = error.reason() == Reason::claimed && peer_.clock.now() < limit;
            if (!may_end || place.stop || !place.is_wanted()) throw;
        }
        WatchedLoop::goes_on();
        std::this_thread::sleep_for(claim_retry_pause);
    }
}

void BridgedProgram::await(const std::function<bool()>& is_wanted) {
    Handshake handshake(peer_, peer_.clock.now() + peer_.options.start_timeout);
    for (;;) {
        switch (handshake.advance(peer_.clock.now() + wait_slice)) {
            case Handshake::State::waiting:
                if (!is_wanted())
                    fail("the simulator has disconnected before the program was connected");
                break;
            case Handshake::State::done:
                description_ = handshake.description();
                header_writes_ = handshake.header_writes();
                return;
            case Handshake::State::failed:
                fail(handshake.problem());
            case Handshake::State::stopped:
                fail("ddcserver is being stopped");
        }
    }
}

void BridgedProgram::bind() {
    if (const auto problems = sockets_.bind(description_); !problems.empty())
        fail("the program's SOCKET ports cannot be used:" + as_lines(problems));
    if (const std::string taken = claim_entries(peer_, description_); !taken.empty()) fail(taken);
    for (std::size_t i = 0; i < description_.ports.ports.size(); ++i) {
        places_.emplace_back();
        const auto& offset = description_.layout.ports[i].offset;
        const bool is_data = description_.ports.ports[i].port_type == interface::PortType::data;
        if (is_data && offset) bind(i, *offset);
    }
    outputs_.add(peer_.id(header::execution_time), ddc::Type::real64);
    output_names_.push_back("execution_time");
    const Status status = peer_.table.write(peer_.id(header::time_mode), std::string("measured"));
    if (status != Status::ok) fail(peer_.table.explain(status));
}

/// If a vector has fewer elements than the port, the remaining entries keep the program's values.
void BridgedProgram::bind(std::size_t index, const interface::Offset& offset) {
    const Port& port = description_.ports.ports[index];
    Places& places = places_[index];
    places.is_data_output = port.is_output();
    places.first_output = outputs_.size();
    ddc::Id next = peer_.options.reference_id + static_cast<ddc::Id>(offset);
    for (const interface::Element& element : interface::elements(port.data_type)) {
        if (port.is_input()) places.input.add(next, interface::entry_type(element.kind));
        if (port.is_output()) {
            outputs_.add(next, interface::entry_type(element.kind));
            output_names_.push_back(port.name + element.suffix);
        }
        ++next;
    }
    static_cast<void>(peer_.table.read(places.input));
}

std::string BridgedProgram::name_of(std::size_t port) const {
    const Port& described = description_.ports.ports[port];
    return "port " + std::to_string(port) + " (" + described.name + ", " +
           describe(described.data_type) + ")";
}

const Port& BridgedProgram::input_port(std::size_t port) const {
    const std::size_t count = description_.ports.ports.size();
    if (port >= count)
        throw PacketError(
            "an input for port " + std::to_string(port) + ", but the program has " +
            (count == 0 ? "no ports" : "the ports 0 to " + std::to_string(count - 1)));
    const Port& found = description_.ports.ports[port];
    if (!found.is_input()) throw PacketError("an input for " + name_of(port) + ", an output");
    return found;
}

void BridgedProgram::take_input(std::size_t index, PayloadReader& payload, ValueFormat format) {
    const Port& port = input_port(index);
    try {
        if (port.port_type == interface::PortType::socket)
            return sockets_.receive(index, payload, format);
        if (!description_.layout.ports[index].offset) return;
        if (format == ValueFormat::json)
            montisim::read_json_value(port.data_type, payload.last_text(), places_[index].input, 0);
        else
            montisim::read_value(port.data_type, payload, places_[index].input, 0);
    } catch (const PacketError& error) {
        throw PacketError("the input for " + name_of(index) + ": " + error.what());
    }
    const ddc::Group& group = places_[index].input;
    if (const auto reason = departure(peer_, header_writes_)) fail(*reason);
    const Status status = group.size() == 0 ? Status::ok : peer_.table.write(group);
    if (status != Status::ok) fail(peer_.table.explain(status));
}

void BridgedProgram::run_cycle(double delta_s, ValueFormat format, PacketBuffer& answer) {
    if (!(delta_s >= 0 && delta_s <= longest_time_s))
        throw PacketError("delta_sec must be 0 to 1e9 s, is " + std::to_string(delta_s));
    now_ += sim_time(delta_s);
    sockets_.show(now_);
    const CycleEnd end = run_measured_cycle(peer_, header_writes_, delta_s, answers_);
    if (end.status == CycleStatus::stopped) fail("ddcserver is being stopped");
    if (end.status != CycleStatus::ok) fail(end.reason);
    read_outputs();
    const double execution_s = execution_time_s();
    sockets_.collect();
    const Sending sending{now_, now_ + sim_time(execution_s), {}};
    for (std::size_t i = 0; i < places_.size(); ++i) try {
            if (places_[i].is_data_output)
                write_output(i, format, answer);
            else
                sockets_.send(i, sending, format, answer);
        } catch (const PacketError& error) {
            throw PacketError("the output of " + name_of(i) + ": " + error.what());
        }
    answer.begin(PacketKind::time);
    answer.f64(execution_s);
    answer.end();
}

void BridgedProgram::read_outputs() {
    static_cast<void>(peer_.table.read(outputs_));  // each item has its status
    if (const auto reason = departure(peer_, header_writes_)) fail(*reason);
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
        const Status status = outputs_.item(i).status;
        if (status == Status::ok || status == Status::no_data) continue;  // never written: 0
        fail("output " + entry_name(outputs_.item(i).id, output_names_[i]) + ": " +
             to_string(status));
    }
}

double BridgedProgram::execution_time_s() const {
    const std::size_t item = outputs_.size() - 1;
    const double seconds = outputs_.real64(item);
    if (seconds >= 0 && seconds <= longest_time_s) return seconds;
    fail(entry_name(outputs_.item(item).id, "execution_time") + " must be 0 s or more, is " +
         std::to_string(seconds));
}

void BridgedProgram::write_output(std::size_t index, ValueFormat format,
                                  PacketBuffer& answer) const {
    const interface::DataType& type = description_.ports.ports[index].data_type;
    const bool is_json = format == ValueFormat::json;
    answer.begin(is_json ? PacketKind::output_json : PacketKind::output);
    answer.u16(static_cast<std::uint16_t>(index));
    if (is_json)
        montisim::write_json_value(type, outputs_, places_[index].first_output, answer);
    else
        montisim::write_value(type, outputs_, places_[index].first_output, answer);
    answer.end();
}

void BridgedProgram::fail(const std::string& reason) const {
    throw ProgramError(peer_.table.is_intact() ? reason : peer_.table.explain(Status::truncated));
}

}  // namespace gateway::tcp
