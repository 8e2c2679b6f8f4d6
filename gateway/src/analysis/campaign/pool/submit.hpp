// SPDX-License-Identifier: MIT
#pragma once

#include "engine_scripts.hpp"
#include "progress.hpp"

#include <gateway/base/run_control.hpp>

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>

namespace gateway::campaign {

/// What an engine is asked to do.
struct Submission {
    const EngineScript* engine = nullptr;
    std::optional<std::uint64_t>
        elements;                       ///< of the job; nothing: one a shard, as many as it takes
    std::optional<std::uint64_t> jobs;  ///< of them at once; nothing: as the engine likes
    WorkerSetup setup;
};

/// What is submitted for a plan: a script or a description.
/// @throws std::invalid_argument for more elements than the engine takes
std::string script_for(const Plan& plan, const std::filesystem::path& folder,
                       const Submission& submission);

/// Writes the script into the campaign's folder and submits it to Slurm.
/// @return the number of the job array
/// @throws std::invalid_argument if sbatch is not there or the engine is another one,
/// std::runtime_error if the script cannot be written or sbatch fails
std::string submit(const Plan& plan, const std::filesystem::path& folder,
                   const Submission& submission);

/// Tells how far the runs of a job array are until all results are there, or the job has ended
/// without them, or `control` says to stop, which leaves the job alone.
/// @return how far it is
/// @throws StoreError
Progress follow(const Plan& plan, const std::string& job, const RunControl& control,
                std::ostream& told);

}  // namespace gateway::campaign
