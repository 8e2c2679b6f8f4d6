// SPDX-License-Identifier: MIT
#include "network_socket.hpp"

#include <algorithm>

namespace gateway {

void NetworkSocket::add_incoming(Link& link, const std::string& address) {
    const auto place = std::upper_bound(incoming_.begin(), incoming_.end(), link.from().program,
                                        [](std::size_t program, const Connection& connection) {
                                            return program < connection.link->from().program;
                                        });
    incoming_.insert(place, {&link, address});
}

bool NetworkSocket::must_send() const noexcept {
    return std::any_of(outgoing_.begin(), outgoing_.end(),
                       [](const Connection& c) { return c.link->is_required(); });
}

bool NetworkSocket::must_receive() const noexcept {
    return std::any_of(incoming_.begin(), incoming_.end(),
                       [](const Connection& c) { return c.link->is_required(); });
}

bool NetworkSocket::is_required() const noexcept {
    return !udp_.empty() || must_send() || must_receive();
}

void NetworkSocket::open(const Payload& payload, bool is_input) {
    payload_ = payload;
    is_open_ = true;
    for (const Connection& connection : outgoing_) connection.link->reserve(payload);
    for (const Connection& connection : incoming_)
        if (is_input) connection.link->open_end();
}

void NetworkSocket::set_faults(const std::vector<AppliedFault>& faults) {
    std::uint32_t direction = 0;
    for (const Connection& connection : outgoing_) connection.link->set_faults(faults, direction++);
    for (const auto& udp : udp_) udp->set_faults(faults, direction++);
}

void NetworkSocket::close() noexcept {
    for (const Connection& connection : incoming_) connection.link->close_end(now_);
}

void NetworkSocket::send(const std::string& to, const std::uint64_t* elements,
                         const Sending& sending) noexcept {
    const bool is_to_all = to.empty() || to == to_all;
    bool is_addressed = false;
    for (const Connection& connection : outgoing_) {
        if (!is_to_all && connection.address != to) continue;
        if (!connection.link->has_receiver(sending.cycle)) continue;
        is_addressed = true;
        const Link::Fate fate = connection.link->send(elements, sending);
        if (fate == Link::Fate::lost) ++counters_.lost;
        if (fate == Link::Fate::no_room) ++counters_.queue_full;
    }
    for (const auto& udp : udp_) {
        if (!is_to_all && udp->address() != to) continue;
        is_addressed = true;
        if (!udp->send(payload_, elements, sending.leaves)) ++counters_.queue_full;
    }
    ++counters_.sent;
    if (!is_addressed) ++counters_.no_receiver;
}

void NetworkSocket::begin_cycle(SimTime now, const Place& place) noexcept {
    if (has_begun_) cycle_before_ = now_;
    has_begun_ = true;
    const Place& place_then = cycle_before_ ? place_ : place;
    now_ = now;
    for (const Connection& connection : incoming_)
        counters_.out_of_range += connection.link->admit(now, place_then);
    for (const auto& udp : udp_) udp->begin_cycle(now);
    place_ = place;
}

bool NetworkSocket::first(Received& received) noexcept {
    first_link_ = nullptr;
    first_udp_ = nullptr;
    SimTime earliest{0};
    for (const Connection& connection : incoming_) {
        Arrival arrival;
        if (!connection.link->first(now_, arrival)) continue;
        if (first_link_ != nullptr && arrival.at >= earliest) continue;
        first_link_ = connection.link;
        earliest = arrival.at;
        is_late_ = cycle_before_ && arrival.at <= *cycle_before_ && arrival.cycle < *cycle_before_;
        received = {&connection.address, arrival.elements};
    }
    if (first_link_ != nullptr) return true;
    for (const auto& udp : udp_) {
        const std::uint64_t* elements = udp->first(payload_);
        if (elements == nullptr) continue;
        first_udp_ = udp.get();
        received = {&udp->address(), elements};
        return true;
    }
    return false;
}

void NetworkSocket::take() noexcept {
    if (first_link_ == nullptr) return first_udp_->take();
    first_link_->take(now_);
    if (is_late_) ++counters_.late;
}

SocketSummary NetworkSocket::summary() const {
    SocketSummary summary = counters_;
    summary.port = name_.port;
    for (const auto& udp : udp_) {
        summary.oversized += udp->oversized();
        summary.unreadable += udp->unreadable();
        summary.dropped += udp->dropped();
    }
    return summary;
}

}  // namespace gateway
