// SPDX-License-Identifier: MIT
#pragma once

#include "brakes/controlled_step.hpp"
#include "dynamics/batch_step.hpp"

namespace plant {
namespace {

template <class V>
inline ControlState<V, QuadOf<V>> part_of(const ControlState<Lanes8, Quad>& block,
                                          std::size_t first) {
    ControlState<V, QuadOf<V>> part;
    take(block.reference, first, part.reference);
    take(block.throttle_share, first, part.throttle_share);
    take(block.traction_active, first, part.traction_active);
    take(block.esc_active, first, part.esc_active);
    take(block.torque, first, part.torque);
    take(block.rim, first, part.rim);
    take(block.cycling, first, part.cycling);
    return part;
}

template <class V>
inline void put_back(const ControlState<V, QuadOf<V>>& part, std::size_t first,
                     ControlState<Lanes8, Quad>& block) {
    put(part.reference, first, block.reference);
    put(part.throttle_share, first, block.throttle_share);
    put(part.traction_active, first, block.traction_active);
    put(part.esc_active, first, block.esc_active);
    put(part.torque, first, block.torque);
    put(part.rim, first, block.rim);
    put(part.cycling, first, block.cycling);
}

template <class V>
inline ControlInput<V> part_of(const ControlInput<Lanes8>& block, std::size_t first) {
    ControlInput<V> part;
    take(block.drive, first, part.drive);
    take(block.brake, first, part.brake);
    take(block.handbrake, first, part.handbrake);
    take(block.steer, first, part.steer);
    take(block.abs_on, first, part.abs_on);
    take(block.traction_on, first, part.traction_on);
    take(block.esc_on, first, part.esc_on);
    return part;
}

template <class V>
inline ControlState<V, QuadOf<V>> select_vehicles(const MaskOf<V>& mask,
                                                  const ControlState<V, QuadOf<V>>& yes,
                                                  const ControlState<V, QuadOf<V>>& no) {
    const QuadOf<MaskOf<V>> wheels{{mask, mask, mask, mask}};
    return {select(mask, yes.reference, no.reference),
            select(mask, yes.throttle_share, no.throttle_share),
            select(mask, yes.traction_active, no.traction_active),
            select(mask, yes.esc_active, no.esc_active),
            select(wheels, yes.torque, no.torque),
            select(wheels, yes.rim, no.rim),
            select(wheels, yes.cycling, no.cycling)};
}

/// As step_blocks, with control.
template <class V>
inline std::size_t step_controlled_blocks(const PlanarConstants& c, const ControlConstants& k,
                                          Integrator integrator, double h, std::int64_t steps,
                                          BatchBlock* blocks, ControlBlock* controls,
                                          std::size_t block_count) {
    constexpr std::size_t width = sizeof(V) / sizeof(double);
    std::size_t kept_back = 0;
    for (std::size_t i = 0; i < block_count; ++i) {
        for (std::size_t first = 0; first < 8; first += width) {
            const ControlInput<V> asked = part_of<V>(controls[i].input, first);
            PlanarInput<V, QuadOf<V>> input = part_of<V>(blocks[i].input, first);
            const PlanarState<V, QuadOf<V>> before = part_of<V>(blocks[i].state, first);
            const ControlState<V, QuadOf<V>> control_before = part_of<V>(controls[i].state, first);
            PlanarState<V, QuadOf<V>> state = before;
            ControlState<V, QuadOf<V>> control = control_before;
            step_many_controlled(c, k, input, asked, integrator, h, steps, state, control);
            const V failed = failures(c, state, input);
            if (any(failed > splat<V>(0.0))) {
                state = select_vehicles(failed > splat<V>(0.0), before, state);
                control = select_vehicles(failed > splat<V>(0.0), control_before, control);
                kept_back += count(failed);
            }
            wrap(state.yaw);
            put_back(state, first, blocks[i].state);
            put_back(control, first, controls[i].state);
            put(input.brake, first, blocks[i].input.brake);
            put(input.drive, first, blocks[i].input.drive);
        }
    }
    return kept_back;
}

}  // namespace
}  // namespace plant
