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
    std::vector<std::string> arguments;  ///< empty: the recorded ones
};

/// The configuration of a recorded run with another build of its program, a separate table and no
/// data port. A run that was stopped ends at the same time again.
/// @param program replaces the recorded one. If that was started by another process, the only
/// argument is the reference id
/// @throws std::invalid_argument for a program that cannot be started, or one over TCP;
/// plant::FileError, std::runtime_error for a configuration that cannot be restored
RunConfig rerun_config(const RecordedRun& run, const NewProgram& program);

/// Repeats a recorded run with all of its programs, and records it.
/// @param config from rerun_config()
/// @param recording receives the new recording of the recorded program
/// @return the results of all programs
/// @throws ddc::TableError, std::runtime_error
std::vector<ProgramResult> rerun_closed_loop(const RecordedRun& run, const RunConfig& config,
                                             std::shared_ptr<OutputFile> recording,
                                             RunControl& control, const Log& log);

}  // namespace gateway
