// SPDX-License-Identifier: MIT
#include "controller_inputs.hpp"

#include <cmath>

namespace gateway::autohyu {

void ControllerInputs::take(Input& input, double value, SteadyTime now) noexcept {
    if (!std::isfinite(value)) {
        ++rejected_;
        return;
    }
    ++taken_;
    input = {value, now};
}

bool ControllerInputs::is_fresh(const Input& input, SteadyTime now) const noexcept {
    return !std::isnan(input.value) && now - input.came_at < timeout_;
}

bool ControllerInputs::check(SteadyTime now) noexcept {
    const bool is_commanded = is_fresh(steer_, now) && is_fresh(torque_, now);
    if (is_commanded == (state_ == State::commanding)) return false;
    state_ = is_commanded ? State::commanding : State::silent;
    if (!is_commanded) ++silences_;
    return true;
}

Command ControllerInputs::command(const PedalMap& map, double speed_mps,
                                  SteadyTime now) const noexcept {
    Command command;
    set_gripped_steer(steer_.value, command);
    set_gripped_torque(torque_.value, speed_mps, map, command);
    if (is_fresh(accel_, now))
        control_of<PedalCommand>(command).aux_accel_target_mps2 = accel_.value;
    if (is_fresh(speed_, now))
        control_of<PedalCommand>(command).aux_speed_target_mps = speed_.value;
    return command;
}

}  // namespace gateway::autohyu
