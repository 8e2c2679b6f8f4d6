// SPDX-License-Identifier: MIT
#pragma once

#include "run_view.hpp"
#include "socket/udp_socket.hpp"

namespace gateway::data_port {

/// For steering wheels with force feedback, at a UDP port of the loopback: a datagram of JSON with
/// steer, throttle and brake is answered with what the wheel has to feel. It drives the first
/// vehicle while a person at the data port has that, and takes nothing over. Belongs to the port's
/// thread.
class ForceFeedback {
  public:
    /// @param view outlives it
    /// @throws std::runtime_error for a port in use
    ForceFeedback(RunView& view, std::uint16_t port);

    /// Readable when a datagram waits.
    int descriptor() const noexcept { return socket_.descriptor(); }
    /// Answers what waits.
    void take();

  private:
    void drive(const std::string& datagram);
    std::string feeling() const;

    RunView& view_;
    ViewedVehicle& vehicle_;
    UdpSocket socket_;
};

}  // namespace gateway::data_port
