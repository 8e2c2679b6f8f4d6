// SPDX-License-Identifier: MIT
#pragma once

#include "factories.hpp"

#include "machine/facts.hpp"
#include "realtime/starvation.hpp"

namespace gateway {

/// The threads of a run on this machine, as the kernel has placed them. Call it in the thread of
/// the loop, after its scheduling was applied. Reads /proc.
/// @param machine this machine
Placement placement_of(const ProgramRun& run, const Assembly& assembly, const Machine& machine);

/// What decides on this machine about the realtime loop of the run.
std::vector<Fact> facts_of(const ProgramRun& run, const Assembly& assembly, const Machine& machine);

}  // namespace gateway
