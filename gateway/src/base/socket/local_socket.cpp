// SPDX-License-Identifier: MIT
#include "local_socket.hpp"

#include <poll.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace gateway {

Descriptor make_local_socket() {
    const int socket = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket < 0) throw std::runtime_error(std::string("no socket: ") + std::strerror(errno));
    return Descriptor(socket);
}

ucred peer_of(int socket) {
    ucred peer{-1, static_cast<uid_t>(-1), static_cast<gid_t>(-1)};
    socklen_t size = sizeof peer;
    ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size);
    return peer;
}

bool is_trusted(const ucred& peer) {
    return peer.uid == ::geteuid() || peer.uid == 0;
}

int bind_to(int socket, const sockaddr_un& address) {
    const auto* general = reinterpret_cast<const sockaddr*>(&address);
    return ::bind(socket, general, sizeof address) == 0 ? 0 : errno;
}

Descriptor accept_from(int listener) {
    return Descriptor(::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
}

int connect_to(int socket, const sockaddr_un& address) {
    const auto* general = reinterpret_cast<const sockaddr*>(&address);
    return ::connect(socket, general, sizeof address) == 0 ? 0 : errno;
}

bool await_ready(int descriptor, short events, int limit_ms) {
    pollfd waiting{descriptor, events, 0};
    return limit_ms > 0 && ::poll(&waiting, 1, limit_ms) == 1;
}

std::string receive_message(int socket) {
    char message[longest_control_message];
    const ssize_t size = ::recv(socket, message, sizeof message, MSG_DONTWAIT);
    return size > 0 ? std::string(message, static_cast<std::size_t>(size)) : std::string();
}

bool send_message(int socket, const std::string& message) {
    return ::send(socket, message.data(), message.size(), MSG_NOSIGNAL | MSG_DONTWAIT) >= 0;
}

}  // namespace gateway
