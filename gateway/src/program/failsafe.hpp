// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/seams.hpp>

namespace gateway {

/// What a vehicle is told while nobody computes a command for it: steering held, no throttle, and
/// a brake that brings a car to a stand within seconds on any road and keeps it steerable.
inline Command failsafe_after(Command last) {
    last.throttle = 0;
    last.brake = 0.4;
    return last;
}

inline Turn failsafe_turn(const Command& last) {
    Turn turn;
    turn.is_failsafe = true;
    turn.command = failsafe_after(last);
    return turn;
}

}  // namespace gateway
