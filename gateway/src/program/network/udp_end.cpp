// SPDX-License-Identifier: MIT
#include "udp_end.hpp"

namespace gateway {

UdpEnd::UdpEnd(const UdpConfig& config)
    : socket_(config.local), peer_(config.peer), address_(to_string(config.peer)) {}

bool UdpEnd::send(const Payload& payload, const std::uint64_t* elements, SimTime now) noexcept {
    payload.encode(elements, buffer_.data());
    const LinkPacket packet{peer_, buffer_.data(), payload.bytes()};
    if (!faults_) return transmit(packet);
    bool is_sent = true;
    faults_->pass(now, packet, [&](const LinkPacket& leaving) { is_sent &= transmit(leaving); });
    return is_sent;
}

void UdpEnd::begin_cycle(SimTime now) noexcept {
    looks_left_ = most_looks;
    if (faults_) faults_->release(now, [&](const LinkPacket& leaving) { transmit(leaving); });
}

const std::uint64_t* UdpEnd::first(const Payload& payload) noexcept {
    for (; !is_held_ && looks_left_ > 0; --looks_left_) {
        Endpoint sender;
        const auto size = socket_.receive(buffer_.data(), buffer_.size(), sender);
        if (!size) return nullptr;
        is_held_ = read(payload, *size, sender);
    }
    return is_held_ ? elements_.data() : nullptr;
}

bool UdpEnd::read(const Payload& payload, std::size_t size, const Endpoint& sender) noexcept {
    if (size > payload.bytes()) {
        ++oversized_;
        return false;
    }
    if (sender.address == peer_.address && size == payload.bytes() &&
        payload.decode(buffer_.data(), elements_.data()))
        return true;
    ++unreadable_;
    return false;
}

}  // namespace gateway
