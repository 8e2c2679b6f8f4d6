// SPDX-License-Identifier: MIT
#pragma once

#include "route.hpp"

#include <gateway/seams.hpp>

namespace gateway {

/// Where the vehicle is along its route, looked for once a turn. It must be the first observer of
/// those that ask it.
class RouteTracker : public Observer {
  public:
    /// @param route may be null: no distance, an empty trajectory
    explicit RouteTracker(const Route* route) : route_(route) {}

    void before_turn(SimTime now, const Feedback& feedback) override;

    double distance_m() const { return distance_m_; }
    const Trajectory& trajectory() const { return trajectory_; }

  private:
    const Route* route_;
    double distance_m_ = 0;
    Trajectory trajectory_;
};

}  // namespace gateway
