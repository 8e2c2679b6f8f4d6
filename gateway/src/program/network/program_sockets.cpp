// SPDX-License-Identifier: MIT
#include "program_sockets.hpp"

#include "socket_description.hpp"

#include <algorithm>

namespace gateway {

namespace interface = ddc::interface;
namespace entry = ddc::interface::socket_entry;
using ddc::Id;
using ddc::Status;
using interface::Port;

namespace {

/// @return the index of the SOCKET port of that name, or nothing
std::optional<std::size_t> find_port(const ProgramDescription& description,
                                     const std::string& name) {
    const std::vector<Port>& ports = description.ports.ports;
    for (std::size_t i = 0; i < ports.size(); ++i)
        if (ports[i].name == name && ports[i].port_type == interface::PortType::socket) return i;
    return std::nullopt;
}

void append(std::vector<std::string>& all, std::vector<std::string> more) {
    all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

std::vector<std::string> ProgramSockets::describe(ProgramDescription& description) const {
    std::vector<std::string> problems;
    for (const NetworkSocket* socket : sockets_) {
        const auto i = find_port(description, socket->name().port);
        if (!i || !description.layout.ports[*i].offset) continue;  // bind() reports the problem
        const Port& port = description.ports.ports[*i];
        append(problems, read_queues(table_, reference_id_, port, description.layout.ports[*i]));
    }
    if (!problems.empty()) return problems;
    return check_layout(description.ports, description.layout, reference_id_, table_.capacity());
}

/// Why a port cannot be used as the configuration requires, or nothing.
std::string ProgramSockets::problem_of(const NetworkSocket& socket,
                                       const ProgramDescription& description,
                                       std::size_t index) const {
    const Port& port = description.ports.ports[index];
    if (!description.layout.ports[index].offset) return "has no slot in the program's slot table";
    if (socket.must_send() && !port.is_output()) return "is an INPUT, but a link begins there";
    if (socket.must_receive() && !port.is_input()) return "is an OUTPUT, but a link ends there";
    return payload_problem(port);
}

std::vector<std::string> ProgramSockets::bind(const ProgramDescription& description) {
    std::vector<std::string> problems;
    bound_.clear();
    for (NetworkSocket* socket : sockets_) {
        const std::string& name = socket->name().port;
        const auto i = find_port(description, name);
        const bool is_placed = i && description.layout.ports[*i].offset;
        if (!is_placed && !socket->is_required()) continue;  // not reached by a broadcast
        const std::string problem =
            i ? bind(*socket, description, *i)
              : "named in `sockets`, but the program has no SOCKET port of that name";
        if (!problem.empty()) problems.push_back("port " + name + ": " + problem);
    }
    return problems;
}

/// @return why the port cannot be used, or nothing
std::string ProgramSockets::bind(NetworkSocket& socket, const ProgramDescription& description,
                                 std::size_t port) {
    if (std::string problem = problem_of(socket, description, port); !problem.empty())
        return problem;
    const interface::DataType& payload = *payload_of(description.ports.ports[port]);
    const bool is_input = description.ports.ports[port].is_input();
    if (std::string problem = network_.open(socket, payload, is_input); !problem.empty())
        return problem;
    bound_.push_back({&socket, SocketQueues(table_, reference_id_, description.layout.ports[port],
                                            Payload(payload))});
    return {};
}

std::vector<std::string> ProgramSockets::ports() const {
    std::vector<std::string> names;
    for (const BoundSocket& bound : bound_) names.push_back(bound.socket->name().port);
    return names;
}

void ProgramSockets::set_faults(const std::vector<AppliedFault>& faults) {
    for (NetworkSocket* socket : sockets_) {
        std::vector<AppliedFault> of_port;
        for (const AppliedFault& applied : faults)
            if (applied.fault.part == socket->name().port) of_port.push_back(applied);
        if (!of_port.empty()) socket->set_faults(of_port);
    }
}

void ProgramSockets::deliver(const CycleInput& input, bool is_there) {
    const auto& position_m = input.feedback.state.position_m;
    for (BoundSocket& bound : bound_) {
        bound.socket->begin_cycle(input.now, {position_m.x(), position_m.y()});
        if (is_there && bound.queues.has_room()) deliver(bound);
    }
}

void ProgramSockets::deliver(BoundSocket& bound) {
    NetworkSocket::Received message;
    while (bound.socket->first(message) && bound.queues.put(*message.from, message.elements))
        bound.socket->take();
    const std::size_t count = bound.queues.put_so_far();
    SocketSummary& counters = bound.socket->counters();
    (bound.queues.show() ? counters.delivered : counters.queue_full) += count;
}

void ProgramSockets::collect() {
    for (BoundSocket& bound : bound_) bound.queues.collect(bound.socket->counters());
}

void ProgramSockets::post(const CycleRecord& record) {
    const auto& position_m = record.feedback.state.position_m;
    const Sending sending{record.now, record.schedule.act_at, {position_m.x(), position_m.y()}};
    for (BoundSocket& bound : bound_)
        bound.queues.hand_over([&](const std::string& to, const std::uint64_t* elements) {
            bound.socket->send(to, elements, sending);
        });
}

void ProgramSockets::close() noexcept {
    for (BoundSocket& bound : bound_) bound.socket->close();
}

/// Includes ports that a restarted program no longer has.
std::vector<SocketSummary> ProgramSockets::summaries() const {
    std::vector<SocketSummary> all;
    for (const NetworkSocket* socket : sockets_)
        if (socket->is_open()) all.push_back(socket->summary());
    return all;
}

}  // namespace gateway
