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

/// A run with all that is known of it.
struct MadeRun {
    Row row;
    std::vector<ProgramResult> programs;  ///< none if its configuration is a bad one
};

/// Makes the runs of a plan in this process, one after another, over a table of its own.
class Runner {
  public:
    /// Opens the trace of a program.
    using OpenTrace = std::function<std::shared_ptr<OutputFile>(const RunConfig& config,
                                                                const ProgramConfig& program)>;

    /// @param log is told what programs and vehicles have to say
    /// @throws std::runtime_error if the configuration cannot be written to a temporary folder
    Runner(const Plan& plan, std::uint64_t shard, Log log);

    /// Makes a run with some values. One that could not be made is tried once more and then booked
    /// as an error; one that took too long at once.
    /// @param open_trace nothing: without traces
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
    std::optional<WorkerTable> table_;  ///< none before the first run and after one that failed
    KeptPrograms kept_;                 ///< ends before the table, which they use
};

}  // namespace gateway::campaign
