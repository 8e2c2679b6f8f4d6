// SPDX-License-Identifier: MIT
#include "run_results.hpp"

#include <gateway/base/exit_code.hpp>
#include "assembly/run_programs.hpp"
#include "monitor/monitor.hpp"
#include "output/free_name.hpp"
#include "requirement/junit.hpp"
#include "summary/requirement_report.hpp"

#include <nlohmann/json.hpp>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <ostream>
#include <utility>

namespace gateway {
namespace {

using namespace exit_code;

std::shared_ptr<OutputFile> open_output(const std::filesystem::path& file, spdlog::logger& logger) {
    auto output = std::make_shared<OutputFile>(file);
    if (!output->grows_as().empty())
        logger.info("writing {} (as {} until the run ends)", output->name(), output->grows_as());
    return output;
}

/// The more important of two exit codes.
int first_of(int a, int b) {
    for (const int code : {bad_input, failed, not_met})
        if (a == code || b == code) return code;
    return std::max(a, b);
}

/// The warning about commands that `--strict` does not check.
std::string strict_gap(RuleReach reach) {
    const std::string what =
        reach == RuleReach::none
            ? "--strict has no effect: no enforced safety rule checks the commands"
            : "--strict has little effect: only the safety rule `manual` checks such commands";
    return what + "; add `safety: {}` to the configuration";
}

/// The JUnit report of the requirements of each program, also of programs that did not run.
std::string junit_of(const RunConfig& config, const std::vector<ProgramResult>& results) {
    std::vector<requirement::Suite> suites;
    for (std::size_t i = 0; i < results.size(); ++i) {
        requirement::Suite suite{results[i].name, {}};
        if (results[i].summary)
            suite.outcomes = results[i].summary->requirements;
        else
            for (const requirement::Requirement& each : config.programs[i].requirements)
                suite.outcomes.push_back(
                    requirement::ended_early(each, "the run did not begin: " + results[i].error));
        suites.push_back(std::move(suite));
    }
    return requirement::junit_text(suites);
}

/// @param file null: nothing is written @return false if the text could not be written
bool write_text(const std::shared_ptr<OutputFile>& file, const std::string& text,
                spdlog::logger& logger) {
    constexpr std::chrono::seconds patience{2};
    if (!file) return true;
    const std::string problem = write_within(patience, file, text);
    if (!problem.empty()) logger.error(problem);
    return problem.empty();
}

}  // namespace

RunFiles open_files(const RunConfig& config, const std::string& summary, const std::string& junit,
                    spdlog::logger& logger) {
    RunFiles files;
    for (const ProgramConfig& program : config.programs)
        files.traces.push_back(program.trace ? open_output(*program.trace, logger) : nullptr);
    for (const ProgramConfig& program : config.programs)
        files.recordings.push_back(program.record ? open_output(*program.record, logger) : nullptr);
    if (!summary.empty()) files.summary = open_output(output_name(summary), logger);
    if (!junit.empty()) files.junit = open_output(output_name(junit), logger);
    return files;
}

bool write_results(const RunFiles& files, const RunConfig& config,
                   const std::vector<ProgramResult>& results, spdlog::logger& logger) {
    const std::string summary = to_json(results, config.is_list).dump(2) + "\n";
    const bool has_summary = write_text(files.summary, summary, logger);
    return write_text(files.junit, junit_of(config, results), logger) && has_summary;
}

int report(const std::vector<ProgramResult>& results, bool is_list, bool is_strict,
           std::ostream& out, spdlog::logger& logger) {
    int code = done;
    for (const ProgramResult& result : results) {
        const std::string name = is_list ? result.name + ": " : "";
        if (is_list) out << "== " << result.name << '\n';
        if (result.summary) print(*result.summary, out);
        if (result.summary && result.summary->profile) print(*result.summary->profile, out);
        if (!result.error.empty()) logger.error(name + result.error);
        if (!result.summary && result.error.empty())
            logger.info(name + "interrupted while waiting for the program");
        if (!result.summary || !result.error.empty()) code = failed;
        if (!result.summary) continue;
        if (is_strict && result.summary->rule_reach != RuleReach::all)
            logger.warn(name + strict_gap(result.summary->rule_reach));
        code = first_of(code, exit_code_of(result.summary->requirements));
        for (const std::string& reason : result.summary->degradations(is_strict)) {
            logger.warn(name + reason);
            code = first_of(code, degraded);
        }
    }
    return code;
}

}  // namespace gateway
