// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"

#include <doctest/doctest.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <string>

namespace tests {

/// A client's connection that can violate HTTP.
class Client {
  public:
    explicit Client(std::uint16_t port)
        : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(port);
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        is_connected_ = ::connect(socket_.get(), reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
    }
    bool is_there() const { return is_connected_; }
    void send(const std::string& text) const {
        static_cast<void>(::send(socket_.get(), text.data(), text.size(), MSG_NOSIGNAL));
    }
    /// Whether the connection has ended, or ends within that time.
    bool has_ended(int wait_ms) const {
        pollfd wait{socket_.get(), POLLIN, 0};
        char byte = 0;
        return ::poll(&wait, 1, wait_ms) == 1 && ::recv(socket_.get(), &byte, 1, MSG_PEEK) <= 0;
    }
    /// Everything received up to that text, or up to the end of the connection.
    std::string read_until(const std::string& text) const {
        std::string all;
        char bytes[4096];
        while (all.find(text) == std::string::npos) {
            pollfd wait{socket_.get(), POLLIN, 0};
            REQUIRE(::poll(&wait, 1, limit_ms) == 1);
            const ssize_t count = ::recv(socket_.get(), bytes, sizeof bytes, 0);
            if (count <= 0) break;
            all.append(bytes, static_cast<std::size_t>(count));
        }
        return all;
    }
    std::string read_to_end() const { return read_until(std::string("\0never", 6)); }

  private:
    static constexpr int limit_ms = 20'000;

    gateway::Descriptor socket_;
    bool is_connected_ = false;
};

}  // namespace tests
