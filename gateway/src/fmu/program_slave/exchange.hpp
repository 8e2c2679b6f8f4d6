// SPDX-License-Identifier: MIT
#pragma once

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace gateway::fmu {

/// What the library of an FMU sends to its process ddc-program-host: this, and the inputs.
struct HostRequest {
    enum class What : std::int32_t { start, cycle } what = What::start;
    std::int32_t start_timeout_ms = 0;   ///< for start
    std::int32_t answer_timeout_ms = 0;  ///< for start
    std::int32_t unused = 0;
    double delta_s = 0;  ///< for cycle: simulated time since the cycle before
};

/// The answer: this, the outputs, and a text.
struct HostReply {
    std::int32_t has_failed = 0;  ///< the process ends then
    std::uint32_t text_size = 0;  ///< of the reason; at most longest_text
    static constexpr std::uint32_t longest_text = 1U << 16U;
};

using ExchangeTime = std::chrono::steady_clock::time_point;

/// Waits until the socket is ready.
/// @return false if the deadline passed
inline bool await_socket(int socket, short event, ExchangeTime deadline) {
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        pollfd waiting{socket, event, 0};
        const auto wait_ms = std::clamp<std::int64_t>(left.count(), 0, 1'000'000);
        const int ready = ::poll(&waiting, 1, static_cast<int>(wait_ms));
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return false;
        if (ready == 0 && left.count() <= wait_ms) return false;
    }
}

/// How an exchange ended.
enum class Exchanged { all, closed, timed_out };

/// Sends all bytes. Raises no signal.
inline Exchanged send_all(int socket, const void* bytes, std::size_t size, ExchangeTime deadline) {
    const char* next = static_cast<const char*>(bytes);
    while (size > 0) {
        const ssize_t sent = ::send(socket, next, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            next += sent;
            size -= static_cast<std::size_t>(sent);
        } else if (errno == EAGAIN) {
            if (!await_socket(socket, POLLOUT, deadline)) return Exchanged::timed_out;
        } else if (errno != EINTR) {
            return Exchanged::closed;
        }
    }
    return Exchanged::all;
}

/// Receives exactly that many bytes.
inline Exchanged receive_all(int socket, void* bytes, std::size_t size, ExchangeTime deadline) {
    char* next = static_cast<char*>(bytes);
    while (size > 0) {
        const ssize_t received = ::recv(socket, next, size, MSG_DONTWAIT);
        if (received > 0) {
            next += received;
            size -= static_cast<std::size_t>(received);
        } else if (received == 0) {
            return Exchanged::closed;
        } else if (errno == EAGAIN) {
            if (!await_socket(socket, POLLIN, deadline)) return Exchanged::timed_out;
        } else if (errno != EINTR) {
            return Exchanged::closed;
        }
    }
    return Exchanged::all;
}

}  // namespace gateway::fmu
