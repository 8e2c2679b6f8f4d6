// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include <gateway/base/run_control.hpp>
#include "assembly/run_programs.hpp"
#include "recorded_run.hpp"

#include <memory>
#include <vector>

namespace gateway {

/// Makes a recorded run once more, with all of its programs, and records it.
/// @param config of rerun_config()
/// @param recording of the program that was recorded
/// @return how the run of each of its programs ended
/// @throws ddc::TableError, std::runtime_error
std::vector<ProgramResult> rerun_closed_loop(const RecordedRun& run, const RunConfig& config,
                                             std::shared_ptr<OutputFile> recording,
                                             RunControl& control, const Log& log);

}  // namespace gateway
