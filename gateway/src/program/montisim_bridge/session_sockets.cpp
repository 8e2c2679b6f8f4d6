// SPDX-License-Identifier: MIT
#include "session_sockets.hpp"

#include "network/socket_description.hpp"

#include <ddc/interface/entry_type.hpp>

#include <algorithm>

namespace gateway::tcp {

namespace interface = ddc::interface;
using interface::Port;
using montisim::PacketBuffer;
using montisim::PacketKind;
using montisim::PayloadReader;

namespace {

bool is_carried(const ProgramDescription& description, std::size_t port) {
    return description.ports.ports[port].port_type == interface::PortType::socket &&
           description.layout.ports[port].offset;
}

/// A group with the items of one value. It is neither read nor written, so the ids do not matter.
ddc::Group group_of(const interface::DataType& type) {
    ddc::Group group;
    ddc::Id next = 0;
    for (const interface::Element& element : interface::elements(type))
        group.add(next++, interface::entry_type(element.kind));
    return group;
}

}  // namespace

SessionSockets::~SessionSockets() {
    for (const auto& bound : bound_)
        if (bound->links != nullptr) bound->links->close();
}

std::vector<std::string> SessionSockets::describe(ProgramDescription& description) const {
    std::vector<std::string> problems;
    for (std::size_t i = 0; i < description.ports.ports.size(); ++i) {
        if (!is_carried(description, i)) continue;
        for (std::string& problem : read_queues(table_, reference_id_, description.ports.ports[i],
                                                description.layout.ports[i]))
            problems.push_back(std::move(problem));
    }
    if (!problems.empty()) return problems;
    return check_layout(description.ports, description.layout, reference_id_, table_.capacity());
}

std::vector<std::string> SessionSockets::bind(const ProgramDescription& description) {
    std::vector<std::string> problems;
    bound_.clear();
    for (std::size_t i = 0; i < description.ports.ports.size(); ++i) {
        if (!is_carried(description, i)) continue;
        const std::string problem = add(description, i);
        if (!problem.empty())
            problems.push_back("port " + description.ports.ports[i].name + ": " + problem);
    }
    return problems;
}

/// @return why the port cannot be used, or nothing
std::string SessionSockets::add(const ProgramDescription& description, std::size_t port) {
    const Port& described = description.ports.ports[port];
    if (std::string problem = payload_problem(described); !problem.empty()) return problem;
    const interface::DataType& payload = *payload_of(described);
    NetworkSocket* links = nullptr;
    if (part_.network)
        for (NetworkSocket* socket : part_.network->sockets_of(part_.program))
            if (socket->name().port == described.name) links = socket;
    if (links != nullptr)
        if (std::string problem = part_.network->open(*links, payload, described.is_input());
            !problem.empty())
            return problem;
    bound_.push_back(std::make_unique<BoundPort>(BoundPort{
        port, described.name, described.data_type, Payload(payload),
        SocketQueues(table_, reference_id_, description.layout.ports[port], Payload(payload)),
        group_of(described.data_type), links}));
    return {};
}

std::vector<std::string> SessionSockets::ports() const {
    std::vector<std::string> names;
    for (const auto& bound : bound_) names.push_back(bound->name);
    return names;
}

SessionSockets::BoundPort* SessionSockets::find(std::size_t port) {
    const auto found = std::find_if(bound_.begin(), bound_.end(),
                                    [&](const auto& bound) { return bound->index == port; });
    return found == bound_.end() ? nullptr : found->get();
}

void SessionSockets::receive(std::size_t port, PayloadReader& payload, ValueFormat format) {
    BoundPort* const bound = find(port);
    if (bound == nullptr) return;
    if (format == ValueFormat::json)
        montisim::read_json_value(bound->type, payload.last_text(), bound->scratch, 0);
    else
        montisim::read_value(bound->type, payload, bound->scratch, 0);
    if (bound->waiting == most_waiting) {
        ++dropped_;
        return;
    }
    if (bound->waiting == bound->messages.size()) bound->messages.emplace_back();
    BoundPort::Message& message = bound->messages[bound->waiting++];
    message.address = bound->scratch.text(0);
    message.elements.resize(bound->payload.size());
    bound->payload.load(bound->scratch, 1, message.elements.data());
}

void SessionSockets::show(SimTime now) {
    for (const auto& bound : bound_) {
        if (bound->links != nullptr) bound->links->begin_cycle(now, {});
        if (!bound->queues.has_room()) continue;
        show_simulators(*bound);
        if (bound->links != nullptr) show_links(*bound);
        const std::size_t count = bound->queues.put_so_far();
        if (!bound->queues.show()) dropped_ += count;
    }
}

void SessionSockets::show_simulators(BoundPort& bound) {
    std::size_t shown = 0;
    while (shown < bound.waiting &&
           bound.queues.put(bound.messages[shown].address, bound.messages[shown].elements.data()))
        ++shown;
    const auto first = bound.messages.begin();
    std::rotate(first, first + static_cast<std::ptrdiff_t>(shown), bound.messages.end());
    bound.waiting -= shown;
}

void SessionSockets::show_links(BoundPort& bound) {
    NetworkSocket::Received message;
    while (bound.links->first(message) && bound.queues.put(*message.from, message.elements))
        bound.links->take();
}

void SessionSockets::collect() {
    for (const auto& bound : bound_) bound->queues.collect(counters_);
}

void SessionSockets::send(std::size_t port, const Sending& sending, ValueFormat format,
                          PacketBuffer& answer) {
    BoundPort* const bound = find(port);
    if (bound == nullptr) return;
    bound->queues.hand_over([&](const std::string& to, const std::uint64_t* elements) {
        if (bound->links != nullptr) bound->links->send(to, elements, sending);
        bound->scratch.set(0, to);
        bound->payload.store(elements, bound->scratch, 1);
        const bool is_json = format == ValueFormat::json;
        answer.begin(is_json ? PacketKind::output_json : PacketKind::output);
        answer.u16(static_cast<std::uint16_t>(port));
        if (is_json)
            montisim::write_json_value(bound->type, bound->scratch, 0, answer);
        else
            montisim::write_value(bound->type, bound->scratch, 0, answer);
        answer.end();
    });
}

}  // namespace gateway::tcp
