// SPDX-License-Identifier: MIT
#pragma once

#include "../config/run_config.hpp"
#include "../program/entry_claims.hpp"
#include "summary.hpp"

#include <atomic>
#include <functional>

namespace gateway {

/// Told what is going on, a sentence at a time; from any thread, never from inside a cycle.
using Log = std::function<void(const std::string&)>;

/// Runs one program in measured mode from its start to the end of the configured duration.
/// @param claims shared by all programs in the table
/// @return nothing if `stop` was set before the program was there
/// @throws ProgramError, ddc::TableError, std::runtime_error before the first cycle
std::optional<Summary> run_program(const ProgramConfig& config, SimTime duration, ddc::Table& table,
                                   EntryClaims& claims, const std::atomic<bool>& stop,
                                   const Log& log);

}  // namespace gateway
