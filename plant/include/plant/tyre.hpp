// SPDX-License-Identifier: MIT
#pragma once

#include <plant/tyre_params.hpp>

#include <memory>

namespace plant {

struct TyreConstants;

/// Steady forces of one tyre on the left side of the car.
struct TyreForce {
    double x_n = 0.0;
    double y_n = 0.0;
    double z_nm = 0.0;  ///< aligning moment
};

/// Where a tyre's force is largest at some load and road.
struct TyrePeak {
    double friction = 0.0;    ///< largest |F| / load of either direction alone
    double slip_ratio = 0.0;  ///< of the largest longitudinal force
    double slip_angle_rad = 0.0;
};

/// A tyre by itself, as the vehicle models see it in steady slip.
class Tyre {
  public:
    /// @throws std::invalid_argument with "key: reason".
    explicit Tyre(const TyreParams& params);
    ~Tyre();

    /// Slip ratio positive when driving, slip angle positive when the wheel moves to its left,
    /// less than a right angle; load in N; friction of the road.
    TyreForce force(double slip_ratio, double slip_angle_rad, double load_n, double friction) const;

    TyrePeak peak(double load_n, double friction) const;

  private:
    std::unique_ptr<TyreConstants> constants_;
};

}  // namespace plant
