// SPDX-License-Identifier: MIT
#pragma once

#include <emmintrin.h>
#if defined(__AVX__)
#include <immintrin.h>
#endif

#include <cstddef>

/// Two, four or eight doubles: the native registers of SSE2, AVX2 and AVX-512. The kernels are
/// compiled once per instruction set; their namespaces are unnamed so that each translation unit
/// has a separate copy.
namespace plant {

using Lanes = double __attribute__((vector_size(32)));
/// Alignment of shared data: without AVX the compiler would align Lanes less than with it.
constexpr std::size_t vector_alignment = 64;

using Mask = decltype(Lanes{} < Lanes{});

using Lanes2 = double __attribute__((vector_size(16)));
using Mask2 = decltype(Lanes2{} < Lanes2{});

using Lanes8 = double __attribute__((vector_size(64)));
using Mask8 = decltype(Lanes8{} < Lanes8{});

/// Result type of a comparison of two vectors.
template <class V>
using MaskOf = decltype(V{} < V{});

namespace {

inline double select(bool mask, double yes, double no) {
    return mask ? yes : no;
}
inline Lanes2 select(Mask2 mask, Lanes2 yes, Lanes2 no) {
    return mask ? yes : no;
}
inline Lanes select(Mask mask, Lanes yes, Lanes no) {
    return mask ? yes : no;
}
inline Lanes8 select(Mask8 mask, Lanes8 yes, Lanes8 no) {
    return mask ? yes : no;
}

inline bool any(Mask2 mask) {
    return _mm_movemask_pd(reinterpret_cast<__m128d>(mask)) != 0;
}
inline bool any(Mask mask) {
#if defined(__AVX__)
    return _mm256_movemask_pd(reinterpret_cast<__m256d>(mask)) != 0;
#else
    return any(Mask2{mask[0] | mask[1], mask[2] | mask[3]});
#endif
}
inline bool any(Mask8 mask) {
#if defined(__AVX512DQ__)
    return _mm512_movepi64_mask(reinterpret_cast<__m512i>(mask)) != 0;
#else
    return any(Mask{mask[0] | mask[1], mask[2] | mask[3], mask[4] | mask[5], mask[6] | mask[7]});
#endif
}

inline double square_root(double x) {
    return __builtin_sqrt(x);
}
inline Lanes2 square_root(Lanes2 x) {
    return Lanes2{__builtin_sqrt(x[0]), __builtin_sqrt(x[1])};
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

inline double exponential(double x) {
    return __builtin_exp(x);
}
/// Applies a function to each lane; used only by the Magic Formula 5.2, once per wheel.
template <class V>
inline V exponential(V x) {
    V result = x;
    for (std::size_t i = 0; i < sizeof x / sizeof(double); ++i) result[i] = __builtin_exp(x[i]);
    return result;
}

/// The sum of all lanes; bit-identical when left and right or front and rear are swapped.
inline double sum(Lanes x) {
    return (x[0] + x[1]) + (x[2] + x[3]);
}

/// Swaps left and right wheels.
inline Lanes sides_swapped(Lanes x) {
    return Lanes{x[1], x[0], x[3], x[2]};
}

/// Swaps front and rear wheels.
inline Lanes axles_swapped(Lanes x) {
    return Lanes{x[2], x[3], x[0], x[1]};
}

/// The mean of each axle, for both of its wheels.
inline Lanes axle_means(Lanes x) {
    return 0.5 * (x + sides_swapped(x));
}

/// A value per wheel from four constants.
template <class W>
struct FromWheels;
template <>
struct FromWheels<Lanes> {
    static Lanes make(const double (&x)[4]) { return Lanes{x[0], x[1], x[2], x[3]}; }
};

/// As above from an array.
template <class W>
inline W per_wheel(const double (&x)[4]) {
    return FromWheels<W>::make(x);
}

}  // namespace
}  // namespace plant
