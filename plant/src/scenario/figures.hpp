// SPDX-License-Identifier: MIT
#pragma once

#include <plant/manoeuvre.hpp>

namespace plant {

/// What a manoeuvre has left behind.
struct Tape {
    const Scenario& scenario;
    const VehicleParams& vehicle;
    const std::vector<ManoeuvreSample>& samples;

    /// 1 for a turn to the left, -1 to the right: what is multiplied by it has a positive peak.
    double turn() const { return scenario.steer.amplitude_rad < 0.0 ? -1.0 : 1.0; }
};

/// The figures that each standard defines, added to `to`; none if the tape does not show them.
/// @{
void add_steady_state_figures(const Tape& tape, std::vector<Finding>& to);     ///< ISO 4138
void add_step_figures(const Tape& tape, std::vector<Finding>& to);             ///< ISO 7401
void add_sine_figures(const Tape& tape, std::vector<Finding>& to);             ///< ISO 7401
void add_sine_with_dwell_figures(const Tape& tape, std::vector<Finding>& to);  ///< FMVSS 126
void add_course_figures(const Tape& tape, std::vector<Finding>& to);           ///< ISO 3888
void add_tip_up_figures(const Tape& tape, std::vector<Finding>& to);           ///< NHTSA fishhook
void add_braking_figures(const Tape& tape, std::vector<Finding>& to);  ///< ISO 21994, ISO 14512
/// @}

}  // namespace plant
