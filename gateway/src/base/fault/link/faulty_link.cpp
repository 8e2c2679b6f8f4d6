// SPDX-License-Identifier: MIT
#include "faulty_link.hpp"

#include <algorithm>

namespace gateway {

void flip_bit(std::byte* data, std::size_t size, double share) noexcept {
    if (size == 0) return;
    const auto bit = static_cast<std::size_t>(share * static_cast<double>(8 * size));
    data[bit / 8] ^= std::byte{1} << bit % 8;
}

DelayedPackets::DelayedPackets() : slots_(capacity) {
    order_.reserve(capacity);
    for (std::size_t i = 0; i < capacity; ++i) free_.push_back(i);
}

bool DelayedPackets::add(const LinkPacket& packet, std::chrono::nanoseconds due) noexcept {
    if (free_.empty() || packet.size > most_bytes) return false;
    const std::size_t slot = free_.back();
    free_.pop_back();
    slots_[slot].peer = packet.peer;
    slots_[slot].size = packet.size;
    std::copy_n(packet.data, packet.size, slots_[slot].data.begin());
    order_.push_back({due, number_++, slot});
    std::push_heap(order_.begin(), order_.end());
    return true;
}

LinkPacket DelayedPackets::take() noexcept {
    std::pop_heap(order_.begin(), order_.end());
    const std::size_t slot = order_.back().slot;
    order_.pop_back();
    free_.push_back(slot);
    return {slots_[slot].peer, slots_[slot].data.data(), slots_[slot].size, {}};
}

/// A longer packet stays as it is.
LinkPacket FaultyLink::flipped(const LinkPacket& packet, double share) noexcept {
    if (packet.size > changed_.size()) return packet;
    std::copy_n(packet.data, packet.size, changed_.begin());
    flip_bit(changed_.data(), packet.size, share);
    return {packet.peer, changed_.data(), packet.size, packet.waited};
}

std::unique_ptr<FaultyLink> create_faulty_link(const std::vector<AppliedFault>& faults,
                                               std::uint32_t direction) {
    return faults.empty() ? nullptr : std::make_unique<FaultyLink>(faults, direction);
}

}  // namespace gateway
