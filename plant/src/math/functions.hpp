// SPDX-License-Identifier: MIT
#pragma once

#include "math/quad.hpp"

#include <cstddef>

/// The elementary functions of the kernels. Each is defined for double, vectors or a QuadOf of them
/// and performs the same operations in the same order, so that a single vehicle and a batch give
/// bit-identical results.
namespace plant {
namespace {

template <class T>
inline T splat(double x) {
    return T{} + x;
}

template <class T>
inline T maximum(const T& a, const T& b) {
    return select(a > b, a, b);
}

template <class T>
inline T minimum(const T& a, const T& b) {
    return select(a < b, a, b);
}

template <class T>
inline T absolute(const T& x) {
    return maximum(x, -x);
}

template <class T>
inline T square(const T& x) {
    return x * x;
}

/// c[First] + c[First+1] u + ... over Count coefficients, by halves, which shortens the chain of
/// dependent operations (Estrin's scheme). powers: u, u^2, u^4, u^8.
template <std::size_t First, std::size_t Count, class T, std::size_t N>
inline T polynomial_part(const T (&powers)[4], const double (&c)[N]) {
    if constexpr (Count == 1) {
        return splat<T>(c[First]);
    } else if constexpr (Count == 2) {
        return c[First] + powers[0] * c[First + 1];
    } else {
        constexpr std::size_t level = Count > 8 ? 3 : Count > 4 ? 2 : 1;
        constexpr std::size_t half = std::size_t{1} << level;
        return polynomial_part<First, half>(powers, c) +
               powers[level] * polynomial_part<First + half, Count - half>(powers, c);
    }
}

template <class T, std::size_t N>
inline T polynomial(const T& u, const double (&c)[N]) {
    static_assert(N <= 16);
    const T u2 = u * u;
    const T u4 = u2 * u2;
    const T powers[4] = {u, u2, u4, u4 * u4};
    return polynomial_part<0, N>(powers, c);
}

constexpr double half_pi = 1.57079632679489661923;
constexpr double quarter_pi = 0.78539816339744830962;

constexpr double atan_coefficients[] = {1.0,
                                        -0.33333333333328435,
                                        0.19999999998854168,
                                        -0.14285714180900647,
                                        0.11111106177375227,
                                        -0.09090773003240828,
                                        0.07689952488233016,
                                        -0.066402251735395,
                                        0.0568830340363325,
                                        -0.04347919839046537,
                                        0.021133752033748364};

/// Reduction of atan(x) for x >= 0: offset + atan(top / bottom), the quotient below tan(pi/8).
template <class T>
struct AtanParts {
    T offset, top, bottom;
};

template <class T>
inline AtanParts<T> atan_parts(const T& x) {
    const T zero = splat<T>(0.0);
    const T one = splat<T>(1.0);
    const auto large = x > splat<T>(2.41421356237309504880);
    const auto middle = x > splat<T>(0.41421356237309504880);
    return {select(large, splat<T>(half_pi), select(middle, splat<T>(quarter_pi), zero)),
            select(large, -one, select(middle, x - 1.0, x)),
            select(large, x, select(middle, x + 1.0, one))};
}

/// atan(x) for x >= 0, error below 4e-16.
template <class T>
inline T atan_of_positive(const T& x) {
    const AtanParts<T> p = atan_parts(x);
    const T t = p.top / p.bottom;
    return p.offset + t * polynomial(t * t, atan_coefficients);
}

template <class T>
struct Pair {
    T first, second;
};

/// atan of two numbers >= 0 with a single division.
template <class T>
inline Pair<T> atans_of_positive(const T& a, const T& b) {
    const AtanParts<T> p = atan_parts(a);
    const AtanParts<T> q = atan_parts(b);
    const T inverse = 1.0 / (p.bottom * q.bottom);
    const T t = p.top * (q.bottom * inverse);
    const T u = q.top * (p.bottom * inverse);
    return {p.offset + t * polynomial(t * t, atan_coefficients),
            q.offset + u * polynomial(u * u, atan_coefficients)};
}

/// atan(x) for any x, exactly odd.
template <class T>
inline T atan_of(const T& x) {
    const T positive = atan_of_positive(absolute(x));
    return select(x < splat<T>(0.0), -positive, positive);
}

constexpr double wide_sin_coefficients[] = {1.0,
                                            -0.16666666666666666,
                                            0.008333333333333186,
                                            -0.00019841269841208638,
                                            2.7557319211223257e-06,
                                            -2.505210688997513e-08,
                                            1.6058940847832492e-10,
                                            -7.643025738964345e-13,
                                            2.7215660921125597e-15};

/// sin(x) for x from 0 to 3 pi / 2, error below 4e-16.
template <class T>
inline T sin_of_positive(const T& x) {
    const T folded = minimum(x, 2.0 * half_pi - x);
    return folded * polynomial(folded * folded, wide_sin_coefficients);
}

template <class T>
struct SinCos {
    T sin;
    T cos;
};

constexpr double sin_coefficients[] = {1.0,
                                       -0.16666666666666616,
                                       0.008333333333320356,
                                       -0.0001984126982864526,
                                       2.7557313374649857e-06,
                                       -2.5050716696695676e-08,
                                       1.5894720300223109e-10};

constexpr double cos_coefficients[] = {1.0,
                                       -0.5,
                                       0.04166666666666645,
                                       -0.0013888888888861082,
                                       2.4801587283874084e-05,
                                       -2.755731309595641e-07,
                                       2.0875582146477433e-09,
                                       -1.1353367957830792e-11};

/// Sine and cosine for |x| < 1e5, error below 4e-16; exactly odd and even.
template <class T>
inline SinCos<T> sin_cos(const T& x) {
    constexpr double to_integer = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to nearest
    const T quadrant = (x * (1.0 / half_pi) + to_integer) - to_integer;
    // pi/2 as three parts; the first two have trailing zeros, so that the products are exact.
    const T z =
        ((x - quadrant * 1.57079632673412561417e+00) - quadrant * 6.07710050630396597660e-11) -
        quadrant * 2.02226624879595063154e-21;
    const T z2 = z * z;
    const T sin_z = z * polynomial(z2, sin_coefficients);
    const T cos_z = polynomial(z2, cos_coefficients);
    // quadrant modulo 4 as -1, 0, 1 or +-2, again without integer arithmetic.
    const T turn = quadrant - 4.0 * ((quadrant * 0.25 + to_integer) - to_integer);
    const auto odd = absolute(turn) == splat<T>(1.0);
    const auto sin_flips = (turn < splat<T>(-0.5)) | (turn > splat<T>(1.5));
    const auto cos_flips = (turn > splat<T>(0.5)) | (turn < splat<T>(-1.5));
    const T sin_part = select(odd, cos_z, sin_z);
    const T cos_part = select(odd, sin_z, cos_z);
    return {select(sin_flips, -sin_part, sin_part), select(cos_flips, -cos_part, cos_part)};
}

}  // namespace
}  // namespace plant
