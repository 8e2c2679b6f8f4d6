// SPDX-License-Identifier: MIT
#pragma once

#include "pad_map.hpp"

#include <gateway/base/command.hpp>

#include <linux/input.h>

#include <array>

namespace gateway {

/// What an axis shows, and between which ends.
struct PadAxisValue {
    std::int32_t min = 0;
    std::int32_t max = 0;
    std::int32_t value = 0;
};

/// From events of a gamepad to what its person asks for. It knows of no device. Events may hold any
/// bytes.
class Gamepad {
  public:
    explicit Gamepad(const PadMap& map) : map_(map) { release(); }

    const PadMap& map() const { return map_; }
    void on_event(const input_event& event) noexcept;
    /// What the device tells of an axis; the ends of the map go before.
    void set_axis(PadUse use, const PadAxisValue& axis) noexcept;
    /// All axes at rest and no button held, until there are events again.
    void release() noexcept;

    /// From now on the buttons act, on what the vehicle has now.
    void begin(const VehicleStateReport& found, double velocity_mps = 0) noexcept;
    void end() noexcept { is_driving_ = false; }

    PedalCommand pedals() const noexcept;
    /// As fast as the steps of the buttons say; a brake that is touched makes it 0.
    VelocityCommand velocity() const noexcept { return {velocity_mps_, way(PadUse::steer)}; }
    VehicleStateCommand state() const noexcept;

    /// Whether `autonomous` was pressed since the call before; twice is not at all.
    bool take_press() noexcept;
    /// Whether the device dropped events since the call before: its axes must be set anew.
    bool take_loss() noexcept;

  private:
    /// -1 to 1, or 0 to 1 of a pedal.
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
    bool is_dropping_ = false;  ///< until the next report
    bool has_lost_ = false;
};

}  // namespace gateway
