// SPDX-License-Identifier: MIT
#pragma once

#include "evidence.hpp"

#include "campaign/report/formulas.hpp"
#include "requirement/requirement.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gateway::bench_page {

/// A realtime run.
struct BenchRun {
    std::string name;  ///< of its file, and of the program if the file has several
    nlohmann::ordered_json summary;
    Evidence evidence;
    std::vector<requirement::Outcome> outcomes;
};

/// The result of `ddc-gateway bench-machine --json`.
struct MeasuredMachine {
    std::string name;  ///< of its file
    nlohmann::ordered_json json;
};

struct BenchConfig {
    std::string name, text;
};

/// The data of a page about realtime runs.
struct Bench {
    std::vector<BenchRun> runs;
    std::vector<MeasuredMachine> machines;
    std::vector<BenchConfig> configs;
    std::vector<std::filesystem::path> files;
};

/// Reads the files of a page about realtime runs: summaries, results of bench-machine, and
/// configurations.
/// @return nothing if there is another kind of file or a folder, or nothing of a realtime run or of
/// bench-machine
/// @throws std::invalid_argument for a file among them that cannot be read, and for the summary of
/// a measured run among them
std::optional<Bench> read_bench(const std::vector<std::string>& given);

}  // namespace gateway::bench_page
