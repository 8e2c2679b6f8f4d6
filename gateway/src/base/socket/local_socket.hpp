// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"

#include <sys/socket.h>
#include <sys/un.h>

#include <string>

namespace gateway {

/// Longest packet over a control socket.
constexpr std::size_t longest_control_message = 4096;

/// A Unix socket for packets that blocks in no call.
/// @throws std::runtime_error
Descriptor make_local_socket();

/// Who is at the other end of a connection.
ucred peer_of(int socket);
/// Whether that is us or root.
bool is_trusted(const ucred& peer);

/// Gives a socket its address. @return 0 or errno
int bind_to(int socket, const sockaddr_un& address);
/// The next that waits at a socket that listens; none with errno if there is none. It blocks in no
/// call.
Descriptor accept_from(int listener);

/// @return 0 or errno
int connect_to(int socket, const sockaddr_un& address);
/// Waits until a descriptor is ready for `events`. @return false if the time is over
bool await_ready(int descriptor, short events, int limit_ms);

/// The next packet, or nothing: none, or the peer has gone.
std::string receive_message(int socket);
bool send_message(int socket, const std::string& message);

}  // namespace gateway
