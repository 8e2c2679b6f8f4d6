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

/// Where the outputs go, as CSV: the time of each cycle, `t_s`, and a column for each output.
struct OutputTables {
    std::ostream& recorded;
    std::ostream& given;
};

/// Starts a program on a table of its own, feeds it the recorded inputs cycle by cycle, as they
/// were exchanged in measured mode, and writes what it gave beside what was recorded.
/// @param config of rerun_config()
/// @return how many cycles that were
/// @throws ProgramError if the program does not start, dies, does not answer in time, or has other
/// ports than the recorded one; ddc::TableError; std::invalid_argument if a cycle is missing;
/// std::runtime_error if it was interrupted
std::size_t rerun_open_loop(const RecordedRun& run, const RunConfig& config,
                            const OutputTables& outputs, const RunControl& control, const Log& log,
                            StatusLine& status);

}  // namespace gateway
