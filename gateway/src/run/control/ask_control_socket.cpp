// SPDX-License-Identifier: MIT
#include "control_socket.hpp"

#include "control_text.hpp"

#include "socket/local_socket.hpp"

#include <poll.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>

namespace gateway {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// For connecting, the request and the first reply.
constexpr milliseconds limit{2000};
/// A request expires this long before the sender's time-out, which leaves time for the reply.
constexpr milliseconds reply_time{100};
constexpr milliseconds retry_interval{10};

int ms_until(Clock::time_point deadline) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    return static_cast<int>(left.count());
}

std::runtime_error no_reply(const std::string& peer_name) {
    return std::runtime_error(peer_name +
                              " does not answer: it may be stopped. The request has expired "
                              "and will not be executed");
}

/// A server whose queue is full (EAGAIN) may accept connections before the deadline.
void connect_until(Clock::time_point deadline, int socket, const sockaddr_un& address,
                   const std::string& peer_name) {
    for (int error = connect_to(socket, address); error != 0; error = connect_to(socket, address)) {
        if (error != EAGAIN && error != EINTR)
            throw std::runtime_error(peer_name + " cannot be reached: " + std::strerror(error));
        if (ms_until(deadline) <= 0) throw no_reply(peer_name);
        ::poll(nullptr, 0, static_cast<int>(retry_interval.count()));
    }
}

std::string receive_reply(int socket, const std::string& peer_name) {
    const std::string answer = receive_message(socket);
    if (answer.empty())
        throw std::runtime_error(peer_name + " has closed the connection without a reply");
    return answer;
}

Reply reply_in(const std::string& answer, const std::string& peer_name) {
    try {
        return parse_reply(answer);
    } catch (const std::invalid_argument& wrong) {  // for example of another version
        throw std::runtime_error(peer_name + " has sent an invalid reply: " + wrong.what());
    }
}

}  // namespace

Reply ask_control_socket(const std::string& name, const RunRequest& request,
                         milliseconds patience) {
    const auto start = Clock::now(), deadline = start + limit;
    const ControlFolder folder;
    std::string peer_name = "the run at " + folder.path_of(name);
    if (!folder.has_socket(name))
        throw std::runtime_error("no run listens at " + folder.path_of(name));
    const Descriptor socket = make_local_socket();
    connect_until(deadline, socket.get(), folder.address_of(name), peer_name);
    const ucred peer = peer_of(socket.get());
    peer_name += " (pid " + std::to_string(peer.pid) + ")";
    if (!is_trusted(peer))
        throw std::runtime_error(peer_name + " is of user " + std::to_string(peer.uid) +
                                 ", not of yours: no request is sent");
    const std::chrono::nanoseconds expiry = (deadline - reply_time).time_since_epoch();
    if (!await_ready(socket.get(), POLLOUT, ms_until(deadline)) ||
        !send_message(socket.get(), std::to_string(expiry.count()) + " " + to_text(request)) ||
        !await_ready(socket.get(), POLLIN, ms_until(deadline)))
        throw no_reply(peer_name);
    const std::string answer = receive_reply(socket.get(), peer_name);
    if (answer != later_text) return reply_in(answer, peer_name);
    if (!await_ready(socket.get(), POLLIN, ms_until(start + patience)))
        throw std::runtime_error(peer_name + " has not finished '" + to_text(request) +
                                 "' in time. It will as its programs continue; see "
                                 "`ddc-gateway ctl status`");
    return reply_in(receive_reply(socket.get(), peer_name), peer_name);
}

}  // namespace gateway
