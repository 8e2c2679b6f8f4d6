// SPDX-License-Identifier: MIT
#pragma once

#include "network_config.hpp"
#include "payload.hpp"

#include "fault/link/faulty_link.hpp"
#include "socket/udp_socket.hpp"

#include <memory>
#include <vector>

namespace gateway {

/// An external UDP peer of a SOCKET port. A datagram is one payload, see Payload::encode. Never
/// blocks; received datagrams wait in the kernel's queue.
class UdpEnd {
  public:
    /// @throws std::runtime_error if the local port cannot be opened
    explicit UdpEnd(const UdpConfig& config);

    /// The peer's address in the program's messages: "127.0.0.1:9002".
    const std::string& address() const noexcept { return address_; }
    /// The local address.
    Endpoint local() const { return socket_.local(); }

    /// Adds faults to what is sent, before the first cycle. @param direction see LinkFaults
    void set_faults(const std::vector<AppliedFault>& faults, std::uint32_t direction) {
        faults_ = create_faulty_link(faults, direction);
    }

    /// @param now simulated time, for faults
    /// @return false if the kernel has not accepted the datagram
    bool send(const Payload& payload, const std::uint64_t* elements, SimTime now) noexcept;

    void begin_cycle(SimTime now) noexcept;
    /// The first waiting message, or null. Datagrams of another sender, of another length or with
    /// invalid elements are dropped and counted.
    const std::uint64_t* first(const Payload& payload) noexcept;
    void take() noexcept { is_held_ = false; }

    std::uint64_t oversized() const noexcept { return oversized_; }
    std::uint64_t unreadable() const noexcept { return unreadable_; }
    /// Datagrams that the kernel had no room for.
    std::uint64_t dropped() const noexcept { return socket_.dropped(); }

  private:
    /// Most datagrams that are read in one cycle, so that many of them cannot delay it.
    static constexpr int most_looks = 64;

    bool transmit(const LinkPacket& packet) noexcept {
        return socket_.send(packet.peer, packet.data, packet.size);
    }
    bool read(const Payload& payload, std::size_t size, const Endpoint& sender) noexcept;

    UdpSocket socket_;
    Endpoint peer_;
    std::string address_;
    std::unique_ptr<FaultyLink> faults_;  ///< null: none
    std::array<std::byte, Payload::most_bytes + 1> buffer_{};
    std::array<std::uint64_t, Payload::most_elements> elements_{};
    int looks_left_ = 0;
    bool is_held_ = false;
    std::uint64_t oversized_ = 0;
    std::uint64_t unreadable_ = 0;
};

}  // namespace gateway
