// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"
#include "campaign/store/verdict.hpp"
#include "output/scratch_folder.hpp"
#include "worker_table.hpp"

#include "assembly/run_config.hpp"
#include "assembly/run_programs.hpp"

#include <gateway/base/log.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace gateway::campaign {

/// An executed run.
struct MadeRun {
    Row row;
    std::vector<ProgramResult> programs;  ///< none if its configuration is invalid
};

/// Executes runs of a plan in this process, one after another, with a separate table.
class Runner {
  public:
    /// Opens the trace of a program.
    using OpenTrace = std::function<std::shared_ptr<OutputFile>(const RunConfig& config,
                                                                const ProgramConfig& program)>;

    /// @param log receives messages of programs and vehicles
    /// @throws std::runtime_error if the configuration cannot be written to a temporary folder
    Runner(const Plan& plan, std::uint64_t shard, Log log);

    /// Executes a run with these values. A run that fails is tried again, and then becomes an
    /// error; a run that timed out becomes an error immediately.
    /// @param open_trace empty: no traces
    MadeRun make(std::uint64_t index, const Plan::Values& values, const OpenTrace& open_trace = {});

  private:
    struct Attempt;
    RunConfig config_of(std::uint64_t index, const Plan::Values& values) const;
    Attempt attempt(std::uint64_t index, const Plan::Values& values, const OpenTrace& open_trace);
    void make_table_ready(const RunConfig& config);

    const Plan& plan_;
    Log log_;
    ScratchFolder scratch_;
    std::string table_name_;
    std::optional<WorkerTable> table_;  ///< empty before the first run and after a failed one
    KeptPrograms kept_;                 ///< destroyed before the table, which they use
};

}  // namespace gateway::campaign
