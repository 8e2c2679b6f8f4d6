// SPDX-License-Identifier: MIT
#pragma once

#include "endpoint.hpp"

#include "posix/descriptor.hpp"

#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace gateway {

/// A bound UDP socket that never blocks. Whatever address a datagram comes from or goes to is the
/// caller's affair.
class UdpSocket {
  public:
    /// @param local port 0 takes a free one
    /// @throws std::runtime_error naming the endpoint, and what to do if it is in use
    explicit UdpSocket(const Endpoint& local);
    UdpSocket(const UdpSocket&) = delete;
    UdpSocket& operator=(const UdpSocket&) = delete;

    /// Readable when a datagram waits. It stays the socket's.
    int descriptor() const noexcept { return descriptor_.get(); }
    /// Where it is bound.
    Endpoint local() const;

    /// @return false if the kernel did not take it, for instance because its queue is full
    bool send(const Endpoint& to, const std::byte* data, std::size_t size) const noexcept;

    /// Takes one datagram; what is longer than `size` is cut off.
    /// @return its bytes, nothing if none waits
    std::optional<std::size_t> receive(std::byte* data, std::size_t size,
                                       Endpoint& from) const noexcept;

    /// Datagrams for it that the kernel dropped, since its queue was full.
    std::uint64_t dropped() const noexcept;

  private:
    Descriptor descriptor_;
};

/// What one system call takes from a socket, in space that is set aside once.
class DatagramBatch {
  public:
    static constexpr std::size_t capacity = 32;
    /// One more than any packet's length: whatever is cut off is too long as well.
    static constexpr std::size_t datagram_bytes = 513;

    DatagramBatch();
    DatagramBatch(const DatagramBatch&) = delete;
    DatagramBatch& operator=(const DatagramBatch&) = delete;

    /// Takes what waits, up to the capacity. @return how many datagrams, 0 if none waits
    std::size_t receive(const UdpSocket& socket) noexcept;

    const std::byte* data(std::size_t index) const noexcept { return buffers_[index].data(); }
    std::size_t size(std::size_t index) const noexcept { return messages_[index].msg_len; }
    Endpoint from(std::size_t index) const noexcept;

  private:
    std::array<std::array<std::byte, datagram_bytes>, capacity> buffers_;
    std::array<sockaddr_in, capacity> senders_{};
    std::array<iovec, capacity> parts_{};
    std::array<mmsghdr, capacity> messages_{};
};

}  // namespace gateway
