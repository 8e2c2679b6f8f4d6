// SPDX-License-Identifier: MIT
#include "network.hpp"

#include <algorithm>

namespace gateway {

Network::Network(const NetworkConfig& config, const std::vector<std::string>& addresses)
    : addresses_(addresses) {
    constexpr std::uint64_t default_seed = 1;
    const std::uint64_t seed = config.seed.value_or(default_seed);
    for (const LinkConfig& link : config.links) {
        Link& made = *links_.emplace_back(std::make_unique<Link>(link, seed));
        socket(link.from).add_outgoing(made, addresses[link.to.program]);
        socket(link.to).add_incoming(made, addresses[link.from.program]);
    }
    for (const UdpConfig& udp : config.udp) socket(udp.socket).connect(udp);
}

/// The socket of that name; created if it does not exist.
NetworkSocket& Network::socket(const SocketName& name) {
    const auto found = std::find_if(sockets_.begin(), sockets_.end(),
                                    [&](const auto& socket) { return socket->name() == name; });
    if (found != sockets_.end()) return **found;
    return *sockets_.emplace_back(std::make_unique<NetworkSocket>(name));
}

std::vector<NetworkSocket*> Network::sockets_of(std::size_t program) {
    std::vector<NetworkSocket*> found;
    for (const auto& socket : sockets_)
        if (socket->name().program == program) found.push_back(socket.get());
    return found;
}

std::string Network::open(NetworkSocket& socket, const ddc::interface::DataType& payload,
                          bool is_input) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto known = std::find_if(types_.begin(), types_.end(), [&](const KnownType& type) {
        return type.name == socket.name();
    });
    if (known != types_.end())
        return known->payload == payload ? "" : "carries another type than before";
    const KnownType type{socket.name(), payload};
    for (const auto& link : links_) {
        if (link->from() == type.name)
            if (auto problem = mismatch(type, link->to()); !problem.empty()) return problem;
        if (link->to() == type.name)
            if (auto problem = mismatch(type, link->from()); !problem.empty()) return problem;
    }
    types_.push_back(type);
    socket.open(Payload(payload), is_input);
    return {};
}

/// Why the types of `other`, if known, and of this port differ, or nothing.
std::string Network::mismatch(const KnownType& type, const SocketName& other) const {
    const auto known = std::find_if(types_.begin(), types_.end(),
                                    [&](const KnownType& one) { return one.name == other; });
    if (known == types_.end() || known->payload == type.payload) return {};
    return "carries " + describe(type.payload) + ", but port '" + other.port + "' of '" +
           addresses_[other.program] + "', to which '" + type.name.port +
           "' is connected, carries " + describe(known->payload);
}

}  // namespace gateway
