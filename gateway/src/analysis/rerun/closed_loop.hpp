// SPDX-License-Identifier: MIT
#pragma once

#include "recorded_run.hpp"

#include <gateway/base/log.hpp>
#include <gateway/base/run_control.hpp>
#include "assembly/run_config.hpp"
#include "assembly/run_programs.hpp"

#include <memory>
#include <string>
#include <vector>

namespace gateway {

/// Another build of a program.
struct NewProgram {
    std::string file;
    std::vector<std::string> arguments;  ///< empty: those of the recorded one
};

/// The configuration of a recorded run with another build of its program, in a table of its own and
/// without a data port.
/// @param program in the place of the recorded one. To one that was started from outside the
/// reference id is the only argument. What was stopped before its time ends where it was stopped
/// @throws std::invalid_argument for a program that cannot be started, or one over TCP;
/// plant::FileError, std::runtime_error for a configuration that cannot be made again
RunConfig rerun_config(const RecordedRun& run, const NewProgram& program);

/// Makes a recorded run once more, with all of its programs, and records it.
/// @param config of rerun_config()
/// @param recording of the program that was recorded
/// @return how the run of each of its programs ended
/// @throws ddc::TableError, std::runtime_error
std::vector<ProgramResult> rerun_closed_loop(const RecordedRun& run, const RunConfig& config,
                                             std::shared_ptr<OutputFile> recording,
                                             RunControl& control, const Log& log);

}  // namespace gateway
