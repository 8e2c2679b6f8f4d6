// SPDX-License-Identifier: MIT
#include "tcp_connect.hpp"

#include "socket_address.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <system_error>

namespace gateway {
namespace {

/// The result of a connection attempt in progress.
int error_of(int socket, std::chrono::milliseconds limit) {
    pollfd polled{socket, POLLOUT, 0};
    if (::poll(&polled, 1, static_cast<int>(limit.count())) <= 0) return ETIMEDOUT;
    int error = 0;
    socklen_t size = sizeof error;
    return ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

}  // namespace

std::optional<Descriptor> connect_tcp(const Endpoint& server, std::chrono::milliseconds limit,
                                      std::string& problem) {
    Descriptor connected(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const sockaddr_in address = to_sockaddr(server);
    const auto* const general = reinterpret_cast<const sockaddr*>(&address);
    int error = ::connect(connected.get(), general, sizeof address) == 0 ? 0 : errno;
    if (error == EINPROGRESS) error = error_of(connected.get(), limit);
    if (error == 0 && ::fcntl(connected.get(), F_SETFL, 0) == 0) return connected;
    problem = std::generic_category().message(error);
    return std::nullopt;
}

}  // namespace gateway
