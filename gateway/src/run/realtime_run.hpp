// SPDX-License-Identifier: MIT
#pragma once

#include "run_parts.hpp"

namespace gateway {

/// Runs one program in realtime mode until the configured duration, or until it is stopped.
/// @return nothing if the run was stopped before the program was there
/// @throws ProgramError, ddc::TableError, std::runtime_error before the first turn
std::optional<Summary> run_realtime(const ProgramRun& run);

}  // namespace gateway
