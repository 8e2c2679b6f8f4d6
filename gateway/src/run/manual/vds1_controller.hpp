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
    Endpoint local;  ///< where CMDs are taken
    /// Without a CMD for so long on the clock the person is silent.
    std::chrono::nanoseconds cmd_timeout{100'000'000};
};

/// A person at a VDS1 controller: CMDs drive, and while they come STATEs go back to their sender.
/// Of several senders the first keeps the vehicle until it is silent, as in vdsim_realtime.
/// Allocates nothing in a turn.
class Vds1Controller : public ManualController {
  public:
    using Clock = std::function<SteadyTime()>;

    /// @throws std::runtime_error naming the endpoint if it cannot be listened on
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
