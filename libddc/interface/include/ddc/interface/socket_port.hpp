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

/// What a SOCKET port carries: the sender's address on receiving, the receiver's on sending.
template <typename T>
struct Packet {
    std::string address;
    T payload;
};

/// The two queues of one SOCKET port, seen from the program. The reader of a queue sets its count
/// back to zero, and only then its writer fills it anew.
class SocketPort {
  public:
    /// `kinds` are the entries of one packet.
    SocketPort(const PortPlace& place, Id reference_id, const std::vector<ElementKind>& kinds);

    /// Takes what has arrived, and leaves the input queue empty.
    Status receive(Table& table);
    /// Hands over what was queued if the other side has taken all that was before it.
    Status send(Table& table);

    template <typename T>
    std::vector<Packet<T>> received() const {
        std::vector<Packet<T>> packets;
        for (std::size_t i = 0; i < received_; ++i) {
            auto [address, payload] = Entries<T>::load(input_, i * Entries<T>::count);
            packets.push_back({std::move(address), std::move(payload)});
        }
        return packets;
    }

    template <typename T>
    bool queue(const Packet<T>& packet) {
        if (queued_ == output_places_) return false;
        Entries<T>::store(output_, queued_++ * Entries<T>::count, {packet.address, packet.payload});
        return true;
    }

    /// @name By items, of a payload that is known at run time only
    /// A packet is its address and its payload, in consecutive items.
    /// @{
    std::size_t received_count() const { return received_; }
    /// Packet after packet.
    const Group& received_items() const { return input_; }
    /// Queues a packet that has yet to be filled in. @return its first item of queued_items(), or
    /// nothing if as many packets as the queue has room for are waiting already
    std::optional<std::size_t> queue_packet() {
        if (queued_ == output_places_) return std::nullopt;
        return queued_++ * packet_size_;
    }
    Group& queued_items() { return output_; }
    std::size_t packet_size() const { return packet_size_; }
    /// @}

  private:
    template <typename T>
    using Entries = TableValue<std::tuple<std::string, T>>;

    // Each has its packets and behind them its count.
    Group input_;
    Group output_;
    std::size_t packet_size_;
    std::size_t input_places_;
    std::size_t output_places_;
    std::size_t received_ = 0;
    std::size_t queued_ = 0;
};

}  // namespace ddc::interface
