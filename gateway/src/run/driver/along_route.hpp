// SPDX-License-Identifier: MIT
#pragma once

#include "route/route.hpp"

#include <vector>

namespace gateway {

/// Values along a route at equal distances, with linear interpolation. On a closed route they
/// repeat with each lap.
class AlongRoute {
  public:
    AlongRoute() = default;
    AlongRoute(std::vector<double> values, double length_m, bool is_closed);

    /// At a distance from the start; before the start and after the end the value there.
    double at(double way_m) const;
    /// Its derivative by the distance.
    double slope_at(double way_m) const;

    const std::vector<double>& values() const { return values_; }
    double step_m() const { return step_m_; }
    double length_m() const { return length_m_; }
    bool is_closed() const { return is_closed_; }

  private:
    struct Place {
        std::size_t from, to;  ///< indices
        double share;          ///< of the way between them
    };
    Place place_of(double way_m) const;

    std::vector<double> values_;
    double length_m_ = 0;
    double step_m_ = 1;
    bool is_closed_ = false;
};

/// The curvature of a route in 1/m, positive to the left: the change of direction over a short
/// distance around each sample, which also smooths the steps between straights and arcs.
AlongRoute curvature_of(const Route& route);

}  // namespace gateway
