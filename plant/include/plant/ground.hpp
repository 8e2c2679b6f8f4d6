// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include <array>
#include <memory>

namespace plant {

/// The road below one point.
struct Contact {
    double height_m = 0.0;                  ///< world frame
    Eigen::Vector3d normal{0.0, 0.0, 1.0};  ///< unit length, world frame
    double friction = 1.0;                  ///< factor on the friction of the tyre
};

/// The road below the four wheels: FL, FR, RL, RR.
using Contacts = std::array<Contact, 4>;

/// A road surface: a pure function of the position.
class Ground {
  public:
    virtual ~Ground() = default;
    /// The road at world coordinates in metres. Must not allocate.
    virtual Contact at(double x_m, double y_m) const = 0;
    /// Whether the road is one plane with constant friction.
    virtual bool is_plane() const { return false; }
};

/// A level plane with constant friction.
std::unique_ptr<Ground> create_flat_ground(double height_m = 0.0, double friction = 1.0);

}  // namespace plant
