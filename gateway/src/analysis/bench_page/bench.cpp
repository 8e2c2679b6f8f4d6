// SPDX-License-Identifier: MIT
#include "bench.hpp"

#include "check/summary_json.hpp"
#include "text/file_text.hpp"

#include <algorithm>
#include <stdexcept>

namespace gateway::bench_page {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::uintmax_t most_yaml_bytes = 1'000'000;

bool is_json(const fs::path& file) {
    return file.extension() == ".json";
}

bool is_yaml(const fs::path& file) {
    return file.extension() == ".yaml" || file.extension() == ".yml";
}

bool may_be_of_bench(const std::string& name) {
    return fs::is_regular_file(name) && (is_json(name) || is_yaml(name));
}

/// Whether it is the result of `ddc-gateway bench-machine --json`.
bool is_measured_machine(const Json& json) {
    return json.is_object() && json.contains("facts") && json["facts"].is_array();
}

bool is_measured_run(const Json& summary) {
    return summaries::text_at(summary, "mode") == "measured";
}

bool has_realtime_run(const std::vector<BenchRun>& runs) {
    return std::any_of(runs.begin(), runs.end(), [](const BenchRun& run) {
        return summaries::text_at(run.summary, "mode") == "realtime" ||
               run.summary.contains("realtime");
    });
}

void add_runs(const fs::path& file, const Json& json, std::vector<BenchRun>& runs) {
    const std::vector<Json> found = summaries::summaries_in(json);
    for (const Json& summary : found) {
        BenchRun& run = runs.emplace_back();
        run.name = file.stem().string();
        if (found.size() > 1) run.name += ": " + summaries::text_at(summary, "name");
        run.summary = summary;
        run.evidence = evidence_of(summary);
        run.outcomes = summaries::outcomes_of(summary);
    }
}

/// @return whether the file may be on the page
bool add_json(const fs::path& file, Bench& bench) {
    Json json = summaries::read_json(file);
    if (summaries::is_summary(json)) {
        add_runs(file, json, bench.runs);
        return true;
    }
    if (!is_measured_machine(json)) return false;
    bench.machines.push_back({file.stem().string(), std::move(json)});
    return true;
}

void add_config(const fs::path& file, Bench& bench) {
    if (fs::file_size(file) > most_yaml_bytes)
        throw std::invalid_argument(file.string() + ": has more than " +
                                    std::to_string(most_yaml_bytes) + " bytes");
    bench.configs.push_back({file.filename().string(), text_of(file)});
}

void refuse_measured_runs(const Bench& bench) {
    for (const BenchRun& run : bench.runs)
        if (is_measured_run(run.summary))
            throw std::invalid_argument(
                run.name +
                ": is a measured run, which has no deadlines; leave its summary out, or make a "
                "page of its files alone");
}

}  // namespace

std::optional<Bench> read_bench(const std::vector<std::string>& given) {
    if (!std::all_of(given.begin(), given.end(), may_be_of_bench)) return std::nullopt;
    Bench bench;
    for (const fs::path file : given) {
        bench.files.push_back(file);
        if (is_yaml(file))
            add_config(file, bench);
        else if (!add_json(file, bench))
            return std::nullopt;
    }
    if (bench.machines.empty() && !has_realtime_run(bench.runs)) return std::nullopt;
    refuse_measured_runs(bench);
    return bench;
}

}  // namespace gateway::bench_page
