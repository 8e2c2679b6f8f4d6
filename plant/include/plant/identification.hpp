// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_params.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace plant {

/// Commands and responses of a drive. As in a replay, a row tells the command that was held since
/// the row before it, and the motion at its own time. A column that the file lacks is empty.
struct Recording {
    std::vector<double> t_s;
    std::vector<double> accel_cmd;
    std::vector<double> brake_cmd;
    std::vector<double> steer_cmd;
    std::vector<double> slope_mps2;  ///< column slope_accx
    std::vector<double> gear;        ///< public codes
    std::vector<double> vx_mps;
    std::vector<double> ax_mps2;
    std::vector<double> steer_report_rad;  ///< tyre angle
};

/// Reads a CSV with the columns t, accel_cmd, brake_cmd, steer_cmd, slope_accx, gear, vx, ax and
/// steer_report in any order; only t must be there, others are left alone. @throws FileError.
Recording load_recording(const std::filesystem::path& file);

struct FittedParameter {
    std::string key;  ///< as in load_actuation
    double value = 0.0;
    double standard_error = 0.0;  ///< infinite when the recording does not show the parameter
};

/// Parameters whose simulated response is closest to the recorded one.
struct Identification {
    std::vector<FittedParameter> parameters;
    std::string unit;           ///< of the residual
    double rms_residual = 0.0;  ///< root of the mean square of simulated minus recorded response
    double explained = 0.0;     ///< share of the response's variance that the simulation explains
    std::size_t rows = 0;       ///< compared; the first second only fills the dead time
};

/// Each fit simulates the channel (dead time of any length, then a first-order lag, solved exactly
/// between the commands' changes) and minimises the squared difference to the recording: a scan
/// over the dead time, then Levenberg-Marquardt on all parameters. Limits of rate and angle are not
/// part of it. All throw std::invalid_argument "column: reason" for a recording without a column
/// they need, that is shorter than about three seconds or whose command never changes.

/// steer_time_delay and steer_time_constant, from steer_cmd in rad at the tyre.
Identification identify_steer(const Recording& recording);

/// Delay and time constant of accel and of brake. Rows below 0.1 m/s are passed over: there the
/// brakes hold. @param vehicle its maps and conversions turn pedals into acceleration
Identification identify_longitudinal(const Recording& recording, const ActuationParams& vehicle);

/// vgr_coef_a, _b and _c with the delay and time constant of the steering, from steer_cmd in rad at
/// the hand wheel. Needs small and large angles, at low and at high speed.
Identification identify_vgr(const Recording& recording);

}  // namespace plant
