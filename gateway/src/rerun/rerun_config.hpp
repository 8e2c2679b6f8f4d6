// SPDX-License-Identifier: MIT
#pragma once

#include "../run/run_config.hpp"
#include "recorded_run.hpp"

#include <string>

namespace gateway {

/// The configuration of a recorded run with another build of its program, in a table of its own and
/// without a data port.
/// @param program the file in the place of the program's; its arguments stay. To one that was
/// started from outside the reference id is the only argument
/// @throws std::invalid_argument for a program that cannot be started, or one over TCP;
/// plant::FileError, std::runtime_error for a configuration that cannot be made again
RunConfig rerun_config(const RecordedRun& run, const std::string& program);

}  // namespace gateway
