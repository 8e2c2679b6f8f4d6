// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

/// Four doubles at once. The kernels are compiled once per instruction set: hence the unnamed
/// namespaces in them, each translation unit keeps its own copy.
namespace plant {

using Lanes = double __attribute__((vector_size(32)));
/// Without AVX the compiler would align Lanes less than with it; what both share needs this.
constexpr std::size_t vector_alignment = 64;

using Mask = decltype(Lanes{} < Lanes{});

/// Eight doubles: one quantity of eight vehicles. One register of AVX-512, two of AVX2.
using Lanes8 = double __attribute__((vector_size(64)));
using Mask8 = decltype(Lanes8{} < Lanes8{});

namespace {

inline double select(bool mask, double yes, double no) {
    return mask ? yes : no;
}
inline Lanes select(Mask mask, Lanes yes, Lanes no) {
    return mask ? yes : no;
}

inline Lanes8 select(Mask8 mask, Lanes8 yes, Lanes8 no) {
    return mask ? yes : no;
}

inline bool any(Mask mask) {
    return (mask[0] | mask[1] | mask[2] | mask[3]) != 0;
}
inline bool any(Mask8 mask) {
    return (mask[0] | mask[1] | mask[2] | mask[3] | mask[4] | mask[5] | mask[6] | mask[7]) != 0;
}

inline double square_root(double x) {
    return __builtin_sqrt(x);
}
inline Lanes square_root(Lanes x) {
    return Lanes{__builtin_sqrt(x[0]), __builtin_sqrt(x[1]), __builtin_sqrt(x[2]),
                 __builtin_sqrt(x[3])};
}

inline Lanes8 square_root(Lanes8 x) {
    return Lanes8{__builtin_sqrt(x[0]), __builtin_sqrt(x[1]), __builtin_sqrt(x[2]),
                  __builtin_sqrt(x[3]), __builtin_sqrt(x[4]), __builtin_sqrt(x[5]),
                  __builtin_sqrt(x[6]), __builtin_sqrt(x[7])};
}

inline Lanes8 exponential(Lanes8 x) {
    Lanes8 result;
    for (int i = 0; i < 8; ++i) result[i] = __builtin_exp(x[i]);
    return result;
}
inline double exponential(double x) {
    return __builtin_exp(x);
}
inline Lanes exponential(Lanes x) {
    return Lanes{__builtin_exp(x[0]), __builtin_exp(x[1]), __builtin_exp(x[2]),
                 __builtin_exp(x[3])};
}

/// The sum of all lanes; exactly the same when left and right or front and rear are swapped.
inline double sum(Lanes x) {
    return (x[0] + x[1]) + (x[2] + x[3]);
}

/// Left and right wheels exchanged, front stays front.
inline Lanes sides_swapped(Lanes x) {
    return Lanes{x[1], x[0], x[3], x[2]};
}

/// Front and rear wheels exchanged, left stays left.
inline Lanes axles_swapped(Lanes x) {
    return Lanes{x[2], x[3], x[0], x[1]};
}

/// Both wheels of an axle get their mean.
inline Lanes axle_means(Lanes x) {
    return 0.5 * (x + sides_swapped(x));
}

/// One constant per wheel.
template <class W>
W per_wheel(const double (&x)[4]);
template <>
inline Lanes per_wheel<Lanes>(const double (&x)[4]) {
    return Lanes{x[0], x[1], x[2], x[3]};
}

}  // namespace
}  // namespace plant
