// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"

#include <sys/socket.h>
#include <sys/un.h>

#include <string>

namespace gateway {

/// Length of the longest packet on a control socket.
constexpr std::size_t longest_control_message = 4096;

/// A non-blocking Unix socket for packets (SOCK_SEQPACKET).
/// @throws std::runtime_error
Descriptor make_local_socket();

/// The credentials of the process at the other end of a connection.
ucred peer_of(int socket);
/// Whether the peer runs as the user of this process or as root.
bool is_trusted(const ucred& peer);

/// Binds a socket to an address. @return 0 or errno
int bind_to(int socket, const sockaddr_un& address);
/// Accepts the next connection of a listening socket, without blocking. @return no descriptor, and
/// errno, if there is none
Descriptor accept_from(int listener);

/// Connects a socket. @return 0 or errno
int connect_to(int socket, const sockaddr_un& address);
/// Waits until a descriptor is ready for `events`. @return false after the time limit
bool await_ready(int descriptor, short events, int limit_ms);

/// Receives the next packet; empty if there is none or the peer has disconnected.
std::string receive_message(int socket);
bool send_message(int socket, const std::string& message);

}  // namespace gateway
