// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"
#include "recorded_run.hpp"

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

}  // namespace gateway
