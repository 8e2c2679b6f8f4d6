// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/group.hpp>
#include <ddc/interface/layout.hpp>
#include <ddc/interface/table_value.hpp>
#include <ddc/table.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ddc::interface {

/// A packet of a SOCKET port. `address` is the sender's on receiving, the receiver's on sending.
template <typename T>
struct Packet {
    std::string address;  ///< at most max_string_length bytes
    T payload;
};

/// The two queues of one SOCKET port, seen from the program. The reader of a queue resets its count
/// to zero; its writer writes the next packets only after that.
class SocketPort {
  public:
    /// @param place the port's descriptor and queues. Precondition: it has an offset
    /// @param kinds the entries of one packet: its address, then its payload
    SocketPort(const PortPlace& place, Id reference_id, const std::vector<ElementKind>& kinds);

    /// Reads the packets of the input queue, and empties it. A count out of range is limited to the
    /// size of the queue. @return ok also if there is no packet, or no input queue
    Status receive(Table& table);
    /// Writes the queued packets if the other side has read all earlier ones; else they stay
    /// queued.
    /// @return ok also if nothing was written for that reason
    Status send(Table& table);

    /// The packets of the last receive(), oldest first. Precondition: T has the entries of `kinds`.
    template <typename T>

    std::vector<Packet<T>> received() const {
        std::vector<Packet<T>> packets;
        for (std::size_t i = 0; i < received_; ++i) {
            auto [address, payload] = Entries<T>::load(input_, i * Entries<T>::count);
            packets.push_back({std::move(address), std::move(payload)});
        }
        return packets;
    }

    /// Queues a packet for send(). @return false if the queue is full
    template <typename T>
    bool queue(const Packet<T>& packet) {
        if (queued_ == output_places_) return false;
        Entries<T>::store(output_, queued_++ * Entries<T>::count, {packet.address, packet.payload});
        return true;
    }

    /// @name By items, for a payload that is known only at run time
    /// A packet is its address and its payload, in consecutive items.
    /// @{

    /// Number of packets of the last receive().
    std::size_t received_count() const { return received_; }
    /// Packet after packet, received_count() times packet_size() items; the others have no meaning.
    const Group& received_items() const { return input_; }
    /// Queues a packet, whose items the caller then sets. @return its first item of queued_items(),
    /// or nothing if the queue is full
    std::optional<std::size_t> queue_packet() {
        if (queued_ == output_places_) return std::nullopt;
        return queued_++ * packet_size_;
    }
    /// The items of the queued packets, one packet after the other; see queue_packet().
    Group& queued_items() { return output_; }
    /// Items per packet.
    std::size_t packet_size() const { return packet_size_; }
    /// @}

  private:
    template <typename T>
    using Entries = TableValue<std::tuple<std::string, T>>;

    // Each consists of its packets, followed by its count.
    Group input_;
    Group output_;
    std::size_t packet_size_;
    std::size_t input_places_;
    std::size_t output_places_;
    std::size_t received_ = 0;
    std::size_t queued_ = 0;
};

}  // namespace ddc::interface
