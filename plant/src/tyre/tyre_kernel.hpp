// SPDX-License-Identifier: MIT
#pragma once

#include <plant/tyre.hpp>
#include <plant/tyre_params.hpp>
#include "math/functions.hpp"
#include "tyre/mf52_kernel.hpp"
#include "tyre/tyre_forces.hpp"

namespace plant {

/// One direction of a tyre, as a function of the slip divided by the slip at the peak.
struct TyreCurve {
    double b_peak = 0.0;  ///< B times the slip at the peak
    double c = 0.0;
    double d = 0.0;
    double e = 0.0;
    double slip_at_peak = 0.0;  ///< at friction 1, as a ratio or a tangent
    double stiffness = 0.0;     ///< slope of force / load at zero slip, B C D
    double held_slip = 0.0;     ///< largest force divided by that slope, at friction 1
};

/// Constants for the calculation of forces.
struct TyreConstants {
    TyreModel model = TyreModel::magic_formula;
    TyreCurve x;
    TyreCurve y;
    double inverse_nominal_load = 0.0;
    double load_sensitivity = 0.0;
    double trail = 0.0;
    Mf52 mf52;
};

TyreConstants prepare_tyre(const TyreParams& params);

/// The peak of the force of this tyre.
TyrePeak peak_of(const TyreConstants& tyre, double load_n, double friction);

namespace {

/// Peak friction of the tyre at road friction 1, relative to its value at nominal load.
template <class W>
inline W load_factor(const TyreConstants& tyre, const W& load) {
    const W factor = 1.0 - tyre.load_sensitivity * (load * tyre.inverse_nominal_load - 1.0);
    return minimum(maximum(factor, splat<W>(0.3)), splat<W>(2.0));
}

/// sin(C atan(u)) of both curves at `s` times the slip of their peaks, s >= 0.
template <class W>
inline Pair<W> curve_shapes(const TyreCurve& x, const TyreCurve& y, const W& s) {
    const W zx = x.b_peak * s;
    const W zy = y.b_peak * s;
    const Pair<W> inner = atans_of_positive(zx, zy);
    const Pair<W> outer = atans_of_positive(zx * (1.0 - x.e) + x.e * inner.first,
                                            zy * (1.0 - y.e) + y.e * inner.second);
    return {sin_of_positive(x.c * outer.first), sin_of_positive(y.c * outer.second)};
}

template <class W>
inline TyreRoad<W> tyre_road(const TyreConstants& tyre, const W& friction) {
    const W inverse_road = 1.0 / maximum(friction, splat<W>(1e-3));
    return {friction, inverse_road * (1.0 / tyre.x.slip_at_peak),
            inverse_road * (1.0 / tyre.y.slip_at_peak)};
}

/// Combined slip by the similarity method: both slips are divided by the slip of their peak; the
/// curves are evaluated at the length of this vector, and the force has its direction. So the force
/// stays within the friction ellipse, and for pure slip it is the pure curve. Road friction scales
/// the peak and its slip by the same factor, which does not change the stiffness.
/// Source: Pacejka, Tire and Vehicle Dynamics, section 4.3.1 and 4.2 (similarity method).
template <class W>
inline TyreForces<W> magic_formula_forces(const TyreConstants& tyre, const W& slip_x,
                                          const W& slip_y, const W& load, const TyreRoad<W>& road,
                                          const W& direction) {
    const W sx = slip_x * road.scale_x;
    const W sy = slip_y * road.scale_y;
    const W length_squared = sx * sx + sy * sy + 1e-40;
    const W length = square_root(length_squared);
    const W trail_divisor = 1.0 + 4.0 * length_squared;
    const W inverse = 1.0 / (length * trail_divisor);
    const W pull = (road.friction * load_factor(tyre, load) * load) * (trail_divisor * inverse);
    const W trail = tyre.trail * (length * inverse) * direction;
    const Pair<W> shape = curve_shapes(tyre.x, tyre.y, length);
    const W fy = -(pull * sy) * (tyre.y.d * shape.second);
    return {(pull * sx) * (tyre.x.d * shape.first), fy, -(trail * fy)};
}

/// Force proportional to slip and load, limited by the friction circle.
template <class W>
inline TyreForces<W> linear_forces(const TyreConstants& tyre, const W& slip_x, const W& slip_y,
                                   const W& load, const W& friction, const W& direction) {
    const W fx = tyre.x.stiffness * slip_x * load;
    const W fy = -(tyre.y.stiffness * slip_y * load);
    const W limit = friction * load * minimum(tyre.x.d, tyre.y.d);
    const W length = square_root(fx * fx + fy * fy + 1e-40);
    const W scale = minimum(splat<W>(1.0), limit / length);
    return {fx * scale, fy * scale, -(tyre.trail * fy * scale * direction)};
}

/// Forces of all wheels. slip_x: slip ratio; slip_y: tangent of the slip angle, positive when the
/// wheel moves to its left; load in N; sides: 1 on the left, -1 on the right;
/// direction: 1 when the wheel moves forward, -1 backward, which reverses the trail.
template <class W>
inline TyreForces<W> tyre_forces(const TyreConstants& tyre, const W& slip_x, const W& slip_y,
                                 const W& load, const TyreRoad<W>& road, const W& sides,
                                 const W& direction) {
    switch (tyre.model) {
        case TyreModel::linear:
            return linear_forces(tyre, slip_x, slip_y, load, road.friction, direction);
        case TyreModel::mf52:
            return mf52_forces(tyre.mf52, slip_x, slip_y, load, road.friction, sides, direction);
        case TyreModel::magic_formula:
            break;
    }
    return magic_formula_forces(tyre, slip_x, slip_y, load, road, direction);
}

/// Two wheels at a time: a single one leaves the processor waiting for its long dependency chains,
/// and four do not fit into the registers.
template <class V>
inline TyreForces<QuadOf<V>> tyre_forces(const TyreConstants& tyre, const QuadOf<V>& slip_x,
                                         const QuadOf<V>& slip_y, const QuadOf<V>& load,
                                         const TyreRoad<QuadOf<V>>& road, const QuadOf<V>& sides,
                                         const QuadOf<V>& direction) {
    constexpr std::size_t n = 2;
    TyreForces<QuadOf<V>> all;
    for (std::size_t i = 0; i < 4; i += n) {
        const TyreRoad<WheelsOf<V, n>> below{wheels_from<n>(road.friction, i),
                                             wheels_from<n>(road.scale_x, i),
                                             wheels_from<n>(road.scale_y, i)};
        const TyreForces<WheelsOf<V, n>> some = tyre_forces(
            tyre, wheels_from<n>(slip_x, i), wheels_from<n>(slip_y, i), wheels_from<n>(load, i),
            below, wheels_from<n>(sides, i), wheels_from<n>(direction, i));
        put_wheels(some.x, i, all.x);
        put_wheels(some.y, i, all.y);
        put_wheels(some.z, i, all.z);
    }
    return all;
}

}  // namespace
}  // namespace plant
