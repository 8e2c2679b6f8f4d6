// SPDX-License-Identifier: MIT
#include "closed_loop.hpp"

#include "attached_files.hpp"

#include <utility>

namespace gateway {

std::vector<ProgramResult> rerun_closed_loop(const RecordedRun& run, const RunConfig& config,
                                             std::shared_ptr<OutputFile> recording,
                                             RunControl& control, const Log& log) {
    RunCompany company;
    company.recordings.resize(config.programs.size());
    company.recordings[run.program()] = std::move(recording);
    for (const FrozenFile& file : run.files) company.files.push_back(attached(file));
    const std::vector<std::shared_ptr<OutputFile>> no_traces(config.programs.size());
    return run_programs(config, no_traces, control, log, company);
}

}  // namespace gateway
