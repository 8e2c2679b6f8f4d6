// SPDX-License-Identifier: MIT
#pragma once

#include <plant/ground.hpp>
#include <plant/state.hpp>
#include <plant/vehicle_params.hpp>

#include <Eigen/Core>

#include <array>
#include <cmath>

namespace plant {

/// The horizontal positions of the wheels, world frame.
inline std::array<Eigen::Vector2d, 4> wheel_positions_m(const BodyParams& body,
                                                        const State& state) {
    const double c = std::cos(state.yaw_rad);
    const double s = std::sin(state.yaw_rad);
    std::array<Eigen::Vector2d, 4> positions_m;
    for (std::size_t i = 0; i < 4; ++i) {
        const double x = body.cg_to_front_axle_m - (i < 2 ? 0.0 : body.wheelbase_m);
        const double y =
            (i % 2 == 0 ? 0.5 : -0.5) * (i < 2 ? body.track_front_m : body.track_rear_m);
        positions_m[i] = {state.position_m.x() + c * x - s * y,
                          state.position_m.y() + s * x + c * y};
    }
    return positions_m;
}

/// The ground below the wheels.
inline Contacts contacts_of(const Ground& ground, const BodyParams& body, const State& state) {
    const auto positions_m = wheel_positions_m(body, state);
    Contacts contacts;
    for (std::size_t i = 0; i < 4; ++i)
        contacts[i] = ground.at(positions_m[i].x(), positions_m[i].y());
    return contacts;
}

}  // namespace plant
