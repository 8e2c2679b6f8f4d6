// SPDX-License-Identifier: MIT
#pragma once

#include "link_fault.hpp"

#include "socket/endpoint.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gateway {

/// A datagram on a link.
struct LinkPacket {
    Endpoint peer{};  ///< its sender or receiver
    const std::byte* data = nullptr;
    std::size_t size = 0;
    std::chrono::nanoseconds waited{0};  ///< in the socket, before it reached the link
};

/// Reverses one bit of a packet. @param share its place, from 0 to below 1
void flip_bit(std::byte* data, std::size_t size, double share) noexcept;

/// Packets that are delayed, in memory that is allocated once.
class DelayedPackets {
  public:
    static constexpr std::size_t capacity = 1024;
    static constexpr std::size_t most_bytes = 1024;

    DelayedPackets();
    /// Copies the packet. @return false if it has no room
    bool add(const LinkPacket& packet, std::chrono::nanoseconds due) noexcept;
    /// Whether a packet is due.
    bool is_due(std::chrono::nanoseconds now) const noexcept {
        return !order_.empty() && order_.front().due <= now;
    }
    /// Removes the first packet in the order of time, then of add(). It is valid until the next
    /// add(). Precondition: there is one
    LinkPacket take() noexcept;

  private:
    struct Entry {
        std::chrono::nanoseconds due;
        std::uint64_t number;
        std::size_t slot;
        /// For a heap whose first is the earliest.
        bool operator<(const Entry& other) const noexcept {
            return due != other.due ? due > other.due : number > other.number;
        }
    };
    struct Slot {
        Endpoint peer;
        std::size_t size;
        std::array<std::byte, most_bytes> data;
    };

    std::vector<Slot> slots_;
    std::vector<std::size_t> free_;
    std::vector<Entry> order_;  ///< a heap
    std::uint64_t number_ = 0;
};

/// A link with faults, in one direction. Times are of any one clock. Does not allocate after the
/// constructor. Not thread-safe.
///
/// Packets that are delayed wait here. If there is no room for them, or they are longer than
/// DelayedPackets::most_bytes, they are lost.
class FaultyLink {
  public:
    /// @param direction see LinkFaults
    FaultyLink(const std::vector<AppliedFault>& faults, std::uint32_t direction)
        : faults_(faults, direction) {}

    /// Passes a packet that enters the link, after those that have arrived.
    /// @param arrive called with each LinkPacket that leaves the link now
    template <class Arrive>
    void pass(std::chrono::nanoseconds now, const LinkPacket& packet, Arrive&& arrive) {
        release(now, arrive);
        const PacketFate fate = faults_.next();
        if (fate.is_lost) return;
        const LinkPacket sent = fate.flipped_share ? flipped(packet, *fate.flipped_share) : packet;
        for (unsigned i = 0; i < fate.copies; ++i) {
            if (fate.delay > SimTime{0})
                static_cast<void>(delayed_.add(sent, now + fate.delay));
            else
                arrive(sent);
        }
    }
    /// Releases the packets that have arrived by now. @param arrive as in pass()
    template <class Arrive>
    void release(std::chrono::nanoseconds now, Arrive&& arrive) {
        while (delayed_.is_due(now)) arrive(delayed_.take());
    }

  private:
    LinkPacket flipped(const LinkPacket& packet, double share) noexcept;

    LinkFaults faults_;
    DelayedPackets delayed_;
    std::array<std::byte, DelayedPackets::most_bytes> changed_{};
};

/// A link with these faults; null if there are none.
std::unique_ptr<FaultyLink> create_faulty_link(const std::vector<AppliedFault>& faults,
                                               std::uint32_t direction);

}  // namespace gateway
