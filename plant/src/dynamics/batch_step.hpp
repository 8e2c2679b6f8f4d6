// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/attitude.hpp"
#include "dynamics/planar_step.hpp"
#include "dynamics/planar_stepper.hpp"

#include <cstring>

namespace plant {
namespace {

/// Loads as many vehicles of a block as V has lanes, from `first` on; and stores them.
template <class V>
inline void take(const Lanes8& from, std::size_t first, V& to) {
    std::memcpy(&to, reinterpret_cast<const double*>(&from) + first, sizeof to);
}
template <class V>
inline void take(const Quad& from, std::size_t first, QuadOf<V>& to) {
    for (int wheel = 0; wheel < 4; ++wheel) take(from.wheel[wheel], first, to.wheel[wheel]);
}
template <class V>
inline void put(const V& from, std::size_t first, Lanes8& to) {
    std::memcpy(reinterpret_cast<double*>(&to) + first, &from, sizeof from);
}
template <class V>
inline void put(const QuadOf<V>& from, std::size_t first, Quad& to) {
    for (int wheel = 0; wheel < 4; ++wheel) put(from.wheel[wheel], first, to.wheel[wheel]);
}

template <class V>
inline PlanarState<V, QuadOf<V>> part_of(const PlanarState<Lanes8, Quad>& block,
                                         std::size_t first) {
    PlanarState<V, QuadOf<V>> part;
    take(block.x, first, part.x);
    take(block.y, first, part.y);
    take(block.yaw, first, part.yaw);
    take(block.vx, first, part.vx);
    take(block.vy, first, part.vy);
    take(block.yaw_rate, first, part.yaw_rate);
    take(block.felt_x, first, part.felt_x);
    take(block.felt_y, first, part.felt_y);
    take(block.spin, first, part.spin);
    take(block.slip_x, first, part.slip_x);
    take(block.slip_y, first, part.slip_y);
    return part;
}

template <class V>
inline void put_back(const PlanarState<V, QuadOf<V>>& part, std::size_t first,
                     PlanarState<Lanes8, Quad>& block) {
    put(part.x, first, block.x);
    put(part.y, first, block.y);
    put(part.yaw, first, block.yaw);
    put(part.vx, first, block.vx);
    put(part.vy, first, block.vy);
    put(part.yaw_rate, first, block.yaw_rate);
    put(part.felt_x, first, block.felt_x);
    put(part.felt_y, first, block.felt_y);
    put(part.spin, first, block.spin);
    put(part.slip_x, first, block.slip_x);
    put(part.slip_y, first, block.slip_y);
}

template <class V>
inline PlanarInput<V, QuadOf<V>> part_of(const PlanarInput<Lanes8, Quad>& block,
                                         std::size_t first) {
    PlanarInput<V, QuadOf<V>> part;
    take(block.drive, first, part.drive);
    take(block.brake, first, part.brake);
    take(block.cos_steer, first, part.cos_steer);
    take(block.sin_steer, first, part.sin_steer);
    take(block.friction, first, part.friction);
    take(block.torque, first, part.torque);
    take(block.nx, first, part.nx);
    take(block.ny, first, part.ny);
    take(block.nz, first, part.nz);
    return part;
}

/// 1 for vehicles whose state is not finite or that would roll over, otherwise 0.
template <class V>
inline V failures(const PlanarConstants& c, const PlanarState<V, QuadOf<V>>& s,
                  const PlanarInput<V, QuadOf<V>>& in) {
    const QuadOf<V> wheels = s.spin + (s.slip_x + s.slip_y);
    const V total = ((s.x + s.y) + (s.yaw + s.yaw_rate)) + ((s.vx + s.vy) + (s.felt_x + s.felt_y)) +
                    sum(wheels);
    const V zero = splat<V>(0.0);
    const V excess = excess_tip_moment(c, s, in) + zero * total;  // NaN unless total is finite
    return select(excess <= zero, zero, splat<V>(1.0));
}

template <class V>
inline std::size_t count(const V& failed) {
    std::size_t total = 0;
    for (std::size_t i = 0; i < sizeof failed / sizeof(double); ++i) total += failed[i] > 0.0;
    return total;
}

template <class V>
inline PlanarState<V, QuadOf<V>> select_vehicles(const MaskOf<V>& mask,
                                                 const PlanarState<V, QuadOf<V>>& yes,
                                                 const PlanarState<V, QuadOf<V>>& no) {
    const QuadOf<MaskOf<V>> wheels{{mask, mask, mask, mask}};
    return {select(mask, yes.x, no.x),
            select(mask, yes.y, no.y),
            select(mask, yes.yaw, no.yaw),
            select(mask, yes.vx, no.vx),
            select(mask, yes.vy, no.vy),
            select(mask, yes.yaw_rate, no.yaw_rate),
            select(mask, yes.felt_x, no.felt_x),
            select(mask, yes.felt_y, no.felt_y),
            select(wheels, yes.spin, no.spin),
            select(wheels, yes.slip_x, no.slip_x),
            select(wheels, yes.slip_y, no.slip_y)};
}

/// Same operations as for a single vehicle after a step, for bit-identical results.
template <class V>
inline void wrap(V& yaw) {
    constexpr double almost_pi = 3.1415926535;
    if (!any(absolute(yaw) > splat<V>(almost_pi))) return;
    for (std::size_t i = 0; i < sizeof yaw / sizeof(double); ++i) yaw[i] = wrapped(yaw[i]);
}

/// Steps every block with registers of V's width. @return number of vehicles that kept their state
template <class V>
inline std::size_t step_blocks(const PlanarConstants& c, Integrator integrator, double h,
                               std::int64_t steps, BatchBlock* blocks, std::size_t block_count) {
    constexpr std::size_t width = sizeof(V) / sizeof(double);
    std::size_t kept_back = 0;
    for (std::size_t i = 0; i < block_count; ++i) {
        for (std::size_t first = 0; first < 8; first += width) {
            const PlanarInput<V, QuadOf<V>> input = part_of<V>(blocks[i].input, first);
            const PlanarState<V, QuadOf<V>> before = part_of<V>(blocks[i].state, first);
            PlanarState<V, QuadOf<V>> state = before;
            step_many(c, input, integrator, h, steps, state);
            const V failed = failures(c, state, input);
            if (any(failed > splat<V>(0.0))) {
                state = select_vehicles(failed > splat<V>(0.0), before, state);
                kept_back += count(failed);
            }
            wrap(state.yaw);
            put_back(state, first, blocks[i].state);
        }
    }
    return kept_back;
}

}  // namespace
}  // namespace plant
