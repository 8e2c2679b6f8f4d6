// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include <gateway/base/run_control.hpp>
#include "assembly/run_config.hpp"
#include "output/status_line.hpp"
#include "recorded_run.hpp"

#include <cstddef>
#include <iosfwd>

namespace gateway {

/// The streams for outputs as CSV: the time of each cycle, `t_s`, and a column for each output.
struct OutputTables {
    std::ostream& recorded;
    std::ostream& given;
};

/// Starts a program with a separate table, gives it the recorded inputs cycle by cycle as in
/// measured mode, and writes its outputs and the recorded ones.
/// @param config from rerun_config()
/// @return the number of cycles
/// @throws ProgramError if the program does not start, dies, does not answer in time, or has other
/// ports than the recorded one; ddc::TableError; std::invalid_argument if a cycle is missing;
/// std::runtime_error if it was interrupted
std::size_t rerun_open_loop(const RecordedRun& run, const RunConfig& config,
                            const OutputTables& outputs, const RunControl& control, const Log& log,
                            StatusLine& status);

}  // namespace gateway
