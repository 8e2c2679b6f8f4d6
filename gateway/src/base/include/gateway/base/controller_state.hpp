// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gateway {

/// The state of a controller, or of the connection to a controller in another process.
enum class ControllerState : std::uint8_t {
    none,       ///< it has no state: it answers each cycle, or the run ends
    starting,   ///< connected, no output yet
    answering,  ///< its newest output is in use
    silent,     ///< timed out: connected, but no new output
    idle,       ///< the run is paused
    away,       ///< lost; it may connect again
    waiting,    ///< no command has arrived yet
    following,  ///< the last command is executed
    failsafe,   ///< the last command is too old
};

/// The state in messages and statistics, a literal: "answering", "silent" and so on; empty for
/// `none`.
constexpr const char* name_of(ControllerState state) noexcept {
    switch (state) {
        case ControllerState::none:
            break;
        case ControllerState::starting:
            return "starting";
        case ControllerState::answering:
            return "answering";
        case ControllerState::silent:
            return "silent";
        case ControllerState::idle:
            return "idle";
        case ControllerState::away:
            return "away";
        case ControllerState::waiting:
            return "waiting";
        case ControllerState::following:
            return "following";
        case ControllerState::failsafe:
            return "failsafe";
    }
    return "";
}

}  // namespace gateway
