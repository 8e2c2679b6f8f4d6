// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command_watchdog.hpp>
#include "loop/arbiter.hpp"
#include "vds1/command_gate.hpp"
#include "vds1/send_batch.hpp"
#include "vds1/subscribers.hpp"

#include <functional>

namespace gateway {

struct Vds1ControllerOptions {
    Endpoint local;  ///< where CMDs are received
    /// Time-out of CMDs on the clock.
    std::chrono::nanoseconds cmd_timeout{100'000'000};
};

/// Manual control by a VDS1 controller: its CMDs drive, and while it sends them it gets STATEs. If
/// there are several senders, the first one keeps the vehicle until it times out, as in
/// vdsim_realtime. Cycles do not allocate.
class Vds1Controller : public ManualController {
  public:
    using Clock = std::function<SteadyTime()>;

    /// @throws std::runtime_error with the endpoint if it cannot be opened
    explicit Vds1Controller(const Vds1ControllerOptions& options,
                            Clock clock = std::chrono::steady_clock::now);

    void look(const CycleInput& input) override;
    bool has_new_command() const override { return has_new_command_; }
    Cycle run_cycle(const CycleInput& input) override;
    std::string name() const override;
    std::string explain() const override;

    Endpoint local() const { return socket_.local(); }

  private:
    void take(std::size_t index, SteadyTime now);
    void send_states(const Feedback& feedback, SteadyTime now);

    Vds1ControllerOptions options_;
    Clock clock_;
    UdpSocket socket_;
    DatagramBatch batch_;
    vds1::SendBatch states_;
    vdsim::CommandGate gate_;
    CommandWatchdog watchdog_;
    vdsim::Subscribers subscribers_{{}};
    SteadyTime looked_at_;
    Command command_;
    bool has_new_command_ = false;
};

}  // namespace gateway
