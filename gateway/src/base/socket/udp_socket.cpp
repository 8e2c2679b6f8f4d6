// SPDX-License-Identifier: MIT
#include "udp_socket.hpp"

#include "socket_address.hpp"

#include <linux/sock_diag.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace gateway {
namespace {

std::runtime_error bind_error(const Endpoint& local, int error) {
    std::string text =
        "cannot listen on UDP " + to_string(local) + ": " + std::generic_category().message(error);
    if (error == EADDRINUSE)
        text += "; another program has that port: end it, or choose another port";
    if (error == EADDRNOTAVAIL) text += "; choose an address of this machine";
    return std::runtime_error(text);
}

constexpr std::chrono::seconds longest_wait{10};

}  // namespace

UdpSocket::UdpSocket(const Endpoint& local)
    : descriptor_(::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    if (descriptor() < 0) throw std::system_error(errno, std::generic_category(), "socket");
    const sockaddr_in address = to_sockaddr(local);
    if (::bind(descriptor(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0)
        throw bind_error(local, errno);
}

Endpoint UdpSocket::local() const {
    sockaddr_in address{};
    socklen_t size = sizeof(address);
    ::getsockname(descriptor(), reinterpret_cast<sockaddr*>(&address), &size);
    return to_endpoint(address);
}

bool UdpSocket::send(const Endpoint& to, const std::byte* data, std::size_t size) const noexcept {
    const sockaddr_in address = to_sockaddr(to);
    return ::sendto(descriptor(), data, size, MSG_NOSIGNAL,
                    reinterpret_cast<const sockaddr*>(&address),
                    sizeof(address)) == static_cast<ssize_t>(size);
}

std::optional<std::size_t> UdpSocket::receive(std::byte* data, std::size_t size,
                                              Endpoint& from) const noexcept {
    sockaddr_in address{};
    socklen_t address_size = sizeof(address);
    const ssize_t taken = ::recvfrom(descriptor(), data, size, MSG_DONTWAIT,
                                     reinterpret_cast<sockaddr*>(&address), &address_size);
    if (taken < 0) return std::nullopt;
    from = to_endpoint(address);
    return static_cast<std::size_t>(taken);
}

void UdpSocket::stamp_arrivals() noexcept {
    const int on = 1;
    static_cast<void>(::setsockopt(descriptor(), SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof(on)));
}

std::uint64_t UdpSocket::dropped() const noexcept {
    std::array<std::uint32_t, SK_MEMINFO_VARS> numbers{};
    socklen_t size = sizeof(numbers);
    ::getsockopt(descriptor(), SOL_SOCKET, SO_MEMINFO, numbers.data(), &size);
    return numbers[SK_MEMINFO_DROPS];
}

DatagramBatch::DatagramBatch() {
    for (std::size_t i = 0; i < capacity; ++i) {
        parts_[i] = {buffers_[i].data(), buffers_[i].size()};
        messages_[i].msg_hdr.msg_iov = &parts_[i];
        messages_[i].msg_hdr.msg_iovlen = 1;
        messages_[i].msg_hdr.msg_name = &senders_[i];
        messages_[i].msg_hdr.msg_control = controls_[i].bytes.data();
    }
}

std::size_t DatagramBatch::receive(const UdpSocket& socket) noexcept {
    for (mmsghdr& message : messages_) {
        message.msg_hdr.msg_namelen = sizeof(sockaddr_in);
        message.msg_hdr.msg_controllen = sizeof(Control);
    }
    received_at_ = std::chrono::system_clock::now();
    const int taken =
        ::recvmmsg(socket.descriptor(), messages_.data(), capacity, MSG_DONTWAIT, nullptr);
    return taken > 0 ? static_cast<std::size_t>(taken) : 0;
}

std::chrono::nanoseconds DatagramBatch::waited(std::size_t index) const noexcept {
    const msghdr& message = messages_[index].msg_hdr;
    const cmsghdr* const control = CMSG_FIRSTHDR(&message);
    if (control == nullptr || control->cmsg_type != SCM_TIMESTAMPNS)
        return std::chrono::nanoseconds{0};
    timespec arrival{};
    std::memcpy(&arrival, CMSG_DATA(control), sizeof(arrival));
    const auto waited = received_at_.time_since_epoch() - std::chrono::seconds(arrival.tv_sec) -
                        std::chrono::nanoseconds(arrival.tv_nsec);
    const bool is_credible = waited >= waited.zero() && waited < longest_wait;
    return is_credible ? waited : waited.zero();
}

Endpoint DatagramBatch::from(std::size_t index) const noexcept {
    return to_endpoint(senders_[index]);
}

}  // namespace gateway
