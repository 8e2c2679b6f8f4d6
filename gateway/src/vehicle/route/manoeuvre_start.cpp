// SPDX-License-Identifier: MIT
#include "manoeuvre_start.hpp"

#include <plant/manoeuvre.hpp>

#include <cmath>

namespace gateway {

ManoeuvreStart::ManoeuvreStart(const plant::Scenario& manoeuvre)
    : has_lanes_(!plant::course_lanes(manoeuvre.course).empty()),
      speed_mps_(manoeuvre.initial_speed_mps) {}

std::optional<SimTime> ManoeuvreStart::time_in(SimTime now, const plant::State& state) {
    if (!start_ && is_reached(now, state)) start_ = now;
    if (!start_) return std::nullopt;
    return now - *start_;
}

bool ManoeuvreStart::is_reached(SimTime now, const plant::State& state) {
    constexpr double near_mps = 0.2;
    constexpr SimTime settled{1'000'000'000};
    if (has_lanes_) return state.position_m.x() >= 0;
    if (std::abs(state.velocity_mps.x() - speed_mps_) > near_mps) {
        near_since_.reset();
        return false;
    }
    if (!near_since_) near_since_ = now;
    return now == SimTime{0} || now - *near_since_ >= settled;
}

}  // namespace gateway
