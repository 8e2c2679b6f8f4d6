// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include <gateway/vehicle/autohyu/pedal_map.hpp>

#include <chrono>
#include <cstdint>
#include <limits>

namespace gateway::autohyu {

/// The commands of controllers, with their times of arrival. Reads no clock: `now` is a parameter.
///
/// | state      | event                                              | next state              |
/// | ---        | ---                                                | ---                     |
/// | waiting    | steering angle and torque have both arrived        | commanding              |
/// | commanding | steering angle or torque as old as the time-out    | silent, counted         |
/// | silent     | both are new again                                 | commanding              |
///
/// Commands are sent only in the state commanding, so that the vehicle's watchdog detects a
/// controller that died. Acceleration and speed are only advice: if they are too old, they are
/// omitted.
class ControllerInputs {
  public:
    enum class State { waiting, commanding, silent };

    explicit ControllerInputs(std::chrono::nanoseconds timeout) : timeout_(timeout) {}

    /// Each accepts a value unless it is not finite, which is counted.
    void take_steer(double steer_deg, SteadyTime now) noexcept { take(steer_, steer_deg, now); }
    void take_torque(double torque_nm, SteadyTime now) noexcept { take(torque_, torque_nm, now); }
    void take_accel(double accel_mps2, SteadyTime now) noexcept { take(accel_, accel_mps2, now); }
    void take_speed(double speed_mps, SteadyTime now) noexcept { take(speed_, speed_mps, now); }

    /// Call it before each command. @return true if the state has changed
    bool check(SteadyTime now) noexcept;
    State state() const noexcept { return state_; }

    /// @param speed_mps along the vehicle's front axis, 0 if it is unknown
    Command command(const PedalMap& map, double speed_mps, SteadyTime now) const noexcept;

    std::uint64_t taken() const noexcept { return taken_; }
    std::uint64_t rejected() const noexcept { return rejected_; }
    /// Number of transitions to silent.
    std::uint64_t silences() const noexcept { return silences_; }

  private:
    struct Input {
        double value = std::numeric_limits<double>::quiet_NaN();
        SteadyTime came_at;
    };
    void take(Input& input, double value, SteadyTime now) noexcept;
    bool is_fresh(const Input& input, SteadyTime now) const noexcept;

    std::chrono::nanoseconds timeout_;
    Input steer_, torque_, accel_, speed_;
    State state_ = State::waiting;
    std::uint64_t taken_ = 0;
    std::uint64_t rejected_ = 0;
    std::uint64_t silences_ = 0;
};

}  // namespace gateway::autohyu
