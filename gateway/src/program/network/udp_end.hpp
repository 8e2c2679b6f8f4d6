// SPDX-License-Identifier: MIT
#pragma once

#include "network_config.hpp"
#include "payload.hpp"

#include "socket/udp_socket.hpp"

namespace gateway {

/// A UDP peer outside that a SOCKET port is connected to. A datagram is one payload, see
/// Payload::encode. Never blocks; what waits to be taken waits in the kernel's queue.
class UdpEnd {
  public:
    /// @throws std::runtime_error if it cannot listen there
    explicit UdpEnd(const UdpConfig& config);

    /// What the program knows the peer by: "127.0.0.1:9002".
    const std::string& address() const noexcept { return address_; }
    /// Where it listens.
    Endpoint local() const { return socket_.local(); }

    /// @return false if the kernel did not take it
    bool send(const Payload& payload, const std::uint64_t* elements) noexcept;

    void begin_cycle() noexcept { looks_left_ = most_looks; }
    /// The first message that waits, or null. Datagrams of another sender, another length or with
    /// elements that cannot be are left out and counted.
    const std::uint64_t* first(const Payload& payload) noexcept;
    void take() noexcept { is_held_ = false; }

    std::uint64_t oversized() const noexcept { return oversized_; }
    std::uint64_t unreadable() const noexcept { return unreadable_; }
    /// Datagrams that the kernel had no room for.
    std::uint64_t dropped() const noexcept { return socket_.dropped(); }

  private:
    /// Datagrams looked at in one turn, so that a flood cannot hold it up.
    static constexpr int most_looks = 64;

    bool read(const Payload& payload, std::size_t size, const Endpoint& sender) noexcept;

    UdpSocket socket_;
    Endpoint peer_;
    std::string address_;
    std::array<std::byte, Payload::most_bytes + 1> buffer_{};
    std::array<std::uint64_t, Payload::most_elements> elements_{};
    int looks_left_ = 0;
    bool is_held_ = false;
    std::uint64_t oversized_ = 0;
    std::uint64_t unreadable_ = 0;
};

}  // namespace gateway
