// SPDX-License-Identifier: MIT
#include <cmath>

#include "tyre/tyre_kernel.hpp"

namespace plant {
namespace {

/// B times the slip at which C atan(u) is a right angle, by bisection of u, which rises with slip.
double argument_at_peak(const MagicFormula& f) {
    const double u_peak = std::tan(half_pi / f.c);
    double low = 0.0;
    double high = 1.0;
    const auto u = [&](double z) { return z * (1.0 - f.e) + f.e * std::atan(z); };
    while (u(high) < u_peak) high *= 2.0;
    for (int i = 0; i < 100; ++i) {
        const double middle = 0.5 * (low + high);
        (u(middle) < u_peak ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

TyreCurve prepare_curve(const MagicFormula& f) {
    TyreCurve curve;
    curve.b_peak = argument_at_peak(f);
    curve.c = f.c;
    curve.d = f.d;
    curve.e = f.e;
    curve.slip_at_peak = curve.b_peak / f.b;
    curve.stiffness = f.b * f.c * f.d;
    return curve;
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
    return tyre;
}

}  // namespace plant
