// SPDX-License-Identifier: MIT
#pragma once

#include "math/lanes.hpp"

#include <utility>

namespace plant {

/// N wheels of as many vehicles as V has lanes: one vector of vehicles per wheel.
template <class V, std::size_t N>
struct alignas(vector_alignment) WheelsOf {
    V wheel[N];
};

/// All wheels of the vehicles.
template <class V>
using QuadOf = WheelsOf<V, 4>;
using Quad = QuadOf<Lanes8>;

namespace {

// Without this attribute the compiler passes the arguments through memory.
#define PLANT_INLINE __attribute__((always_inline)) inline

template <class F, std::size_t... I>
PLANT_INLINE auto each_wheel(const F& f, std::index_sequence<I...>)
    -> WheelsOf<decltype(f(0)), sizeof...(I)> {
    return {{f(I)...}};
}
/// The results of f for the index of each wheel.
template <std::size_t N, class F>
PLANT_INLINE auto each_wheel(const F& f) {
    return each_wheel(f, std::make_index_sequence<N>());
}

/// One value per vehicle (V) or one for all (double) as an operand.
template <class V>
PLANT_INLINE V on_all_vehicles(double x) {
    return V{} + x;
}
template <class V>
PLANT_INLINE V on_all_vehicles(V x) {
    return x;
}

template <class V, std::size_t N>
PLANT_INLINE WheelsOf<V, N> operator-(const WheelsOf<V, N>& a) {
    return each_wheel<N>([&](std::size_t i) __attribute__((always_inline)) { return -a.wheel[i]; });
}

template <class V, std::size_t N>
PLANT_INLINE WheelsOf<V, N> operator+(const WheelsOf<V, N>& a, const WheelsOf<V, N>& b) {
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return a.wheel[i] + b.wheel[i]; });
}
template <class V, std::size_t N, class X>
PLANT_INLINE WheelsOf<V, N> operator+(const WheelsOf<V, N>& a, X b) {
    const V each = on_all_vehicles<V>(b);
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return a.wheel[i] + each; });
}
template <class V, std::size_t N, class X>
PLANT_INLINE WheelsOf<V, N> operator+(X a, const WheelsOf<V, N>& b) {
    const V each = on_all_vehicles<V>(a);
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return each + b.wheel[i]; });
}

template <class V, std::size_t N>
PLANT_INLINE WheelsOf<V, N> operator-(const WheelsOf<V, N>& a, const WheelsOf<V, N>& b) {
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return a.wheel[i] - b.wheel[i]; });
}
template <class V, std::size_t N, class X>
PLANT_INLINE WheelsOf<V, N> operator-(const WheelsOf<V, N>& a, X b) {
    const V each = on_all_vehicles<V>(b);
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return a.wheel[i] - each; });
}
template <class V, std::size_t N, class X>
PLANT_INLINE WheelsOf<V, N> operator-(X a, const WheelsOf<V, N>& b) {
    const V each = on_all_vehicles<V>(a);
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return each - b.wheel[i]; });
}

template <class V, std::size_t N>
PLANT_INLINE WheelsOf<V, N> operator*(const WheelsOf<V, N>& a, const WheelsOf<V, N>& b) {
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return a.wheel[i] * b.wheel[i]; });
}
template <class V, std::size_t N, class X>
PLANT_INLINE WheelsOf<V, N> operator*(const WheelsOf<V, N>& a, X b) {
    const V each = on_all_vehicles<V>(b);
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return a.wheel[i] * each; });
}
template <class V, std::size_t N, class X>
PLANT_INLINE WheelsOf<V, N> operator*(X a, const WheelsOf<V, N>& b) {
    const V each = on_all_vehicles<V>(a);
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return each * b.wheel[i]; });
}

template <class V, std::size_t N>
PLANT_INLINE WheelsOf<V, N> operator/(const WheelsOf<V, N>& a, const WheelsOf<V, N>& b) {
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return a.wheel[i] / b.wheel[i]; });
}
template <class V, std::size_t N, class X>
PLANT_INLINE WheelsOf<V, N> operator/(const WheelsOf<V, N>& a, X b) {
    const V each = on_all_vehicles<V>(b);
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return a.wheel[i] / each; });
}
template <class V, std::size_t N, class X>
PLANT_INLINE WheelsOf<V, N> operator/(X a, const WheelsOf<V, N>& b) {
    const V each = on_all_vehicles<V>(a);
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return each / b.wheel[i]; });
}

