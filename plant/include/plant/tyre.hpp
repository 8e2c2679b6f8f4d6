// SPDX-License-Identifier: MIT
#pragma once

#include <plant/tyre_params.hpp>

#include <memory>

namespace plant {

struct TyreConstants;

/// Steady-state forces of one tyre on the left side of the car.
struct TyreForce {
    double x_n = 0.0;   ///< forward
    double y_n = 0.0;   ///< to the left
    double z_nm = 0.0;  ///< aligning moment
};

/// The maximum force of a tyre at some load and friction.
struct TyrePeak {
    double friction = 0.0;        ///< largest |F| / load, longitudinal or lateral alone
    double slip_ratio = 0.0;      ///< at the largest longitudinal force
    double slip_angle_rad = 0.0;  ///< at the largest lateral force
};

/// A single tyre in steady-state slip, with the equations of the vehicle models.
class Tyre {
  public:
    /// @throws std::invalid_argument with "key: reason".
    explicit Tyre(const TyreParams& params);
    ~Tyre();

    /// @param slip_ratio positive when driving
    /// @param slip_angle_rad positive when the wheel moves to its left, below a right angle
    /// @param friction of the road
    TyreForce force(double slip_ratio, double slip_angle_rad, double load_n, double friction) const;

    /// The peak at a load and a friction of the road.
    TyrePeak peak(double load_n, double friction) const;

  private:
    std::unique_ptr<TyreConstants> constants_;
};

}  // namespace plant
