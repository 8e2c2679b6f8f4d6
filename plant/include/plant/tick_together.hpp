// SPDX-License-Identifier: MIT
#pragma once

#include <plant/sim_session.hpp>

#include <cstddef>

namespace plant {

/// Calls sessions[i]->tick(dt) for each of `count` sessions and stores the result in statuses[i].
/// Outputs and snapshots are bit-identical to those of single ticks. L1 and L2 sessions with the
/// same model, vehicle, tyre, solver and PLANT_SIMD are computed in groups of up to eight in vector
/// registers, all others one by one. The members of a group are found among the next 64 sessions,
/// so sessions of one model should be close to each other.
///
/// Holds the locks of up to eight sessions at a time. Call it from the thread that ticks these
/// sessions. Allocates no more than tick. @pre no session occurs twice
void tick_together(SimSession* const* sessions, std::size_t count, SimDuration dt,
                   StepStatus* statuses);

}  // namespace plant
