// SPDX-License-Identifier: MIT
#pragma once

#include "../config/run_config.hpp"
#include "summary.hpp"

#include <atomic>
#include <functional>

namespace gateway {

/// Told what is going on, a sentence at a time; never from inside a cycle.
using Log = std::function<void(const std::string&)>;

struct RunResult {
    Summary summary;
    /// What went wrong, or empty.
    std::string error;
    /// False if the run was stopped before the program was there: then there is no summary.
    bool started = true;
};

/// Runs a program in measured mode from its start to the end of the configured duration.
/// @throws ProgramError, ddc::TableError, std::runtime_error before the first cycle
RunResult run_measured(const RunConfig& config, const std::atomic<bool>& stop, const Log& log);

}  // namespace gateway
