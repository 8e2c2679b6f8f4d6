// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gateway {

/// How a controller, or the link to one that lives elsewhere, stands.
enum class ControllerState : std::uint8_t {
    none,       ///< it reports no state: it answers each turn, or the run ends
    starting,   ///< it is there, and has given nothing yet
    answering,  ///< its newest outputs are in force
    silent,     ///< it is there, and gave nothing new for its time-out
    idle,       ///< simulated time stands still
    away,       ///< it is lost, and may come back
    waiting,    ///< no command has come yet
    following,  ///< the last command is in force
    failsafe,   ///< the last command is too old
};

/// The word that users see, a literal: "answering", "silent" and so on; empty for `none`.
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
