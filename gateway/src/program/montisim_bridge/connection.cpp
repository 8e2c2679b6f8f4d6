// SPDX-License-Identifier: MIT
#include "connection.hpp"

#include "service/watched_loop.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace gateway::tcp {
namespace {

constexpr std::size_t room = montisim::packet_header_bytes + montisim::most_payload_bytes;

template <class Value>
void set_option(int socket, int level, int name, const Value& value) {
    static_cast<void>(::setsockopt(socket, level, name, &value, sizeof value));
}

bool is_only_late() {
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

}  // namespace

Connection::Connection(Descriptor socket) : socket_(std::move(socket)), bytes_(room) {
    const timeval limit{0, std::chrono::microseconds(slice).count()};
    set_option(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, limit);
    set_option(socket_.get(), SOL_SOCKET, SO_SNDTIMEO, limit);
    set_option(socket_.get(), SOL_SOCKET, SO_KEEPALIVE, 1);
    set_option(socket_.get(), IPPROTO_TCP, TCP_NODELAY, 1);
    // The loss of a host is detected within a minute.
    set_option(socket_.get(), IPPROTO_TCP, TCP_KEEPIDLE, 30);
    set_option(socket_.get(), IPPROTO_TCP, TCP_KEEPINTVL, 10);
    set_option(socket_.get(), IPPROTO_TCP, TCP_KEEPCNT, 3);
}

Connection::Receipt Connection::receive() noexcept {
    if (begin_ > 0) std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
    end_ -= std::exchange(begin_, 0);
    set_option(socket_.get(), IPPROTO_TCP, TCP_QUICKACK, 1);  // the kernel resets it after a while
    const ssize_t size = ::recv(socket_.get(), bytes_.data() + end_, bytes_.size() - end_, 0);
    if (size < 0 && is_only_late()) return Receipt::nothing;
    if (size <= 0) return Receipt::end;
    end_ += static_cast<std::size_t>(size);
    return Receipt::bytes;
}

std::optional<montisim::PacketView> Connection::next() noexcept {
    const auto packet = montisim::first_packet(bytes_.data() + begin_, end_ - begin_);
    if (packet) begin_ += packet->bytes();
    return packet;
}

bool Connection::send(const montisim::PacketBuffer& packets, SteadyTime until,
                      const std::atomic<bool>& stop) noexcept {
    std::size_t sent = 0;
    while (sent < packets.size()) {
        WatchedLoop::goes_on();
        const ssize_t size =
            ::send(socket_.get(), packets.data() + sent, packets.size() - sent, MSG_NOSIGNAL);
        if (size > 0) sent += static_cast<std::size_t>(size);
        if (size < 0 && !is_only_late()) return false;
        if (sent < packets.size() && (stop || std::chrono::steady_clock::now() >= until))
            return false;
    }
    return true;
}

void Connection::finish(SteadyTime until) noexcept {
    static_cast<void>(::shutdown(socket_.get(), SHUT_WR));
    while (std::chrono::steady_clock::now() < until) {
        WatchedLoop::goes_on();
        begin_ = end_ = 0;
        if (receive() == Receipt::end) return;
    }
}

bool Connection::is_open() const noexcept {
    std::byte next{};
    const ssize_t size = ::recv(socket_.get(), &next, 1, MSG_PEEK | MSG_DONTWAIT);
    return size > 0 || (size < 0 && is_only_late());
}

}  // namespace gateway::tcp
