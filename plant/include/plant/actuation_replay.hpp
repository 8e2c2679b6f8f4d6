// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_vehicle.hpp>

#include <filesystem>
#include <iosfwd>
#include <vector>

namespace plant {

/// One step of a recorded run: the input during the step and the time at its end.
struct ActuationRow {
    double t_s = 0.0;      ///< end of the step
    ActuationInput input;  ///< held during the step
    bool reset = false;    ///< the step starts from reset_state
};

/// Reads a CSV with the columns t, accel_cmd, brake_cmd, slope_accx, steer_cmd and gear, and
/// optionally reset, in any order; other columns are ignored. @throws FileError for a missing
/// column, a field that is not a finite number, an unknown gear code or decreasing times.
std::vector<ActuationRow> load_actuation_rows(const std::filesystem::path& file);

/// Simulates a vehicle from reset_state through all rows and writes its state after each row as CSV
/// with 17 significant digits. A step takes nominal_step_s if the times of the rows agree with it
/// to 1e-9 s, otherwise their difference; the first step takes nominal_step_s. @throws
/// std::runtime_error when the state is not finite any more.
void replay_actuation(const ActuationConfig& config, const std::vector<ActuationRow>& rows,
                      std::ostream& out);

}  // namespace plant
