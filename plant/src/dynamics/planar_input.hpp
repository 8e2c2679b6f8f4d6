// SPDX-License-Identifier: MIT
#pragma once

#include <plant/ground.hpp>
#include <plant/state.hpp>
#include <plant/vehicle_params.hpp>
#include "dynamics/planar_kernel.hpp"
#include "math/quad.hpp"

namespace plant {

using OneState = PlanarState<double, Lanes>;
using OneInput = PlanarInput<double, Lanes>;

/// Commands of eight vehicles without steering, within their ranges.
struct PedalLanes {
    Lanes8 drive;  ///< throttle with the sign of the gear
    Lanes8 brake;
    Lanes8 handbrake;  ///< 0, 1
};

/// Converts commands and contacts to the input of the kernel during a step.
class PlanarInputMaker {
  public:
    PlanarInputMaker() = default;
    PlanarInputMaker(const VehicleParams& vehicle, const PlanarConstants& constants);

    OneInput make(const Command& command, const Contacts& contacts);

    // Bit-identical, for eight vehicles with unchanged ground.
    void put(const PedalLanes& pedals, PlanarInput<Lanes8, Quad>& in) const;
    void put_steer(const Lanes8& mean_rad, PlanarInput<Lanes8, Quad>& in) const;

  private:
    void steer(double mean_rad);

    Lanes steered_{};
    Lanes ackermann_{};
    Lanes brake_share_{};
    Lanes handbrake_share_{};
    double mean_steer_rad_ = 0.0;  ///< angle from which the next two were calculated
    Lanes cos_steer_{};
    Lanes sin_steer_{};
};

/// Position and velocities of `state`; tyre slips as in steady rolling; wheels of a locked axle at
/// their mean speed.
OneState planar_start(const PlanarConstants& constants, const State& state, const OneInput& input);

}  // namespace plant
