// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include <array>
#include <memory>

namespace plant {

/// The road at one point.
struct Contact {
    double height_m = 0.0;
    Eigen::Vector3d normal{0.0, 0.0, 1.0};  ///< unit length, world frame
    double friction = 1.0;                  ///< scales the tyre's own friction
};

/// Under the four wheels: FL, FR, RL, RR.
using Contacts = std::array<Contact, 4>;

/// A road surface: a pure function of the place.
class Ground {
  public:
    virtual ~Ground() = default;
    /// Must not allocate. x and y are world coordinates in metres.
    virtual Contact at(double x_m, double y_m) const = 0;
    /// Whether it is one plane of one friction.
    virtual bool is_plane() const { return false; }
};

/// A level plane of one friction.
std::unique_ptr<Ground> create_flat_ground(double height_m = 0.0, double friction = 1.0);

}  // namespace plant
