// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gateway::campaign {

/// How an engine is told to work a campaign: what is submitted, in the campaign's folder.
struct EngineScript {
    const char* name;
    const char* submit;           ///< the command, in the campaign's folder; {file} is the script
    std::uint64_t most_elements;  ///< of one job, as its installation has it
    const char* limit;            ///< stands for {limit} where a number of jobs at once is given
    /// Stands for {time} where a limit of time is given, of which {hms} is hours, minutes and
    /// seconds, {hm} without seconds; null: the engine takes none.
    const char* time;
    bool is_shell;  ///< what is submitted is a script, in which {setup} prepares a worker
    /// What is submitted, with {gateway} (quoted for a shell), {gateway_plain}, {gateway_json},
    /// {name}, {elements}, {last} (one less), {limit} and {jobs} (at once).
    const char* text;
};

/// All that there are.
const std::vector<EngineScript>& engine_scripts();
/// @return null for one that there is not
const EngineScript* engine_script(const std::string& name);

/// What each worker needs before it begins.
struct WorkerSetup {
    std::string time;                  ///< the most that an element may take, H:MM:SS; empty: none
    std::vector<std::string> modules;  ///< to be loaded
    std::vector<std::string> variables;  ///< NAME=VALUE, of the environment
};

/// What stands in a script that differs from campaign to campaign.
struct ScriptValues {
    std::filesystem::path gateway;      ///< its file
    std::filesystem::path folder;       ///< of the campaign, from whose name the job's is made
    std::uint64_t elements = 1;         ///< of the job
    std::optional<std::uint64_t> jobs;  ///< of them at once; nothing: as the engine likes
    WorkerSetup setup = {};
};

/// "campaign.slurm", in the campaign's folder.
std::string file_of(const EngineScript& engine);
/// What is submitted.
/// @throws std::invalid_argument for a setup that the engine cannot have
std::string text_of(const EngineScript& engine, const ScriptValues& values);
/// The command that submits it, in the campaign's folder.
std::string submit_command(const EngineScript& engine);

}  // namespace gateway::campaign
