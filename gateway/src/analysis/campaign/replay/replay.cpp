// SPDX-License-Identifier: MIT
#include "replay.hpp"

#include "campaign/results/results.hpp"
#include "campaign/worker/single_run.hpp"
#include "config/load_run_config.hpp"
#include "requirement/junit.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>

namespace gateway::campaign {
namespace {

namespace fs = std::filesystem;

/// The first difference of two results, or an empty text.
std::string difference(const std::string& a, const std::string& b) {
    if (a == b) return {};
    const auto changes = nlohmann::json::diff(nlohmann::json::parse(a), nlohmann::json::parse(b));
    return changes.empty() ? "the order of keys" : changes[0].at("path").get<std::string>();
}

fs::path trace_of(const fs::path& file, const RunConfig& config, const ProgramConfig& program) {
    if (!config.is_list) return file;
    return fs::path(file).replace_extension(program.name + file.extension().string());
}

void compare(const Plan& plan, Replayed& with) {
    const auto stored = find_row(plan, with.made.row.run);
    if (!stored) return;
    with.place = difference(stored->result, with.made.row.result);
    with.comparison =
        with.place.empty() ? Replayed::Comparison::equal : Replayed::Comparison::differs;
}

}  // namespace

Replayed replay(const Plan& plan, std::uint64_t run, const fs::path& trace, const Log& log) {
    plan.check_programs();
    Runner runner(plan, plan.shard_of(run), log);
    Replayed replayed;
    const Runner::OpenTrace open_trace = [&](const RunConfig& config,
                                             const ProgramConfig& program) {
        if (&program == &config.programs.front()) replayed.traces.clear();  // a second attempt
        replayed.traces.push_back({trace_of(trace, config, program), program.requirements});
        return std::make_shared<OutputFile>(replayed.traces.back().file);
    };
    replayed.made = runner.make(run, values_of_run(plan, run), open_trace);
    compare(plan, replayed);
    return replayed;
}

std::string junit_text(const MadeRun& made) {
    std::vector<requirement::Suite> suites;
    for (const ProgramResult& program : made.programs)
        if (program.summary) suites.push_back({program.name, program.summary->requirements});
    if (!is_made(made.row)) {
        requirement::Outcome outcome;
        outcome.name = "made";
        outcome.reason = error_of(made.row);
        suites.push_back({"run " + std::to_string(made.row.run), {outcome}});
    }
    return requirement::junit_text(suites);
}

fs::path write_run_config(const Plan& plan, std::uint64_t run, const fs::path& folder) {
    static_cast<void>(plan.shard_of(run));
    fs::create_directories(folder);
    if (!fs::is_empty(folder))
        throw std::invalid_argument(folder.string() + ": is not empty; use a new folder");
    const FrozenConfig config = single_run_config(plan, run, values_of_run(plan, run));
    config.write_all(folder);
    return folder / config.main_file();
}

}  // namespace gateway::campaign
