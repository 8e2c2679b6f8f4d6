// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>

#include <plant/scenario.hpp>

#include <optional>

namespace gateway {

/// Finds the start of a manoeuvre in a run: a course of lanes begins where the vehicle passes its
/// first cones, every other manoeuvre when the vehicle has been near its initial speed for a
/// second. A vehicle that begins like this starts at once.
class ManoeuvreStart {
  public:
    explicit ManoeuvreStart(const plant::Scenario& manoeuvre);

    /// To be called in each cycle. @return the time since the start, or nothing before it
    std::optional<SimTime> time_in(SimTime now, const plant::State& state);

  private:
    bool is_reached(SimTime now, const plant::State& state);

    bool has_lanes_;
    double speed_mps_;
    std::optional<SimTime> near_since_;  ///< at its speed since then
    std::optional<SimTime> start_;
};

}  // namespace gateway
