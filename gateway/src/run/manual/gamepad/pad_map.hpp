// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command.hpp>

#include <linux/input-event-codes.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

/// The uses of a gamepad's axes and buttons; codes are those of linux/input-event-codes.h.
namespace gateway {

enum class PadUse : std::size_t { steer, throttle, brake };
constexpr std::size_t pad_uses = 3;

struct PadAxis {
    std::uint16_t code = 0;
    double scale = 1;         ///< value at its end: rad to the left, or a part of a pedal
    double dead_zone = 0.05;  ///< part of its range around the rest position without effect
    double expo = 0;          ///< 0: linear; 1: cubic, fine at the rest position
    bool is_inverted = false;
    /// Replace the range that the device reports.
    std::optional<std::int32_t> min{}, max{};
};

enum class PadAction : std::size_t {
    autonomous,
    drive,
    reverse,
    neutral,
    park,
    blinker_left,
    blinker_right,
    hazard,
    headlights,
    wipers,
    horn,
    hand_brake,
    faster,  ///< at level velocity, like the next one
    slower
};
constexpr std::size_t pad_actions = 14;

/// A button, or one direction of a hat: an axis that is 0 at rest.
struct PadButton {
    std::uint16_t type = EV_KEY;
    std::uint16_t code = 0;
    int direction = 1;  ///< for a hat: the sign of its value

    bool operator==(const PadButton& other) const noexcept {
        return type == other.type && code == other.code && direction == other.direction;
    }
};

/// The default: the kernel's codes of common gamepads.
struct PadMap {
    std::array<PadAxis, pad_uses> axes{PadAxis{ABS_X, 0.5, 0.05, 0.5}, PadAxis{ABS_RZ},
                                       PadAxis{ABS_Z}};
    std::array<std::optional<PadButton>, pad_actions> buttons{
        PadButton{EV_KEY, BTN_START},    PadButton{EV_KEY, BTN_SOUTH},
        PadButton{EV_KEY, BTN_EAST},     PadButton{EV_KEY, BTN_WEST},
        PadButton{EV_KEY, BTN_NORTH},    PadButton{EV_ABS, ABS_HAT0X, -1},
        PadButton{EV_ABS, ABS_HAT0X, 1}, PadButton{EV_ABS, ABS_HAT0Y, -1},
        PadButton{EV_ABS, ABS_HAT0Y, 1}, PadButton{EV_KEY, BTN_TR},
        PadButton{EV_KEY, BTN_TL},       PadButton{EV_KEY, BTN_SELECT},
        PadButton{EV_KEY, BTN_THUMBR},   PadButton{EV_KEY, BTN_THUMBL}};
    Level level = Level::pedals;  ///< or velocity
    double velocity_step_mps = 1;

    const PadAxis& axis(PadUse use) const { return axes[static_cast<std::size_t>(use)]; }
    PadAxis& axis(PadUse use) { return axes[static_cast<std::size_t>(use)]; }
    const std::optional<PadButton>& button(PadAction action) const {
        return buttons[static_cast<std::size_t>(action)];
    }
};

}  // namespace gateway
