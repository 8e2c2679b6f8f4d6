// SPDX-License-Identifier: MIT
#pragma once

#include "run_parts.hpp"

namespace gateway {

/// Runs one program in realtime mode until the configured duration, or until it is stopped.
/// @param index of the program in its run: where its StatusEntries are
/// @return nothing if the run was stopped before the program was there
/// @throws ProgramError, ddc::TableError, std::runtime_error before the first turn
std::optional<Summary> run_realtime(const ProgramConfig& config, SimTime duration,
                                    std::size_t index, const RunPlace& place, const Log& log);

}  // namespace gateway
