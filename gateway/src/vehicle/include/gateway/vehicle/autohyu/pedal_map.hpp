// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>

#include <plant/calibration_map.hpp>

#include <array>
#include <filesystem>

/// The role that a vehicle's CAN gateway plays for AutoHYU's controllers (docs/autohyu.md): torque,
/// tyre angle and acceleration come in, pedals and road wheel angle go out.
namespace gateway::autohyu {

/// Position of the brake pedal over the brake torque asked for.
struct BrakePolynomial {
    /// BRAKE3_0 to BRAKE3_3: BPS [%] = c0 + c1 x + c2 x^2 + c3 x^3, x the torque against the
    /// direction of travel [Nm].
    std::array<double, 4> coefficients{0.0, 0.02, 0.0, 0.0};
    double max_torque_nm = 5000.0;  ///< end of the range; what is beyond is held

    double bps_percent(double torque_nm) const noexcept;
};

/// Positions of accelerator and brake pedal, 0 to 100 each.
struct Pedals {
    double aps_percent = 0;
    double bps_percent = 0;
};

/// From the torque asked for at the wheels, all of them together, to the pedals that give it.
class PedalMap {
  public:
    /// The pedals of the plant's default vehicle; equal to gateway/data/autohyu/pedals.yaml.
    PedalMap();

    /// @param torque_map torque at the wheels [Nm]; rows are the APS [%], columns the speed [m/s].
    ///        Every column must rise
    /// @param t_neutral_nm torque between coasting and braking: from it on the accelerator is the
    ///        pedal, below it the brake
    /// @throws std::invalid_argument "key: reason" unless the rows go from 0 to 100 and the
    ///         polynomial rises over its range, -t_neutral_nm to max_torque_nm, within 0 to 100
    PedalMap(plant::CalibrationMap torque_map, const BrakePolynomial& brake, double t_neutral_nm);

    /// Never both pedals at once. Torque that the vehicle cannot give is held at 100 %.
    Pedals pedals(double torque_nm, double speed_mps) const noexcept;

    const plant::CalibrationMap& torque_map() const { return torque_map_; }
    const BrakePolynomial& brake() const { return brake_; }
    double t_neutral_nm() const { return t_neutral_nm_; }

  private:
    plant::CalibrationMap torque_map_;
    BrakePolynomial brake_;
    double t_neutral_nm_ = 0;
};

/// Reads a YAML file and the torque map it names, as docs/autohyu.md describes them.
/// @throws plant::FileError with every mistake in them
PedalMap load_pedal_map(const std::filesystem::path& file);

/// app/con/gripped_steer [deg] at the tyre, positive left: there is no steering ratio in between.
void set_gripped_steer(double steer_deg, Command& command) noexcept;
/// app/con/gripped_torque [Nm]. @param speed_mps along the vehicle's front axis
void set_gripped_torque(double torque_nm, double speed_mps, const PedalMap& map,
                        Command& command) noexcept;

}  // namespace gateway::autohyu
