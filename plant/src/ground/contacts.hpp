// SPDX-License-Identifier: MIT
#pragma once

#include <plant/ground.hpp>
#include <plant/state.hpp>
#include <plant/vehicle_params.hpp>

#include <cmath>

namespace plant {

/// The ground at the horizontal positions of the wheels.
inline Contacts contacts_of(const Ground& ground, const BodyParams& body, const State& state) {
    const double c = std::cos(state.yaw_rad);
    const double s = std::sin(state.yaw_rad);
    Contacts contacts;
    for (std::size_t i = 0; i < 4; ++i) {
        const double x = body.cg_to_front_axle_m - (i < 2 ? 0.0 : body.wheelbase_m);
        const double y =
            (i % 2 == 0 ? 0.5 : -0.5) * (i < 2 ? body.track_front_m : body.track_rear_m);
        contacts[i] =
            ground.at(state.position_m.x() + c * x - s * y, state.position_m.y() + s * x + c * y);
    }
    return contacts;
}

}  // namespace plant
