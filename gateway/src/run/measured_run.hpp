// SPDX-License-Identifier: MIT
#pragma once

#include "run_parts.hpp"

namespace gateway {

/// Runs one program in measured mode from its start to the end of the configured duration.
/// @return nothing if the run was stopped before the program was there
/// @throws ProgramError, ddc::TableError, std::runtime_error before the first cycle
std::optional<Summary> run_measured(const ProgramRun& run);

}  // namespace gateway
