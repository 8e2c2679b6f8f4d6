// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_vehicle.hpp>

#include <filesystem>
#include <iosfwd>
#include <vector>

namespace plant {

/// One step of a recorded run: what holds during it, and the time at its end.
struct ActuationRow {
    double t_s = 0.0;
    ActuationInput input;
    bool reset = false;  ///< the step starts from reset_state
};

/// Reads a CSV with the columns t, accel_cmd, brake_cmd, slope_accx, steer_cmd and gear, and
/// optionally reset, in any order; other columns are left alone. @throws FileError for a
/// missing column, a field that is not a finite number, a gear that is no code, and falling times.
std::vector<ActuationRow> load_actuation_rows(const std::filesystem::path& file);

/// Moves a vehicle from reset_state through all rows and writes its state after each as CSV, with
/// 17 significant digits. A step takes nominal_step_s where the times of the rows agree with that
/// to 1e-9 s, otherwise what they say; the first step is nominal. @throws std::runtime_error when
/// the state is no longer finite.
void replay_actuation(const ActuationConfig& config, const std::vector<ActuationRow>& rows,
                      std::ostream& out);

}  // namespace plant
