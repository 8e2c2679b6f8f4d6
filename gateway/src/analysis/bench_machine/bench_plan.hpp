// SPDX-License-Identifier: MIT
#pragma once

#include "measured_loop.hpp"

#include "machine/facts.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace gateway::machine {

/// What bench-machine measures.
struct BenchPlan {
    std::vector<LoopSetup> loops;  ///< with different periods, the shortest first
    std::string peer;              ///< address of the remote vehicle or its user; empty for none
    std::string interface;         ///< towards the peer; empty for none
    std::size_t spinning = 0;      ///< loops that spin at the same time

    /// What the loops request of the machine.
    LoopNeeds needs() const;
};

/// Periods of 10 ms and 1 ms, with the settings of cyclictest: SCHED_FIFO 80, locked memory, CPUs
/// that stay awake.
BenchPlan default_plan();

/// The loops of a configuration of a realtime run, or of vdsim_realtime.
/// @throws plant::FileError, std::invalid_argument if the run is in measured mode
BenchPlan read_plan(const std::filesystem::path& file);

}  // namespace gateway::machine
