// SPDX-License-Identifier: MIT
#pragma once

#include <plant/tyre.hpp>
#include <plant/tyre_params.hpp>
#include "math/functions.hpp"
#include "tyre/mf52_kernel.hpp"
#include "tyre/tyre_forces.hpp"

namespace plant {

/// One direction of a tyre, prepared for the slip divided by the slip at the peak.
struct TyreCurve {
    double b_peak = 0.0;  ///< B times the slip at the peak
    double c = 0.0;
    double d = 0.0;
    double e = 0.0;
    double slip_at_peak = 0.0;  ///< on friction 1, as a ratio or a tangent
    double stiffness = 0.0;     ///< slope of force / load at zero slip, B C D
    double held_slip = 0.0;     ///< largest force over that slope, on friction 1
};

/// What a force call needs, as plain numbers.
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

/// Where the force of this tyre is largest.
TyrePeak peak_of(const TyreConstants& tyre, double load_n, double friction);

namespace {

/// Peak friction of the tyre on road friction 1, relative to its value at nominal load.
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

/// Combined slip by similarity: both slips are scaled by the slip of their peak, the curves are
/// read at the length of that vector and act along it. So the force never leaves the friction
/// ellipse, and at one slip alone it is the pure curve. Road friction scales peak and slip at the
/// peak alike, which leaves the stiffness as it is.
/// Source: Pacejka, Tire and Vehicle Dynamics, section 4.3.1 and 4.2 (similarity method).
template <class W>
inline TyreForces<W> magic_formula_forces(const TyreConstants& tyre, const W& slip_x,
                                          const W& slip_y, const W& load, const W& friction,
                                          const W& direction) {
    const W road = maximum(friction, splat<W>(1e-3));
    const W inverse_road = 1.0 / road;
    const W sx = slip_x * (inverse_road * (1.0 / tyre.x.slip_at_peak));
    const W sy = slip_y * (inverse_road * (1.0 / tyre.y.slip_at_peak));
    const W length_squared = sx * sx + sy * sy + 1e-40;
    const W length = square_root(length_squared);
    const W trail_divisor = 1.0 + 4.0 * length_squared;
    const W inverse = 1.0 / (length * trail_divisor);
    const W pull = (friction * load_factor(tyre, load) * load) * (trail_divisor * inverse);
    const W trail = tyre.trail * (length * inverse) * direction;
    const Pair<W> shape = curve_shapes(tyre.x, tyre.y, length);
    const W fy = -(pull * sy) * (tyre.y.d * shape.second);
    return {(pull * sx) * (tyre.x.d * shape.first), fy, -(trail * fy)};
}

/// Force proportional to slip and load, cut at the friction circle.
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
/// wheel moves to its left; load in N, friction of the road; sides: 1 on the left, -1 on the right;
/// direction: 1 when the wheel moves forwards, -1 backwards, which puts the trail on its other
/// side.
template <class W>
inline TyreForces<W> tyre_forces(const TyreConstants& tyre, const W& slip_x, const W& slip_y,
                                 const W& load, const W& friction, const W& sides,
                                 const W& direction) {
    switch (tyre.model) {
        case TyreModel::linear:
            return linear_forces(tyre, slip_x, slip_y, load, friction, direction);
        case TyreModel::mf52:
            return mf52_forces(tyre.mf52, slip_x, slip_y, load, friction, sides, direction);
        case TyreModel::magic_formula:
            break;
    }
    return magic_formula_forces(tyre, slip_x, slip_y, load, friction, direction);
}

/// Wheel by wheel, so that the registers hold what one wheel needs.
inline TyreForces<Quad> tyre_forces(const TyreConstants& tyre, const Quad& slip_x,
                                    const Quad& slip_y, const Quad& load, const Quad& friction,
                                    const Quad& sides, const Quad& direction) {
    TyreForces<Quad> all;
    for (int i = 0; i < 4; ++i) {
        const TyreForces<Lanes8> one =
            tyre_forces(tyre, slip_x.wheel[i], slip_y.wheel[i], load.wheel[i], friction.wheel[i],
                        sides.wheel[i], direction.wheel[i]);
        all.x.wheel[i] = one.x;
        all.y.wheel[i] = one.y;
        all.z.wheel[i] = one.z;
    }
    return all;
}

}  // namespace
}  // namespace plant
