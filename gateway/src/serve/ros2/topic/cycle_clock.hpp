// SPDX-License-Identifier: MIT
#pragma once

#include "sender.hpp"

#include <gateway/base/time.hpp>

namespace gateway::ros2 {

/// The time of what a loop publishes: the clock in every turn, vehicles every 25 ms of simulated
/// time, at the first turn that is due.
class CycleClock {
  public:
    /// @param publishes `/clock`; else messages have the time of the system
    /// @throws std::runtime_error
    CycleClock(Sender& sender, bool publishes);

    /// In every turn. @return whether vehicles are due
    bool begin_cycle(SimTime now);
    /// Of this turn's messages; of the system it is that since 1970.
    SimTime time() const noexcept { return time_; }

  private:
    Sender& sender_;
    bool publishes_;
    Sender::Topic topic_ = 0;
    SimTime next_{0};
    SimTime time_{0};
};

}  // namespace gateway::ros2
