// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_programs.hpp"
#include "output/output_file.hpp"

#include <spdlog/logger.h>

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

/// The output of `ddc-gateway run`.
namespace gateway {

/// The files that a run writes. They are opened before it starts, so that errors are reported
/// early.
struct RunFiles {
    std::vector<std::shared_ptr<OutputFile>> traces, recordings;  ///< of each program, or null
    std::shared_ptr<OutputFile> summary, junit;                   ///< or null
};

/// @param summary,junit names of files; empty: none
/// @throws std::runtime_error for one that cannot be written
RunFiles open_files(const RunConfig& config, const std::string& summary, const std::string& junit,
                    spdlog::logger& logger);

/// Writes summary and JUnit file. @return false if one could not be written, which is logged
bool write_results(const RunFiles& files, const RunConfig& config,
                   const std::vector<ProgramResult>& results, spdlog::logger& logger);

/// Prints the summary of each program, and logs errors and degradations. @return the exit code
int report(const std::vector<ProgramResult>& results, bool is_list, bool is_strict,
           std::ostream& out, spdlog::logger& logger);

}  // namespace gateway
