// SPDX-License-Identifier: MIT
#pragma once

#include <plant/ground.hpp>
#include <plant/state.hpp>

#include <cstddef>

namespace plant {

/// The instant at which a tick begins. The reference is valid during the call only.
struct TickBegin {
    const State& state;  ///< before the tick
    SimDuration now{0};  ///< since the last reset
    SimDuration dt{0};   ///< length of the tick
};

/// A wheel and where it is on the ground.
struct WheelPlace {
    std::size_t wheel = 0;  ///< index in PerWheel
    double x_m = 0.0;       ///< world frame
    double y_m = 0.0;       ///< world frame
};

/// Changes values inside the ticks of a session, to simulate faults. It is called in the thread
/// that ticks and must not call the session, nor allocate. Its state is not in snapshots.
class TickHook {
  public:
    virtual ~TickHook() = default;
    /// Called once at the begin of each tick. @param applied the command after the actuators
    virtual void begin_tick(Command& /*applied*/, const TickBegin& /*tick*/) noexcept {}
    /// Called whenever the ground below a wheel is queried, after begin_tick().
    virtual void change_contact(Contact& /*contact*/, const WheelPlace& /*place*/) noexcept {}
};

}  // namespace plant
