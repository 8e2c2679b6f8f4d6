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

/// A submission to an engine.
struct Submission {
    const EngineScript* engine = nullptr;
    std::optional<std::uint64_t> elements;  ///< nothing: one per shard, up to the engine's limit
    std::optional<std::uint64_t> jobs;  ///< largest number of elements at once; nothing: no limit
    WorkerSetup setup;
};

/// The text that is submitted for a plan: a script or a job description.
/// @throws std::invalid_argument for more elements than the engine allows
std::string script_for(const Plan& plan, const std::filesystem::path& folder,
                       const Submission& submission);

/// Writes the script into the campaign's folder and submits it to Slurm.
/// @return the number of the job array
/// @throws std::invalid_argument if sbatch is not installed or the engine is another one,
/// std::runtime_error if the script cannot be written or sbatch fails
std::string submit(const Plan& plan, const std::filesystem::path& folder,
                   const Submission& submission);

/// Prints the progress of a job array to `err` until all results exist, the job has ended, or
/// `control` requests a stop, which does not affect the job.
/// @return the progress at the end
/// @throws StoreError
Progress follow(const Plan& plan, const std::string& job, const RunControl& control,
                std::ostream& err);

}  // namespace gateway::campaign
