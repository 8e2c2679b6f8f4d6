// SPDX-License-Identifier: MIT
#pragma once

#include "run_folder.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace gateway::studio {

/// Description and results of a run. Its files remain after the run and the studio have ended.
struct RunRecord {
    enum class State { starting, running, ended };

    int id = 0;
    std::string kind;  ///< "run", "vdsim_realtime", or "vds1": an attached vehicle
    std::string name;
    std::string yaml;
    std::string table;                            ///< the default name for its table
    std::filesystem::path files;                  ///< its folder, as RunFolder::inside()
    std::vector<std::filesystem::path> traces{};  ///< for each vehicle; empty if it has no trace
    State state = State::starting;
    double started_s = 0, ended_s = 0;  ///< since 1970
    std::optional<int> exit_code{};
    bool was_stopped = false;  ///< ended on a user's request
    std::string how_it_ended{};
    std::string summary{};  ///< JSON
};

double now_s();
/// Writes the record to its folder, except summary and log.
/// @throws std::runtime_error if that fails
void save(const RunRecord& record);
/// @return nothing if there is no valid record. A run that was killed with its studio has ended.
std::optional<RunRecord> load_record(const RunFolder& folder);

/// Copies traces outside the run's folder into it, since the next run of the same text overwrites
/// them.
void keep_traces(RunRecord& record);
/// Writes `summary.json` for a run that does not. @param json its results
void keep_summary(const RunRecord& record, const std::string& json);
/// Reads `summary.json`.
void read_summary(RunRecord& record);
/// Writes the log. @param json the body of GET /api/log
void keep_log(const RunRecord& record, const std::string& json);
/// The log lines after that number, of a run that has ended.
nlohmann::ordered_json kept_log(const RunRecord& record, std::uint64_t after);

/// An element of the list of runs.
nlohmann::ordered_json to_json(const RunRecord& record);
/// Names and URLs of its traces.
nlohmann::ordered_json files_json(const RunRecord& record);
/// The trace of one of its vehicles so far. @throws data_port::Refusal
std::string trace_text(const RunRecord& record, std::size_t vehicle);

}  // namespace gateway::studio
