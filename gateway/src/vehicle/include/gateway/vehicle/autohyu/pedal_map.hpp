// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>

#include <plant/calibration_map.hpp>

#include <array>
#include <filesystem>

/// The conversion that a vehicle's CAN gateway does for AutoHYU's controllers
/// (docs/reference/autohyu.md): from torque, tyre angle and acceleration to pedals and the angle of
/// the road wheels.
namespace gateway::autohyu {

/// Position of the brake pedal as a function of the requested brake torque.
struct BrakePolynomial {
    /// BRAKE3_0 to BRAKE3_3: BPS [%] = c0 + c1 x + c2 x^2 + c3 x^3, where x is the torque against
    /// the direction of travel [Nm].
    std::array<double, 4> coefficients{0.0, 0.02, 0.0, 0.0};
    double max_torque_nm = 5000.0;  ///< end of the range; a greater torque is limited to it

    /// The polynomial's value, without limits.
    double bps_percent(double torque_nm) const noexcept;
};

/// Positions of the pedals, 0 to 100 each.
struct Pedals {
    double aps_percent = 0;  ///< accelerator
    double bps_percent = 0;  ///< brake
};

/// Converts the requested torque, the sum over all wheels, to the pedal positions that produce it.
class PedalMap {
  public:
    /// The map of the plant's default vehicle; equal to gateway/data/autohyu/pedals.yaml.
    PedalMap();

    /// @param torque_map torque at the wheels [Nm]; rows are the APS [%], columns the speed [m/s].
    ///        Every column must be increasing
    /// @param brake increasing from -t_neutral_nm to its max_torque_nm, with values from 0 to 100
    /// @param t_neutral_nm a torque from this on is produced by the accelerator, a lower one by the
    ///        brake
    /// @throws std::invalid_argument "key: reason" if the rows do not go from 0 to 100, or
    ///         `brake` is not as described
    PedalMap(plant::CalibrationMap torque_map, const BrakePolynomial& brake, double t_neutral_nm);

    /// The pedal positions for a torque; at most one of them is not 0. A torque that the vehicle
    /// cannot produce is limited to 100 %.
    Pedals pedals(double torque_nm, double speed_mps) const noexcept;

    /// The torque at the wheels, see the constructor.
    const plant::CalibrationMap& torque_map() const { return torque_map_; }
    /// The polynomial of the brake.
    const BrakePolynomial& brake() const { return brake_; }
    /// The torque between accelerator and brake.
    double t_neutral_nm() const { return t_neutral_nm_; }

  private:
    plant::CalibrationMap torque_map_;
    BrakePolynomial brake_;
    double t_neutral_nm_ = 0;
};

/// Reads a YAML file and the torque map that it refers to; docs/reference/autohyu.md describes
/// both.
/// @throws plant::FileError with all errors in them
PedalMap load_pedal_map(const std::filesystem::path& file);

/// Sets the steering from app/con/gripped_steer [deg], the angle of the road wheels, positive left.
void set_gripped_steer(double steer_deg, Command& command) noexcept;
/// Sets the pedals from app/con/gripped_torque, and the gear to drive.
/// @param torque_nm the sum over all wheels
/// @param speed_mps along the vehicle's longitudinal axis
/// @param map of the vehicle
/// @param command to change; gets the level `pedals`
void set_gripped_torque(double torque_nm, double speed_mps, const PedalMap& map,
                        Command& command) noexcept;

}  // namespace gateway::autohyu
