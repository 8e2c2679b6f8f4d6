// SPDX-License-Identifier: MIT
#pragma once

#include "sender.hpp"

#include <gateway/base/time.hpp>

namespace gateway::ros2 {

/// The time of a loop's messages. `/clock` is published in every cycle, vehicles every 25 ms of
/// simulated time, in the first cycle that is due.
class CycleClock {
  public:
    /// @param publishes `/clock`; otherwise messages have the system's time
    /// @throws std::runtime_error
    CycleClock(Sender& sender, bool publishes);

    /// Call it in every cycle. @return whether vehicles are due
    bool begin_cycle(SimTime now);
    /// Time of this cycle's messages; the system's time counts from 1970.
    SimTime time() const noexcept { return time_; }

  private:
    Sender& sender_;
    bool publishes_;
    Sender::Topic topic_ = 0;
    SimTime next_{0};
    SimTime time_{0};
};

}  // namespace gateway::ros2
