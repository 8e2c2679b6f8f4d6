// SPDX-License-Identifier: MIT
#pragma once

#include <plant/manoeuvre.hpp>

namespace plant {

/// The samples of a manoeuvre.
struct ManoeuvreRun {
    const Scenario& scenario;
    const VehicleParams& vehicle;
    const std::vector<ManoeuvreSample>& samples;

    /// 1 for a turn to the left, -1 to the right: values multiplied by it have a positive peak.
    double turn() const { return scenario.steer.amplitude_rad < 0.0 ? -1.0 : 1.0; }
};

/// Add the figures that each standard defines to `to`; none if the samples do not show them.
/// @{
void add_steady_state_figures(const ManoeuvreRun& run, std::vector<Finding>& to);     ///< ISO 4138
void add_step_figures(const ManoeuvreRun& run, std::vector<Finding>& to);             ///< ISO 7401
void add_sine_figures(const ManoeuvreRun& run, std::vector<Finding>& to);             ///< ISO 7401
void add_sine_with_dwell_figures(const ManoeuvreRun& run, std::vector<Finding>& to);  ///< FMVSS 126
void add_course_figures(const ManoeuvreRun& run, std::vector<Finding>& to);           ///< ISO 3888
void add_tip_up_figures(const ManoeuvreRun& run, std::vector<Finding>& to);  ///< NHTSA fishhook
void add_braking_figures(const ManoeuvreRun& run,
                         std::vector<Finding>& to);  ///< ISO 21994, ISO 14512
/// @}

}  // namespace plant
