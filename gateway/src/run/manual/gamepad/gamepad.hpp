// SPDX-License-Identifier: MIT
#pragma once

#include "pad_map.hpp"

#include <gateway/base/command.hpp>

#include <linux/input.h>

#include <array>

namespace gateway {

/// Value and range of an axis.
struct PadAxisValue {
    std::int32_t min = 0;
    std::int32_t max = 0;
    std::int32_t value = 0;
};

/// Converts events of a gamepad to commands. Independent of the device. Events may contain any
/// bytes.
class Gamepad {
  public:
    explicit Gamepad(const PadMap& map) : map_(map) { release(); }

    const PadMap& map() const { return map_; }
    void on_event(const input_event& event) noexcept;
    /// Sets value and range of an axis, as reported by the device; limits in the map take
    /// precedence.
    void set_axis(PadUse use, const PadAxisValue& axis) noexcept;
    /// Resets all axes and buttons to their rest position until the next events.
    void release() noexcept;

    /// From now on the buttons change the state, starting with the vehicle's current state.
    void begin(const VehicleStateReport& found, double velocity_mps = 0) noexcept;
    void end() noexcept { is_driving_ = false; }

    PedalCommand pedals() const noexcept;
    /// The speed set by the buttons; 0 while the brake is used.
    VelocityCommand velocity() const noexcept { return {velocity_mps_, way(PadUse::steer)}; }
    VehicleStateCommand state() const noexcept;

    /// Whether `autonomous` was pressed since the last call; two presses cancel each other.
    bool take_press() noexcept;
    /// Whether the device dropped events since the last call: the axes must be read again.
    bool take_loss() noexcept;

  private:
    /// -1 to 1; for a pedal 0 to 1.
    double way(PadUse use) const noexcept;
    void move(std::uint16_t code, std::int32_t value) noexcept;
    void see_buttons(const input_event& event) noexcept;
    void act(PadAction action) noexcept;
    void step(double velocity_mps) noexcept;
    bool is_held(PadAction action) const noexcept {
        return held_[static_cast<std::size_t>(action)];
    }

    PadMap map_;
    std::array<PadAxisValue, pad_uses> axes_{};
    std::array<bool, pad_actions> held_{};
    VehicleStateCommand state_;  ///< without the horn
    double velocity_mps_ = 0;
    bool is_driving_ = false;
    bool is_pressed_ = false;
    bool is_dropping_ = false;  ///< the device dropped events; ignore all until its next report
    bool has_lost_ = false;
};

}  // namespace gateway
