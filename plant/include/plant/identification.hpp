// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_params.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace plant {

/// Commands and responses of a drive. As in a replay, a row contains the command that was held
/// since the row before and the motion at its own time. A column that the file lacks is empty.
struct Recording {
    std::vector<double> t_s;               ///< time of the row, increasing
    std::vector<double> accel_cmd;         ///< as Actuation::accel
    std::vector<double> brake_cmd;         ///< as Actuation::brake
    std::vector<double> steer_cmd;         ///< as Actuation::steer
    std::vector<double> slope_mps2;        ///< column slope_accx
    std::vector<double> gear;              ///< public codes
    std::vector<double> vx_mps;            ///< speed along the vehicle
    std::vector<double> ax_mps2;           ///< acceleration along the vehicle
    std::vector<double> steer_report_rad;  ///< tyre angle
};

/// Reads a CSV with the columns t, accel_cmd, brake_cmd, steer_cmd, slope_accx, gear, vx, ax and
/// steer_report in any order; only t is required, other columns are ignored. @throws FileError.
Recording load_recording(const std::filesystem::path& file);

/// One result of a fit.
struct FittedParameter {
    std::string key;              ///< as in load_actuation
    double value = 0.0;           ///< in the unit of the key
    double standard_error = 0.0;  ///< infinite when the recording does not determine the parameter
};

/// The parameters whose simulated response is closest to the recorded one.
struct Identification {
    std::vector<FittedParameter> parameters;  ///< the fitted ones
    std::string unit;                         ///< of the residual
    double rms_residual = 0.0;                ///< RMS of the simulated minus the recorded response
    double explained = 0.0;  ///< fraction of the variance of the response that is explained
    std::size_t rows = 0;    ///< rows compared, without the first second, which fills the dead time
};

/// Each fit simulates the channel (dead time of any length, then a first-order lag, solved exactly
/// between changes of the command) and minimises the squared difference from the recording: a scan
/// over the dead time, then Levenberg-Marquardt on all parameters. Limits of rate and angle are not
/// modelled. All throw std::invalid_argument "column: reason" for a recording that lacks a required
/// column, is shorter than about three seconds, or has a constant command.

/// Fits steer_time_delay and steer_time_constant; steer_cmd is in rad at the tyre.
Identification identify_steer(const Recording& recording);

/// Fits delay and time constant of accel and of brake. Rows below 0.1 m/s are skipped, since the
/// brakes hold there. @param vehicle its maps and conversions give the acceleration of the pedals
Identification identify_longitudinal(const Recording& recording, const ActuationParams& vehicle);

/// Fits vgr_coef_a, _b and _c and the delay and time constant of the steering; steer_cmd is in rad
/// at the steering wheel. Needs small and large angles, at low and at high speed.
Identification identify_vgr(const Recording& recording);

}  // namespace plant
