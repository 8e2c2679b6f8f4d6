// SPDX-License-Identifier: MIT
#pragma once

#include <plant/mf52.hpp>
#include "math/functions.hpp"
#include "tyre/tyre_forces.hpp"

namespace plant {
namespace {

/// Inputs of the formulas below.
template <class W>
struct Mf52Inputs {
    W load, dfz, kappa, alpha, cos_alpha, friction, direction;
    W kappa_weighing, alpha_weighing;  ///< slips divided by the friction, see mf52_forces
};

/// Bx - E (Bx - atan(Bx)), the argument of the outer arc tangent.
template <class W>
inline W mf_argument(const W& bx, const W& e) {
    return bx - e * (bx - atan_of(bx));
}

template <class W>
inline W sign_of(const W& x) {
    return select(x < splat<W>(0.0), splat<W>(-1.0), splat<W>(1.0));
}

template <class W>
inline W not_above_one(const W& e) {
    return minimum(e, splat<W>(1.0));
}

/// x, or 1e-9 if |x| is smaller, for use as a divisor.
template <class W>
inline W not_zero(const W& x) {
    return select(absolute(x) < splat<W>(1e-9), splat<W>(1e-9), x);
}

/// cos(C atan(argument at s)) / cos(C atan(argument at shift)): the factor by which the
/// other slip reduces a force.
template <class W>
inline W mf_weight(const W& b, double c, const W& e, const W& s, const W& shift) {
    const W top = sin_cos(c * atan_of(mf_argument(b * (s + shift), e))).cos;
    const W bottom = sin_cos(c * atan_of(mf_argument(b * shift, e))).cos;
    return top / bottom;
}

/// One direction of pure slip: slope at zero, force, vertical shift, and B C for the aligning
/// moment.
template <class W>
struct PureSlip {
    W force, stiffness, shift_h, shift_v, peak, bc;
};

template <class W>
inline W mf52_peak_x(const Mf52& c, const Mf52Inputs<W>& in) {
    return (c.pdx1 + c.pdx2 * in.dfz) * (c.lmux * in.friction);
}

template <class W>
inline W mf52_peak_y(const Mf52& c, const Mf52Inputs<W>& in) {
    return (c.pdy1 + c.pdy2 * in.dfz) * (c.lmuy * in.friction);
}

template <class W>
inline PureSlip<W> mf52_pure_x(const Mf52& c, const Mf52Inputs<W>& in) {
    PureSlip<W> p;
    p.shift_h = (c.phx1 + c.phx2 * in.dfz) * c.lhx;
    const W slip = in.kappa + p.shift_h;
    p.peak = mf52_peak_x(c, in) * in.load;
    const W e = not_above_one((c.pex1 + in.dfz * (c.pex2 + c.pex3 * in.dfz)) *
                              (1.0 - c.pex4 * sign_of(slip)) * c.lex);
    p.stiffness = in.load * (c.pkx1 + c.pkx2 * in.dfz) * exponential(c.pkx3 * in.dfz) * c.lkx;
    const W b = p.stiffness / not_zero(c.pcx1 * c.lcx * p.peak);
    p.shift_v = in.load * (c.pvx1 + c.pvx2 * in.dfz) * (c.lvx * c.lmux * in.friction);
    p.bc = b * (c.pcx1 * c.lcx);
    p.force = p.peak * sin_cos(c.pcx1 * c.lcx * atan_of(mf_argument(b * slip, e))).sin + p.shift_v;
    return p;
}

template <class W>
inline PureSlip<W> mf52_pure_y(const Mf52& c, const Mf52Inputs<W>& in) {
    PureSlip<W> p;
    const double nominal = c.fnomin * c.lfzo;
    p.shift_h = (c.phy1 + c.phy2 * in.dfz) * c.lhy;
    const W slip = in.alpha + p.shift_h;
    p.peak = mf52_peak_y(c, in) * in.load;
    const W e = not_above_one((c.pey1 + c.pey2 * in.dfz) * (1.0 - c.pey3 * sign_of(slip)) * c.ley);
    // sin(2 atan(x)) = 2 x / (1 + x^2)
    const W ratio = in.load * (1.0 / (c.pky2 * nominal));
    p.stiffness = (c.pky1 * nominal * c.lky) * (2.0 * ratio / (1.0 + ratio * ratio));
    const W b = p.stiffness / not_zero(c.pcy1 * c.lcy * p.peak);
    p.shift_v = in.load * (c.pvy1 + c.pvy2 * in.dfz) * (c.lvy * c.lmuy * in.friction);
    p.bc = b * (c.pcy1 * c.lcy);
    p.force = p.peak * sin_cos(c.pcy1 * c.lcy * atan_of(mf_argument(b * slip, e))).sin + p.shift_v;
    return p;
}

/// Longitudinal force, reduced by the slip angle.
template <class W>
inline W mf52_combined_x(const Mf52& c, const Mf52Inputs<W>& in, const PureSlip<W>& x) {
    const W reach = c.rbx2 * in.kappa_weighing;
    const W b = c.rbx1 * c.lxal / square_root(1.0 + reach * reach);
    const W e = not_above_one(c.rex1 + c.rex2 * in.dfz);
    return x.force * mf_weight(b, c.rcx1, e, in.alpha_weighing, splat<W>(c.rhx1));
}

/// Side force that the slip ratio alone causes.
template <class W>
inline W mf52_induced_y(const Mf52& c, const Mf52Inputs<W>& in) {
    const W reach = c.rvy4 * in.alpha_weighing;
    const W size = mf52_peak_y(c, in) * in.load * (c.rvy1 + c.rvy2 * in.dfz) /
                   square_root(1.0 + reach * reach);
    return size * sin_cos(c.rvy5 * atan_of(c.rvy6 * in.kappa_weighing)).sin * c.lvyka;
}

/// Side force, reduced by the slip ratio, without the induced part.
template <class W>
inline W mf52_combined_y(const Mf52& c, const Mf52Inputs<W>& in, const PureSlip<W>& y) {
    const W reach = c.rby2 * (in.alpha_weighing - c.rby3);
    const W b = c.rby1 * c.lyka / square_root(1.0 + reach * reach);
    const W e = not_above_one(c.rey1 + c.rey2 * in.dfz);
    const W shift = c.rhy1 + c.rhy2 * in.dfz;
    return y.force * mf_weight(b, c.rcy1, e, in.kappa_weighing, shift);
}

/// Equivalent slip angle of both slips, for the aligning moment.
template <class W>
inline W mf52_equivalent_angle(const W& angle, const W& stiffness_ratio, const W& kappa) {
    const SinCos<W> sc = sin_cos(angle);
    const W tangent = sc.sin / sc.cos;
    const W along = stiffness_ratio * kappa;
    return sign_of(angle) * atan_of_positive(square_root(tangent * tangent + along * along));
}

template <class W>
inline W mf52_aligning(const Mf52& c, const Mf52Inputs<W>& in, const PureSlip<W>& x,
                       const PureSlip<W>& y, const W& fx, const W& fy,
                       const W& fy_without_induced) {
    const W ratio = x.stiffness / not_zero(y.stiffness);
    const W alpha_t = in.alpha + c.qhz1 + c.qhz2 * in.dfz;
    const W trail_angle = mf52_equivalent_angle(alpha_t, ratio, in.kappa);
    const W rest_angle = mf52_equivalent_angle(
        in.alpha + y.shift_h + y.shift_v / not_zero(y.stiffness), ratio, in.kappa);
    const W scale = c.lky / (c.lmuy * in.friction);
    const W bt = (c.qbz1 + in.dfz * (c.qbz2 + c.qbz3 * in.dfz)) * scale;
    const W dt = in.load * (c.qdz1 + c.qdz2 * in.dfz) * (c.unloaded_radius / c.fnomin * c.ltr);
    const W et = not_above_one((c.qez1 + in.dfz * (c.qez2 + c.qez3 * in.dfz)) *
                               (1.0 + c.qez4 * (1.0 / half_pi) * atan_of(bt * c.qcz1 * alpha_t)));
    const W trail =
        dt * sin_cos(c.qcz1 * atan_of(mf_argument(bt * trail_angle, et))).cos * in.cos_alpha;
    const W br = c.qbz9 * scale + c.qbz10 * y.bc;
    const W dr =
        in.load * (c.qdz6 + c.qdz7 * in.dfz) * (c.unloaded_radius * c.lres * c.lmuy * in.friction);
    const W turn = br * rest_angle;
    const W rest = dr / square_root(1.0 + turn * turn) * in.cos_alpha;
    const W arm = (c.ssz1 + c.ssz2 * fy * (1.0 / c.fnomin)) * (c.unloaded_radius * c.ls);
    return rest - in.direction * trail * fy_without_induced + arm * fx;
}

/// Magic Formula 5.2 without camber. Source: Pacejka, section 4.3.2, equations 4.E9 to 4.E78 with
/// the scaling factors of MF-Tyre 5.2; the friction of the road multiplies LMUX and LMUY. The
/// weighting functions of combined slip are evaluated at the slips divided by the friction, because
/// the slip at the peak of a pure force is proportional to the friction.
/// @param sides 1 for a wheel on the left, -1 on the right
/// @param direction 1 forwards, -1 backwards
template <class W>
inline TyreForces<W> mf52_forces(const Mf52& c, const W& slip_x, const W& slip_y, const W& load,
                                 const W& friction, const W& sides, const W& direction) {
    const W side = c.side * sides;
    const double nominal = c.fnomin * c.lfzo;
    Mf52Inputs<W> in;
    in.load = maximum(load, splat<W>(1.0));
    in.dfz = (in.load - nominal) * (1.0 / nominal);
    in.kappa = slip_x;
    in.alpha = side * atan_of(slip_y);
    in.cos_alpha = 1.0 / square_root(1.0 + slip_y * slip_y);
    in.friction = maximum(friction, splat<W>(1e-3));
    in.direction = direction;
    in.kappa_weighing = in.kappa / in.friction;
    in.alpha_weighing = in.alpha / in.friction;
    const PureSlip<W> x = mf52_pure_x(c, in);
    const PureSlip<W> y = mf52_pure_y(c, in);
    const W fx = mf52_combined_x(c, in, x);
    const W weighted = mf52_combined_y(c, in, y);
    const W fy = weighted + mf52_induced_y(c, in);
    const W mz = mf52_aligning(c, in, x, y, fx, fy, weighted);
    const W touching = load / in.load;
    return {fx * touching, side * fy * touching, side * mz * touching};
}

}  // namespace
}  // namespace plant
