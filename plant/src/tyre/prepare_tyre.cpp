// SPDX-License-Identifier: MIT
#include "tyre/tyre_kernel.hpp"

#include <algorithm>
#include <cmath>

namespace plant {
namespace {

/// B times the slip at which C atan(u) is a right angle, by bisection of u, which increases with
/// slip. Without a peak (C at or below 1, or E too large) the result is a very large slip.
double argument_at_peak(double c, double e) {
    constexpr double beyond = 1e3;
    if (c <= 1.0) return beyond;
    const double u_peak = std::tan(half_pi / c);
    double low = 0.0;
    double high = beyond;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        const double u = middle * (1.0 - e) + e * std::atan(middle);
        (u < u_peak ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

TyreCurve prepare_curve(const MagicFormula& f) {
    TyreCurve curve;
    curve.b_peak = argument_at_peak(f.c, f.e);
    curve.c = f.c;
    curve.d = f.d;
    curve.e = f.e;
    curve.slip_at_peak = curve.b_peak / f.b;
    curve.stiffness = f.b * f.c * f.d;
    curve.held_slip = f.d / curve.stiffness;
    return curve;
}

Mf52Inputs<double> at_zero_slip(const Mf52& c, double load_n, double friction) {
    const double nominal = c.fnomin * c.lfzo;
    const double load = std::max(load_n, 1.0);
    return {load, (load - nominal) / nominal, 0.0, 0.0, 1.0, std::max(friction, 1e-3), 1.0, 0.0,
            0.0};
}

TyrePeak peak_of(const Mf52& c, double load_n, double friction) {
    const Mf52Inputs<double> in = at_zero_slip(c, load_n, friction);
    const PureSlip<double> x = mf52_pure_x(c, in);
    const PureSlip<double> y = mf52_pure_y(c, in);
    const double cx = c.pcx1 * c.lcx;
    const double cy = c.pcy1 * c.lcy;
    const double ex = std::min((c.pex1 + in.dfz * (c.pex2 + c.pex3 * in.dfz)) * c.lex, 1.0);
    const double ey = std::min((c.pey1 + c.pey2 * in.dfz) * c.ley, 1.0);
    return {std::max(std::abs(x.peak), std::abs(y.peak)) / in.load,
            argument_at_peak(cx, ex) * cx / std::abs(x.bc),
            argument_at_peak(cy, ey) * cy / std::abs(y.bc)};
}

}  // namespace

TyreConstants prepare_tyre(const TyreParams& params) {
    TyreConstants tyre;
    tyre.model = params.model;
    tyre.x = prepare_curve(params.longitudinal);
    tyre.y = prepare_curve(params.lateral);
    tyre.inverse_nominal_load = 1.0 / params.nominal_load_n;
    tyre.load_sensitivity = params.load_sensitivity;
    tyre.trail = params.pneumatic_trail_m;
    tyre.mf52 = params.mf52;
    if (tyre.model == TyreModel::mf52) {
        const Mf52Inputs<double> in = at_zero_slip(params.mf52, params.nominal_load_n, 1.0);
        const PureSlip<double> x = mf52_pure_x(params.mf52, in);
        const PureSlip<double> y = mf52_pure_y(params.mf52, in);
        tyre.x.stiffness = x.stiffness / in.load;
        tyre.y.stiffness = -y.stiffness / in.load;
        tyre.x.held_slip = std::abs(x.peak / x.stiffness);
        tyre.y.held_slip = std::abs(y.peak / y.stiffness);
        tyre.trail = std::abs(params.mf52.qdz1 * params.mf52.unloaded_radius * params.mf52.ltr);
    }
    return tyre;
}

TyrePeak peak_of(const TyreConstants& tyre, double load_n, double friction) {
    switch (tyre.model) {
        case TyreModel::mf52:
            return peak_of(tyre.mf52, load_n, friction);
        case TyreModel::linear: {
            const double d = std::min(tyre.x.d, tyre.y.d) * friction;
            return {d, d / tyre.x.stiffness, std::atan(d / tyre.y.stiffness)};
        }
        case TyreModel::magic_formula:
            break;
    }
    return {friction * load_factor(tyre, load_n) * std::max(tyre.x.d, tyre.y.d),
            friction * tyre.x.slip_at_peak, std::atan(friction * tyre.y.slip_at_peak)};
}

Tyre::Tyre(const TyreParams& params) {
    validate(params);
    constants_ = std::make_unique<TyreConstants>(prepare_tyre(params));
}

Tyre::~Tyre() = default;

TyreForce Tyre::force(double slip_ratio, double slip_angle_rad, double load_n,
                      double friction) const {
    const auto all = [](double x) { return splat<Lanes>(x); };
    const TyreForces<Lanes> f =
        tyre_forces(*constants_, all(slip_ratio), all(std::tan(slip_angle_rad)), all(load_n),
                    tyre_road(*constants_, all(friction)), all(1.0), all(1.0));
    return {f.x[0], f.y[0], f.z[0]};
}

TyrePeak Tyre::peak(double load_n, double friction) const {
    return peak_of(*constants_, load_n, friction);
}

}  // namespace plant
