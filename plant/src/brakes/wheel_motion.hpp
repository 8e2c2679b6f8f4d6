// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/planar_forces.hpp"

namespace plant {
namespace {

/// Motion of the wheels, in their frames.
template <class W>
struct WheelMotion {
    W centre;        ///< speed of the centre, positive forward
    W rim;           ///< circumferential speed, positive forward
    W speed;         ///< absolute speed of the centre
    W lag;           ///< how much the rim is slower than the centre, in the direction of motion
    W deceleration;  ///< of the rim, in the direction of motion
};

/// @param rim_before circumferential speed a step of h seconds before
template <class R, class W>
inline WheelMotion<W> wheel_motion(const PlanarConstants& c, const PlanarState<R, W>& s,
                                   const PlanarInput<R, W>& in, const W& rim_before, double h) {
    PlanarForces<R, W> f;
    wheel_speeds(c, s, in, f);
    const W one = splat<W>(1.0);
    const W direction = select(f.centre_x < splat<W>(0.0), -one, one);
    WheelMotion<W> m;
    m.centre = f.centre_x;
    m.rim = c.radius * s.spin;
    m.speed = absolute(m.centre);
    m.lag = direction * (m.centre - m.rim);
    m.deceleration = direction * ((rim_before - m.rim) * (1.0 / h));
    return m;
}

}  // namespace
}  // namespace plant
