// SPDX-License-Identifier: MIT
#pragma once

#include "math/functions.hpp"
#include "tyre/tyre_kernel.hpp"

namespace plant {

/// Constants of the planar models, derived once from vehicle and tyre. Wheels FL, FR, RL, RR.
struct PlanarConstants {
    TyreConstants tyre;
    double mass = 0.0;
    double inverse_mass = 0.0;
    double inverse_yaw_inertia = 0.0;
    double radius = 0.0;
    double inverse_wheel_inertia = 0.0;
    double wheel_x[4] = {};       ///< forward of the centre of gravity
    double wheel_y[4] = {};       ///< left of the centre of gravity
    double ackermann[4] = {};     ///< tan(wheel) = steered tan(mean) / (1 - ackermann tan(mean))
    double steered[4] = {};       ///< 1 at the front
    double load_gravity[4] = {};  ///< load per unit of gravity normal to the road
    double load_speed[4] = {};    ///< load per squared speed (lift)
    double load_forward[4] = {};  ///< load per forward acceleration
    double load_left[4] = {};     ///< load per leftward acceleration
    double inverse_load_time = 0.0;
    double half_track[4] = {};
    double tip_moment = 0.0;  ///< per leftward acceleration, of the centre of gravity and its lean
    double drag = 0.0;        ///< force per squared speed
    double drive_share[4] = {};  ///< of the torque of all wheels
    double axle_drive[4] = {};   ///< weight of each wheel in the speed of the driven shaft
    double max_drive_torque = 0.0;
    double max_drive_power = 0.0;
    double max_shaft_speed = 0.0;
    double limiter_slope = 0.0;  ///< slope of the drive torque near the largest shaft speed
    bool locked_differential = false;
    double locked[4] = {};        ///< 1 on a driven axle with a locked differential
    double rolling_moment = 0.0;  ///< per load: rolling resistance times radius
    double inverse_relaxation_x = 0.0;
    double inverse_relaxation_y = 0.0;
    double inverse_held_slip_x = 0.0;  ///< slip at which stiffness alone gives the friction limit
    double inverse_held_slip_y = 0.0;
    double inverse_yielding_rate = 0.0;  ///< limit of the slip rate due to sliding
    double slip_rate_limit = 0.0;        ///< limit of the slip rate
    double damping_x = 0.0;              ///< slip ratio added per sliding speed at standstill
    double damping_y = 0.0;              ///< tangent added per sideways speed at standstill
};

/// Below this speed of the wheel centre the tyre carcass has additional damping.
constexpr double damped_speed_mps = 3.0;
/// Below this speed the trail of a tyre moves from behind its contact to in front of it.
constexpr double crawling_speed_mps = 0.5;
/// Limit of transient slips, so that the slip of a spinning wheel at standstill is finite.
constexpr double largest_slip = 3.0;

/// R holds one value per vehicle, W one per wheel.
template <class R, class W>
struct alignas(vector_alignment) PlanarState {
    R x, y, yaw;
    R vx, vy, yaw_rate;
    R felt_x, felt_y;  ///< lagged accelerations that determine the load transfer
    alignas(vector_alignment) W spin;
    W slip_x, slip_y;  ///< transient slip ratio and tangent of the slip angle
};

/// Constant during a step.
template <class R, class W>
struct alignas(vector_alignment) PlanarInput {
    R drive;                            ///< throttle with the sign of the gear, -1..1
    alignas(vector_alignment) W brake;  ///< largest braking torque of each wheel
    W cos_steer;
    W sin_steer;
    W friction;
    W torque;      ///< on each wheel, in addition to that of the drive
    R nx, ny, nz;  ///< mean normal of the road
};

/// Values that depend only on the input, prepared once for several evaluations.
template <class W>
struct PlanarHeld {
    TyreRoad<W> road;
    bool is_level;  ///< all vehicles are on level ground
};

/// Direction of dry friction (brake and rolling resistance) during a step.
template <class W>
struct WheelFriction {
    W direction;  ///< -1, 0, 1: direction of the rotation that it opposes
    W turning;    ///< 0 where the wheel is held, else 1
};

/// Frame of the road: the axes of the body on the plane with the mean normal, in world coordinates.
template <class R>
struct RoadFrame {
    R forward_x, forward_y, forward_z;
    R left_x, left_y, left_z;
};

/// Result of one evaluation of the forces.
template <class R, class W>
struct PlanarForces {
    W load;
    TyreForces<W> tyre;                ///< wheel frame
    W body_x, body_y;                  ///< tyre forces in the body frame
    W rim_speed;                       ///< R spin - speed of the wheel centre
    W centre_x, centre_y;              ///< speed of the wheel centre, wheel frame
    W net_torque;                      ///< on each wheel without dry friction
    W friction_torque;                 ///< largest torque of dry friction
    R acceleration_x, acceleration_y;  ///< of the centre of gravity, body frame
    RoadFrame<R> road;
};

namespace {

/// dst = a + h b, for each value.
template <class R, class W>
inline PlanarState<R, W> advanced(const PlanarState<R, W>& a, double h,
                                  const PlanarState<R, W>& b) {
    return {a.x + h * b.x,           a.y + h * b.y,           a.yaw + h * b.yaw,
            a.vx + h * b.vx,         a.vy + h * b.vy,         a.yaw_rate + h * b.yaw_rate,
            a.felt_x + h * b.felt_x, a.felt_y + h * b.felt_y, a.spin + h * b.spin,
            a.slip_x + h * b.slip_x, a.slip_y + h * b.slip_y};
}

inline bool any(bool mask) {
    return mask;
}

template <class R, class W>
inline PlanarHeld<W> hold(const PlanarConstants& c, const PlanarInput<R, W>& in) {
    const R zero = splat<R>(0.0);
    const R one = splat<R>(1.0);
    const auto level = (in.nx == zero) & (in.ny == zero) & (in.nz == one);
    const R inclined = select(level, zero, one);
    return {tyre_road(c.tyre, in.friction), !any(inclined > zero)};
}

/// On level ground, division by the normal and by the length of the forward vector is exact.
template <class R, class W>
inline RoadFrame<R> road_frame(const R& yaw, const PlanarInput<R, W>& in, bool is_level) {
    const SinCos<R> heading = sin_cos(yaw);
    R climb = -(in.nx * heading.cos + in.ny * heading.sin);
    R scale = splat<R>(1.0);
    if (!is_level) {
        climb = climb / in.nz;
        scale = 1.0 / square_root(1.0 + climb * climb);
    }
    RoadFrame<R> f;
    f.forward_x = heading.cos * scale;
    f.forward_y = heading.sin * scale;
    f.forward_z = climb * scale;
    f.left_x = in.ny * f.forward_z - in.nz * f.forward_y;
    f.left_y = in.nz * f.forward_x - in.nx * f.forward_z;
    f.left_z = in.nx * f.forward_y - in.ny * f.forward_x;
    return f;
}

}  // namespace
}  // namespace plant
