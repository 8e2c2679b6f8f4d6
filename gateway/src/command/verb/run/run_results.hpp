// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_programs.hpp"
#include "output/output_file.hpp"

#include <spdlog/logger.h>

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

/// What `ddc-gateway run` writes and prints.
namespace gateway {

/// What a run writes, opened before it starts: hours later would be too late to tell.
struct RunFiles {
    std::vector<std::shared_ptr<OutputFile>> traces, recordings;  ///< of each program, or null
    std::shared_ptr<OutputFile> summary, junit;                   ///< or null
};

/// @param summary,junit names of files; empty: none
/// @throws std::runtime_error for one that cannot be written
RunFiles open_files(const RunConfig& config, const std::string& summary, const std::string& junit,
                    spdlog::logger& logger);

/// Writes summary and JUnit file. @return false if one of them is lost, which is logged
bool write_results(const RunFiles& files, const RunConfig& config,
                   const std::vector<ProgramResult>& results, spdlog::logger& logger);

/// Prints how each program ended. @return the exit code
int report(const std::vector<ProgramResult>& results, bool is_list, bool is_strict,
           std::ostream& out, spdlog::logger& logger);

}  // namespace gateway
