// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gateway::campaign {

/// The script that makes an engine execute a campaign; it is submitted in the campaign's folder.
struct EngineScript {
    const char* name;
    const char* submit;           ///< the command, in the campaign's folder; {file} is the script
    std::uint64_t most_elements;  ///< largest number of elements of a job, by default
    const char* limit;            ///< replaces {limit} if the number of jobs at once is limited
    /// Replaces {time} if there is a time limit: {hms} is hours, minutes and seconds, {hm} is
    /// without seconds; null: the engine has no time limits.
    const char* time;
    bool is_shell;  ///< it is a shell script, in which {setup} prepares a worker
    /// The text, with {gateway} (quoted for a shell), {gateway_plain}, {gateway_json},
    /// {name}, {elements}, {last} (one less), {limit} and {jobs} (at once).
    const char* text;
};

/// All engines.
const std::vector<EngineScript>& engine_scripts();
/// @return null for an unknown engine
const EngineScript* engine_script(const std::string& name);

/// The environment of each worker.
struct WorkerSetup {
    std::string time;                    ///< time limit of an element, H:MM:SS; empty: none
    std::vector<std::string> modules;    ///< environment modules to load
    std::vector<std::string> variables;  ///< environment variables, NAME=VALUE
};

/// The values in a script that depend on the campaign.
struct ScriptValues {
    std::filesystem::path gateway;      ///< executable
    std::filesystem::path folder;       ///< of the campaign; its name becomes that of the job
    std::uint64_t elements = 1;         ///< number of elements of the job
    std::optional<std::uint64_t> jobs;  ///< largest number of elements at once; nothing: no limit
    WorkerSetup setup = {};
};

/// The name of the script, such as "campaign.slurm", in the campaign's folder.
std::string file_of(const EngineScript& engine);
/// The text of the script.
/// @throws std::invalid_argument for a setup that the engine does not support
std::string text_of(const EngineScript& engine, const ScriptValues& values);
/// The command that submits it, in the campaign's folder.
std::string submit_command(const EngineScript& engine);

}  // namespace gateway::campaign
