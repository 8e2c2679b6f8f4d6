// SPDX-License-Identifier: MIT
#pragma once

#include <plant/sim_session.hpp>

#include <cstddef>

namespace plant {

/// Does sessions[i]->tick(dt) for each of `count` sessions and puts what it returns into
/// statuses[i]; what each of them shows and saves is the same to the bit. Those of L1 and L2 that
/// agree in model, vehicle, tyre, solver and PLANT_SIMD are computed up to eight at a time in
/// vector registers, all others one by one. It looks for such company among the next 64 sessions,
/// so that those of one model should stand near each other.
///
/// Holds the locks of up to eight sessions at a time. Belongs to the thread that ticks these
/// sessions. Allocates no more than tick. Precondition: no session stands in the row twice.
void tick_together(SimSession* const* sessions, std::size_t count, SimDuration dt,
                   StepStatus* statuses);

}  // namespace plant
