// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/seams.hpp>

namespace gateway {

/// What a vehicle is told while nobody computes a command for it: steering held, no throttle, and
/// a brake that brings a car to a stand within seconds on any road and keeps it steerable.
/// @param actuation the same for an actuation vehicle; its steering is not taken
inline Command failsafe_after(Command last, const plant::Actuation& actuation) {
    last.throttle = 0;
    last.brake = 0.4;
    last.actuation.accel = actuation.accel;
    last.actuation.brake = actuation.brake;
    return last;
}

inline Turn failsafe_turn(const Command& last, const plant::Actuation& actuation) {
    Turn turn;
    turn.is_failsafe = true;
    turn.command = failsafe_after(last, actuation);
    return turn;
}

}  // namespace gateway
