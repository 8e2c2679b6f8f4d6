// SPDX-License-Identifier: MIT
#include "notify_socket.hpp"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <system_error>

namespace gateway {
namespace {

constexpr timeval patience{1, 0};

/// @return connected, or -1
int connected_to(const std::string& address) {
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    const bool is_address = !address.empty() && (address[0] == '/' || address[0] == '@');
    if (!is_address || address.size() >= sizeof to.sun_path) return -1;
    std::memcpy(to.sun_path, address.data(), address.size());
    if (address[0] == '@') to.sun_path[0] = '\0';
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + address.size());
    const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socket < 0)
        throw std::system_error(errno, std::generic_category(),
                                "no socket for the service manager");
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&to), size) == 0 &&
        ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) == 0)
        return socket;
    ::close(socket);
    return -1;
}

bool send_whole(int socket, const std::string& text, int flags) noexcept {
    return socket >= 0 && ::send(socket, text.data(), text.size(), MSG_NOSIGNAL | flags) ==
                              static_cast<ssize_t>(text.size());
}

}  // namespace

NotifySocket::NotifySocket(const std::string& address) : socket_(connected_to(address)) {}

NotifySocket::~NotifySocket() {
    if (socket_ >= 0) ::close(socket_);
}

bool NotifySocket::send(const std::string& assignments) const noexcept {
    return send_whole(socket_, assignments, 0);
}

bool NotifySocket::try_send(const std::string& assignments) const noexcept {
    return send_whole(socket_, assignments, MSG_DONTWAIT);
}

}  // namespace gateway