template <class V, std::size_t N>
PLANT_INLINE auto operator<(const WheelsOf<V, N>& a, const WheelsOf<V, N>& b) {
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return a.wheel[i] < b.wheel[i]; });
}

template <class V, std::size_t N>
PLANT_INLINE auto operator>(const WheelsOf<V, N>& a, const WheelsOf<V, N>& b) {
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return a.wheel[i] > b.wheel[i]; });
}

template <class V, std::size_t N>
PLANT_INLINE auto operator<=(const WheelsOf<V, N>& a, const WheelsOf<V, N>& b) {
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return a.wheel[i] <= b.wheel[i]; });
}

template <class V, std::size_t N>
PLANT_INLINE auto operator==(const WheelsOf<V, N>& a, const WheelsOf<V, N>& b) {
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return a.wheel[i] == b.wheel[i]; });
}

template <class V, std::size_t N>
PLANT_INLINE auto operator&(const WheelsOf<V, N>& a, const WheelsOf<V, N>& b) {
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return a.wheel[i] & b.wheel[i]; });
}

template <class V, std::size_t N>
PLANT_INLINE auto operator|(const WheelsOf<V, N>& a, const WheelsOf<V, N>& b) {
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return a.wheel[i] | b.wheel[i]; });
}

template <class M>
PLANT_INLINE bool any(const QuadOf<M>& mask) {
    return any((mask.wheel[0] | mask.wheel[1]) | (mask.wheel[2] | mask.wheel[3]));
}

template <class M, class V, std::size_t N>
PLANT_INLINE WheelsOf<V, N> select(const WheelsOf<M, N>& mask, const WheelsOf<V, N>& yes,
                                   const WheelsOf<V, N>& no) {
    return each_wheel<N>([&](std::size_t i) __attribute__((always_inline)) {
        return select(mask.wheel[i], yes.wheel[i], no.wheel[i]);
    });
}

template <class V, std::size_t N>
PLANT_INLINE WheelsOf<V, N> square_root(const WheelsOf<V, N>& x) {
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return square_root(x.wheel[i]); });
}

template <class V, std::size_t N>
PLANT_INLINE WheelsOf<V, N> exponential(const WheelsOf<V, N>& x) {
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return exponential(x.wheel[i]); });
}

/// Same order as in the sum of a single vehicle.
template <class V>
PLANT_INLINE V sum(const QuadOf<V>& x) {
    return (x.wheel[0] + x.wheel[1]) + (x.wheel[2] + x.wheel[3]);
}
template <class V>
PLANT_INLINE QuadOf<V> sides_swapped(const QuadOf<V>& x) {
    return {{x.wheel[1], x.wheel[0], x.wheel[3], x.wheel[2]}};
}
template <class V>
PLANT_INLINE QuadOf<V> axles_swapped(const QuadOf<V>& x) {
    return {{x.wheel[2], x.wheel[3], x.wheel[0], x.wheel[1]}};
}
template <class V>
PLANT_INLINE QuadOf<V> axle_means(const QuadOf<V>& x) {
    return 0.5 * (x + sides_swapped(x));
}

/// Extracts N wheels from `first` on; and inserts them.
template <std::size_t N, class V>
PLANT_INLINE WheelsOf<V, N> wheels_from(const QuadOf<V>& all, std::size_t first) {
    return each_wheel<N>([&](std::size_t i)
                             __attribute__((always_inline)) { return all.wheel[first + i]; });
}
template <class V, std::size_t N>
PLANT_INLINE void put_wheels(const WheelsOf<V, N>& some, std::size_t first, QuadOf<V>& all) {
    for (std::size_t i = 0; i < N; ++i) all.wheel[first + i] = some.wheel[i];
}

template <class V>
struct FromWheels<QuadOf<V>> {
    PLANT_INLINE static QuadOf<V> make(const double (&x)[4]) {
        return {{V{} + x[0], V{} + x[1], V{} + x[2], V{} + x[3]}};
    }
};

template <class V>
PLANT_INLINE QuadOf<V> on_all_wheels(V x) {
    return {{x, x, x, x}};
}
PLANT_INLINE Quad on_all_wheels(double x) {
    return on_all_wheels(Lanes8{} + x);
}

#undef PLANT_INLINE

}  // namespace
}  // namespace plant
