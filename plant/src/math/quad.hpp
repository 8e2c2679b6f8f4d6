// SPDX-License-Identifier: MIT
#pragma once

#include "math/lanes.hpp"

namespace plant {

/// The four wheels of eight vehicles: one vector of vehicles per wheel.
struct alignas(vector_alignment) Quad {
    Lanes8 wheel[4];
};

struct alignas(vector_alignment) QuadMask {
    Mask8 wheel[4];
};

namespace {

// Left to itself the compiler passes these through memory.
#define PLANT_INLINE __attribute__((always_inline)) inline

PLANT_INLINE Quad operator-(const Quad& a) {
    return {{-a.wheel[0], -a.wheel[1], -a.wheel[2], -a.wheel[3]}};
}

PLANT_INLINE Quad operator+(const Quad& a, const Quad& b) {
    return {{a.wheel[0] + b.wheel[0], a.wheel[1] + b.wheel[1], a.wheel[2] + b.wheel[2],
             a.wheel[3] + b.wheel[3]}};
}

PLANT_INLINE Quad operator-(const Quad& a, const Quad& b) {
    return {{a.wheel[0] - b.wheel[0], a.wheel[1] - b.wheel[1], a.wheel[2] - b.wheel[2],
             a.wheel[3] - b.wheel[3]}};
}

PLANT_INLINE Quad operator*(const Quad& a, const Quad& b) {
    return {{a.wheel[0] * b.wheel[0], a.wheel[1] * b.wheel[1], a.wheel[2] * b.wheel[2],
             a.wheel[3] * b.wheel[3]}};
}

PLANT_INLINE Quad operator/(const Quad& a, const Quad& b) {
    return {{a.wheel[0] / b.wheel[0], a.wheel[1] / b.wheel[1], a.wheel[2] / b.wheel[2],
             a.wheel[3] / b.wheel[3]}};
}

/// One value per vehicle (Lanes8) or one for all (double) on either side of an operator.
PLANT_INLINE Quad on_all_wheels(Lanes8 x) {
    return {{x, x, x, x}};
}
PLANT_INLINE Quad on_all_wheels(double x) {
    return on_all_wheels(Lanes8{} + x);
}

template <class X>
PLANT_INLINE Quad operator+(const Quad& a, X b) {
    return a + on_all_wheels(b);
}
template <class X>
PLANT_INLINE Quad operator+(X a, const Quad& b) {
    return on_all_wheels(a) + b;
}

template <class X>
PLANT_INLINE Quad operator-(const Quad& a, X b) {
    return a - on_all_wheels(b);
}
template <class X>
PLANT_INLINE Quad operator-(X a, const Quad& b) {
    return on_all_wheels(a) - b;
}

template <class X>
PLANT_INLINE Quad operator*(const Quad& a, X b) {
    return a * on_all_wheels(b);
}
template <class X>
PLANT_INLINE Quad operator*(X a, const Quad& b) {
    return on_all_wheels(a) * b;
}

template <class X>
PLANT_INLINE Quad operator/(const Quad& a, X b) {
    return a / on_all_wheels(b);
}
template <class X>
PLANT_INLINE Quad operator/(X a, const Quad& b) {
    return on_all_wheels(a) / b;
}

PLANT_INLINE QuadMask operator<(const Quad& a, const Quad& b) {
    return {{a.wheel[0] < b.wheel[0], a.wheel[1] < b.wheel[1], a.wheel[2] < b.wheel[2],
             a.wheel[3] < b.wheel[3]}};
}

PLANT_INLINE QuadMask operator>(const Quad& a, const Quad& b) {
    return {{a.wheel[0] > b.wheel[0], a.wheel[1] > b.wheel[1], a.wheel[2] > b.wheel[2],
             a.wheel[3] > b.wheel[3]}};
}

PLANT_INLINE QuadMask operator<=(const Quad& a, const Quad& b) {
    return {{a.wheel[0] <= b.wheel[0], a.wheel[1] <= b.wheel[1], a.wheel[2] <= b.wheel[2],
             a.wheel[3] <= b.wheel[3]}};
}

PLANT_INLINE QuadMask operator==(const Quad& a, const Quad& b) {
    return {{a.wheel[0] == b.wheel[0], a.wheel[1] == b.wheel[1], a.wheel[2] == b.wheel[2],
             a.wheel[3] == b.wheel[3]}};
}

PLANT_INLINE QuadMask operator&(const QuadMask& a, const QuadMask& b) {
    return {{a.wheel[0] & b.wheel[0], a.wheel[1] & b.wheel[1], a.wheel[2] & b.wheel[2],
             a.wheel[3] & b.wheel[3]}};
}

PLANT_INLINE QuadMask operator|(const QuadMask& a, const QuadMask& b) {
    return {{a.wheel[0] | b.wheel[0], a.wheel[1] | b.wheel[1], a.wheel[2] | b.wheel[2],
             a.wheel[3] | b.wheel[3]}};
}

PLANT_INLINE bool any(const QuadMask& mask) {
    return any((mask.wheel[0] | mask.wheel[1]) | (mask.wheel[2] | mask.wheel[3]));
}

PLANT_INLINE Quad select(const QuadMask& mask, const Quad& yes, const Quad& no) {
    return {{select(mask.wheel[0], yes.wheel[0], no.wheel[0]),
             select(mask.wheel[1], yes.wheel[1], no.wheel[1]),
             select(mask.wheel[2], yes.wheel[2], no.wheel[2]),
             select(mask.wheel[3], yes.wheel[3], no.wheel[3])}};
}

/// In the order of the single vehicle's sum.
PLANT_INLINE Lanes8 sum(const Quad& x) {
    return (x.wheel[0] + x.wheel[1]) + (x.wheel[2] + x.wheel[3]);
}
PLANT_INLINE Quad sides_swapped(const Quad& x) {
    return {{x.wheel[1], x.wheel[0], x.wheel[3], x.wheel[2]}};
}
PLANT_INLINE Quad axles_swapped(const Quad& x) {
    return {{x.wheel[2], x.wheel[3], x.wheel[0], x.wheel[1]}};
}
PLANT_INLINE Quad axle_means(const Quad& x) {
    return 0.5 * (x + sides_swapped(x));
}

template <>
PLANT_INLINE Quad per_wheel<Quad>(const double (&x)[4]) {
    return {{Lanes8{} + x[0], Lanes8{} + x[1], Lanes8{} + x[2], Lanes8{} + x[3]}};
}

#undef PLANT_INLINE

}  // namespace
}  // namespace plant
