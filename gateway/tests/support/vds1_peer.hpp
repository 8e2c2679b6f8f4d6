// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/protocol/vds1/client.hpp>
#include "socket/udp_socket.hpp"

#include <doctest/doctest.h>

#include <poll.h>

#include <optional>

namespace gateway::tests {

/// A plant that a test controls: it receives CMDs and sends a STATE on each call.
class Vds1Peer {
  public:
    explicit Vds1Peer(const std::string& address = "127.0.0.1")
        : socket_(gateway::make_endpoint(address, 0)) {}

    std::uint16_t port() const { return socket_.local().port; }
    /// The options of a client of this plant, at any port.
    vds1::ClientOptions reached(vds1::ClientOptions options) const {
        options.peer_port = port();
        options.local_port = 0;
        return options;
    }

    /// The destination of STATEs.
    void set_client(std::uint16_t port) { client_ = gateway::make_endpoint("127.0.0.1", port); }

    void send(const vds1::State& state) {
        vds1::StateBuffer buffer;
        send(buffer.data(), vds1::encode(state, buffer));
    }
    void send(const std::byte* data, std::size_t size) {
        REQUIRE(socket_.send(client_, data, size));
    }

    /// The next queued CMD; datagrams on the loopback arrive when they are sent.
    std::optional<vds1::Cmd> next_cmd() {
        if (next_ == count_) {
            count_ = batch_.receive(socket_);
            next_ = 0;
        }
        if (next_ == count_) return std::nullopt;
        vds1::Cmd cmd;
        REQUIRE(vds1::decode(batch_.data(next_), batch_.size(next_), cmd) ==
                vds1::DecodeStatus::ok);
        ++next_;
        return cmd;
    }

  private:
    gateway::UdpSocket socket_;
    gateway::Endpoint client_;
    gateway::DatagramBatch batch_;
    std::size_t count_ = 0;
    std::size_t next_ = 0;
};

inline bool is_readable(int descriptor) {
    pollfd polled{descriptor, POLLIN, 0};
    return ::poll(&polled, 1, 0) == 1;
}

}  // namespace gateway::tests
