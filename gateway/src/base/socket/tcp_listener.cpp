// SPDX-License-Identifier: MIT
#include "tcp_listener.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

namespace gateway {
namespace {

constexpr std::array<char, 12> ipv4_in_ipv6{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '\xff', '\xff'};

/// An IPv4-mapped IPv6 address becomes an IPv4 address.
std::string unwrapped(std::string bytes) {
    if (bytes.size() == HostAddress::ipv6_bytes &&
        std::memcmp(bytes.data(), ipv4_in_ipv6.data(), ipv4_in_ipv6.size()) == 0)
        return bytes.substr(ipv4_in_ipv6.size());
    return bytes;
}

constexpr int backlog = 128;

std::string endpoint_text(const std::string& address, std::uint16_t port) {
    const bool is_ipv6 = address.find(':') != std::string::npos;
    return (is_ipv6 ? "[" + address + "]" : address) + ":" + std::to_string(port);
}

/// An endpoint in the kernel's representation.
struct RawAddress {
    sockaddr_storage storage{};
    socklen_t size = sizeof(sockaddr_storage);

    sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
    std::string bytes() const {
        if (storage.ss_family == AF_INET) {
            const auto* const ipv4 = reinterpret_cast<const sockaddr_in*>(&storage);
            return {reinterpret_cast<const char*>(&ipv4->sin_addr), HostAddress::ipv4_bytes};
        }
        const auto* const ipv6 = reinterpret_cast<const sockaddr_in6*>(&storage);
        return {reinterpret_cast<const char*>(&ipv6->sin6_addr), HostAddress::ipv6_bytes};
    }
    std::uint16_t port() const {
        if (storage.ss_family == AF_INET)
            return ntohs(reinterpret_cast<const sockaddr_in*>(&storage)->sin_port);
        return ntohs(reinterpret_cast<const sockaddr_in6*>(&storage)->sin6_port);
    }
};

RawAddress raw_address(const std::string& bytes, std::uint16_t port) {
    RawAddress raw;
    if (bytes.size() == HostAddress::ipv4_bytes) {
        auto* const ipv4 = reinterpret_cast<sockaddr_in*>(&raw.storage);
        ipv4->sin_family = AF_INET;
        ipv4->sin_port = htons(port);
        std::memcpy(&ipv4->sin_addr, bytes.data(), HostAddress::ipv4_bytes);
        raw.size = sizeof(sockaddr_in);
        return raw;
    }
    auto* const ipv6 = reinterpret_cast<sockaddr_in6*>(&raw.storage);
    ipv6->sin6_family = AF_INET6;
    ipv6->sin6_port = htons(port);
    std::memcpy(&ipv6->sin6_addr, bytes.data(), HostAddress::ipv6_bytes);
    raw.size = sizeof(sockaddr_in6);
    return raw;
}

/// Whether accept() failed for lack of resources: the connection still waits.
bool has_no_room() {
    return errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
}

std::string reason() {
    return std::generic_category().message(errno);
}

}  // namespace

HostAddress::HostAddress(std::string bytes) : bytes_(unwrapped(std::move(bytes))) {}

HostAddress HostAddress::of_bytes(std::string bytes) {
    return HostAddress(std::move(bytes));
}

std::optional<HostAddress> HostAddress::from(const std::string& text) {
    char bytes[ipv6_bytes];
    if (::inet_pton(AF_INET, text.c_str(), bytes) == 1)
        return HostAddress(std::string(bytes, ipv4_bytes));
    if (::inet_pton(AF_INET6, text.c_str(), bytes) == 1)
        return HostAddress(std::string(bytes, ipv6_bytes));
    return std::nullopt;
}

bool HostAddress::is_loopback() const {
    if (bytes_.size() == ipv4_bytes) return bytes_[0] == 127;
    return bytes_ == std::string(ipv6_bytes - 1, '\0') + '\1';
}

bool HostAddress::is_ipv6() const {
    return bytes_.size() == ipv6_bytes;
}

std::string HostAddress::text() const {
    char text[INET6_ADDRSTRLEN] = "";
    const int family = is_ipv6() ? AF_INET6 : AF_INET;
    static_cast<void>(::inet_ntop(family, bytes_.data(), text, sizeof text));
    return text;
}

TcpListener::TcpListener(const HostAddress& address, std::uint16_t port)
    : socket_(::socket(address.is_ipv6() ? AF_INET6 : AF_INET,
                       SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
    const int socket = socket_.get(), on = 1;
    RawAddress raw = raw_address(address.bytes(), port);
    const bool is_listening =
        socket >= 0 && ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
        (!address.is_ipv6() ||
         ::setsockopt(socket, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on) == 0) &&
        ::bind(socket, raw.get(), raw.size) == 0 && ::listen(socket, backlog) == 0 &&
        ::getsockname(socket, raw.get(), &raw.size) == 0;
    if (!is_listening)
        throw std::runtime_error("cannot listen at " + endpoint_text(address.text(), port) + ": " +
                                 reason());
    port_ = raw.port();
    name_ = endpoint_text(address.text(), port_);
}

std::optional<Accepted> TcpListener::accept_one(const std::vector<TcpListener>& listeners,
                                                std::chrono::milliseconds limit,
                                                std::string& problem) {
    problem.clear();
    std::vector<pollfd> waiting;
    for (const TcpListener& listener : listeners)
        waiting.push_back({listener.socket_.get(), POLLIN, 0});
    if (::poll(waiting.data(), waiting.size(), static_cast<int>(limit.count())) <= 0)
        return std::nullopt;
    for (const pollfd& ready : waiting) {
        if (ready.revents == 0) continue;
        RawAddress raw;
        Descriptor socket(::accept4(ready.fd, raw.get(), &raw.size, SOCK_CLOEXEC));
        if (socket.get() < 0) {  // or the client has disconnected meanwhile
            if (has_no_room()) problem = reason();
            continue;
        }
        const HostAddress from = HostAddress::of_bytes(raw.bytes());
        const std::string name = endpoint_text(from.text(), raw.port());
        problem.clear();
        return Accepted{std::move(socket), from, name};
    }
    if (!problem.empty()) std::this_thread::sleep_for(limit);
    return std::nullopt;
}

}  // namespace gateway
