// SPDX-License-Identifier: MIT
#pragma once

#include "route.hpp"

#include <gateway/base/seams.hpp>

namespace gateway {

/// The vehicle's position on its route, updated once per cycle.
class RouteTracker {
  public:
    /// @param route may be null: the distance is 0 and the trajectory empty
    explicit RouteTracker(const Route* route = nullptr) : route_(route) {}

    void follow(const Feedback& feedback);

    bool has_route() const { return route_ != nullptr; }
    double distance_m() const { return distance_m_; }
    const Trajectory& trajectory() const { return trajectory_; }

  private:
    const Route* route_;
    double distance_m_ = 0;
    Trajectory trajectory_;
};

}  // namespace gateway
