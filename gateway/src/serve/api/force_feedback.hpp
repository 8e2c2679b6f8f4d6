// SPDX-License-Identifier: MIT
#pragma once

#include "run_view.hpp"
#include "socket/udp_socket.hpp"

namespace gateway::data_port {

/// The interface for steering wheels with force feedback, at a UDP port of the loopback. A datagram
/// of JSON has steer, throttle and brake; the reply has the values from which the wheel computes
/// its torque. It drives the first vehicle while that is under manual control over the data port,
/// and never takes over. Called in the port's thread.
class ForceFeedback {
  public:
    /// @param view must outlive it
    /// @throws std::runtime_error if the port is in use
    ForceFeedback(RunView& view, std::uint16_t port);

    /// Readable when a datagram is available.
    int descriptor() const noexcept { return socket_.descriptor(); }
    /// Replies to the available datagrams.
    void handle_datagrams();

  private:
    void drive(const std::string& datagram);
    std::string wheel_state() const;

    RunView& view_;
    ViewedVehicle& vehicle_;
    UdpSocket socket_;
};

}  // namespace gateway::data_port
