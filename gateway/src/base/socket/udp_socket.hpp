// SPDX-License-Identifier: MIT
#pragma once

#include "endpoint.hpp"

#include "posix/descriptor.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <time.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace gateway {

/// A bound, non-blocking UDP socket. It does not check the addresses of datagrams.
class UdpSocket {
  public:
    /// @param local with port 0: any free port
    /// @throws std::runtime_error with the endpoint, and advice if it is in use
    explicit UdpSocket(const Endpoint& local);
    UdpSocket(const UdpSocket&) = delete;
    UdpSocket& operator=(const UdpSocket&) = delete;

    /// Readable when a datagram has arrived. The socket keeps ownership.
    int descriptor() const noexcept { return descriptor_.get(); }
    /// The endpoint to which it is bound.
    Endpoint local() const;

    /// @return false if the kernel rejected it, for instance because its queue is full
    bool send(const Endpoint& to, const std::byte* data, std::size_t size) const noexcept;

    /// Receives one datagram; bytes after `size` are cut off.
    /// @return its length, nothing if there is none
    std::optional<std::size_t> receive(std::byte* data, std::size_t size,
                                       Endpoint& from) const noexcept;

    /// Makes the kernel note when datagrams arrive, for DatagramBatch::waited(); it may refuse.
    void stamp_arrivals() noexcept;

    /// Datagrams that the kernel dropped because the socket's queue was full.
    std::uint64_t dropped() const noexcept;

  private:
    Descriptor descriptor_;
};

/// Receives several datagrams by one system call, into memory that is allocated once.
class DatagramBatch {
  public:
    static constexpr std::size_t capacity = 32;
    /// One more than the longest packet, so that a datagram which was cut off is too long as well.
    static constexpr std::size_t datagram_bytes = 513;

    DatagramBatch();
    DatagramBatch(const DatagramBatch&) = delete;
    DatagramBatch& operator=(const DatagramBatch&) = delete;

    /// Receives the datagrams that have arrived, up to the capacity. @return their number
    std::size_t receive(const UdpSocket& socket) noexcept;

    const std::byte* data(std::size_t index) const noexcept { return buffers_[index].data(); }
    std::size_t size(std::size_t index) const noexcept { return messages_[index].msg_len; }
    Endpoint from(std::size_t index) const noexcept;
    /// How long the datagram had been in the socket when receive() was called; 0 if the socket does
    /// not stamp arrivals, or the wall clock was set meanwhile.
    std::chrono::nanoseconds waited(std::size_t index) const noexcept;

  private:
    /// For the time of arrival of one datagram.
    struct alignas(cmsghdr) Control {
        std::array<std::byte, CMSG_SPACE(sizeof(timespec))> bytes;
    };

    std::array<std::array<std::byte, datagram_bytes>, capacity> buffers_;
    std::array<sockaddr_in, capacity> senders_{};
    std::array<iovec, capacity> parts_{};
    std::array<Control, capacity> controls_;
    std::array<mmsghdr, capacity> messages_{};
    std::chrono::system_clock::time_point received_at_;
};

}  // namespace gateway
