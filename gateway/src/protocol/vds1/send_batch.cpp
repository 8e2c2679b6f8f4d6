// SPDX-License-Identifier: MIT
#include "send_batch.hpp"

#include "socket/socket_address.hpp"

#include <netinet/udp.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace gateway::vds1 {

SendBatch::SendBatch(const UdpSocket& socket) : socket_(socket) {
    for (std::size_t i = 0; i < capacity; ++i) parts_[i].iov_base = buffers_[i].data();
}

void SendBatch::add(const Endpoint& to, const State& state) noexcept {
    if (count_ == capacity) flush();
    receivers_[count_] = to_sockaddr(to);
    parts_[count_].iov_len = encode(state, buffers_[count_]);
    ++count_;
}

void SendBatch::add(const Endpoint& to, const std::byte* data, std::size_t size) noexcept {
    if (count_ == capacity) flush();
    receivers_[count_] = to_sockaddr(to);
    parts_[count_].iov_len = std::min(size, buffers_[count_].size());
    std::copy_n(data, parts_[count_].iov_len, buffers_[count_].data());
    ++count_;
}

bool SendBatch::leave_together(std::size_t one, std::size_t other) const noexcept {
    return can_segment_ && parts_[one].iov_len == parts_[other].iov_len &&
           receivers_[one].sin_port == receivers_[other].sin_port &&
           receivers_[one].sin_addr.s_addr == receivers_[other].sin_addr.s_addr;
}

/// Groups the datagrams that can be sent together into one message each, in their order.
void SendBatch::gather() noexcept {
    std::array<bool, capacity> is_taken{};
    std::size_t end = 0;
    message_count_ = 0;
    for (std::size_t i = 0; i < count_; ++i) {
        if (is_taken[i]) continue;
        const std::size_t begin = end;
        gathered_[end++] = parts_[i];
        for (std::size_t j = i + 1; j < count_; ++j) {
            if (is_taken[j] || !leave_together(i, j)) continue;
            is_taken[j] = true;
            gathered_[end++] = parts_[j];
        }
        add_message(i, &gathered_[begin], end - begin);
    }
}

void SendBatch::add_message(std::size_t receiver, iovec* parts, std::size_t count) noexcept {
    Control& control = controls_[message_count_];
    msghdr& message = messages_[message_count_++].msg_hdr;
    message = {};
    message.msg_name = &receivers_[receiver];
    message.msg_namelen = sizeof(sockaddr_in);
    message.msg_iov = parts;
    message.msg_iovlen = count;
    if (count == 1) return;
    message.msg_control = control.bytes.data();
    message.msg_controllen = control.bytes.size();
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    const auto length = static_cast<std::uint16_t>(parts->iov_len);
    header->cmsg_level = SOL_UDP;
    header->cmsg_type = UDP_SEGMENT;
    header->cmsg_len = CMSG_LEN(sizeof(length));
    std::memcpy(CMSG_DATA(header), &length, sizeof(length));
}

/// The kernel stops at the first message that it rejects; the rest is tried again.
void SendBatch::flush() noexcept {
    gather();
    std::size_t done = 0;
    while (done < message_count_) {
        const int sent = ::sendmmsg(socket_.descriptor(), &messages_[done],
                                    static_cast<unsigned>(message_count_ - done), MSG_NOSIGNAL);
        if (sent > 0)
            done += static_cast<std::size_t>(sent);
        else
            send_one_by_one(messages_[done++].msg_hdr, errno);
    }
    count_ = 0;
}

/// Sends the datagrams of a message that the kernel rejected one by one. Unless its queue is full,
/// the kernel or the network interface does not support segmentation.
void SendBatch::send_one_by_one(const msghdr& message, int error) noexcept {
    if (message.msg_iovlen == 1) {
        ++refused_;
        return;
    }
    if (error != EAGAIN && error != ENOBUFS) can_segment_ = false;
    for (std::size_t i = 0; i < message.msg_iovlen; ++i) {
        const iovec& part = message.msg_iov[i];
        const ssize_t sent =
            ::sendto(socket_.descriptor(), part.iov_base, part.iov_len, MSG_NOSIGNAL,
                     static_cast<const sockaddr*>(message.msg_name), message.msg_namelen);
        if (sent < 0) ++refused_;
    }
}

}  // namespace gateway::vds1
