// SPDX-License-Identifier: MIT
#pragma once

#include "socket/udp_socket.hpp"

#include <gateway/protocol/vds1/codec.hpp>

#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace gateway::vds1 {

/// STATEs that are sent together, in memory that is allocated once. STATEs with the same receiver
/// and length are passed to the kernel as one datagram that it segments (UDP_SEGMENT), if it can.
class SendBatch {
  public:
    static constexpr std::size_t capacity = 64;

    /// @param socket must outlive this object
    explicit SendBatch(const UdpSocket& socket);
    SendBatch(const SendBatch&) = delete;
    SendBatch& operator=(const SendBatch&) = delete;

    /// Adds a STATE; sends the batch first if it is full.
    void add(const Endpoint& to, const State& state) noexcept;
    /// The same with an encoded one, of at most max_state_bytes.
    void add(const Endpoint& to, const std::byte* data, std::size_t size) noexcept;
    /// Sends all STATEs. Those that the kernel rejects are dropped and counted.
    void flush() noexcept;
    std::uint64_t refused() const noexcept { return refused_; }

  private:
    /// Control data of a message: the length of a segment.
    struct alignas(cmsghdr) Control {
        std::array<std::byte, CMSG_SPACE(sizeof(std::uint16_t))> bytes;
    };
    bool leave_together(std::size_t one, std::size_t other) const noexcept;
    void gather() noexcept;
    void add_message(std::size_t receiver, iovec* parts, std::size_t count) noexcept;
    void send_one_by_one(const msghdr& message, int error) noexcept;

    const UdpSocket& socket_;
    std::array<StateBuffer, capacity> buffers_;
    std::array<sockaddr_in, capacity> receivers_{};
    std::array<iovec, capacity> parts_{};
    std::array<iovec, capacity> gathered_{};  ///< the same, sorted by message
    std::array<mmsghdr, capacity> messages_{};
    std::array<Control, capacity> controls_{};
    std::size_t count_ = 0;
    std::size_t message_count_ = 0;
    bool can_segment_ = true;
    std::uint64_t refused_ = 0;
};

}  // namespace gateway::vds1
