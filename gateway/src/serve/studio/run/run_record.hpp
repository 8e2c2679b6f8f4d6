// SPDX-License-Identifier: MIT
#pragma once

#include "run_folder.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace gateway::studio {

/// What there is to tell of a run. In its folder it outlives the run, and the studio.
struct RunRecord {
    enum class State { starting, running, ended };

    int id = 0;
    std::string kind;  ///< "run", "vdsim_realtime", or "vds1": vehicles of another
    std::string name;
    std::string yaml;
    std::string table;                            ///< that it has if its text names none
    std::filesystem::path files;                  ///< its folder, as RunFolder::inside()
    std::vector<std::filesystem::path> traces{};  ///< of each vehicle; empty where there is none
    State state = State::starting;
    double started_s = 0, ended_s = 0;  ///< since 1970
    std::optional<int> exit_code{};
    bool was_stopped = false;  ///< a person has asked it to end
    std::string how_it_ended{};
    std::string summary{};  ///< JSON
};

double now_s();
/// Writes it into its folder: the text, and all but summary and log, which are files of their own.
/// @throws std::runtime_error if that cannot be written
void save(const RunRecord& record);
/// Nothing if there is none that can be read. A run that was killed with its studio has ended now.
std::optional<RunRecord> load_record(const RunFolder& folder);

/// The traces that lie elsewhere, copied into its folder: the next run of the same text writes its
/// own over them.
void keep_traces(RunRecord& record);
/// What a run that writes no summary has told in the place of one, as JSON.
void keep_summary(const RunRecord& record, const std::string& json);
/// What the run, or we, wrote as `summary.json`.
void read_summary(RunRecord& record);
/// @param json the answer to GET /api/log
void keep_log(const RunRecord& record, const std::string& json);
/// Those behind a number, of one that has ended.
nlohmann::ordered_json kept_log(const RunRecord& record, std::uint64_t after);

/// A row of the list of runs.
nlohmann::ordered_json to_json(const RunRecord& record);
/// Names and addresses of its traces.
nlohmann::ordered_json files_json(const RunRecord& record);
/// What it has recorded for one of its vehicles so far. @throws data_port::Refusal
std::string trace_text(const RunRecord& record, std::size_t vehicle);

}  // namespace gateway::studio
