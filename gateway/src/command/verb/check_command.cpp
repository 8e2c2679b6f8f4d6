// SPDX-License-Identifier: MIT
#include "check_command.hpp"

#include "line/gateway_line.hpp"

#include "check/judge_trace.hpp"
#include "check/summary_json.hpp"
#include "columns/trace.hpp"
#include "config/common/named_files.hpp"
#include "line/plot_option.hpp"
#include "output/output_file.hpp"
#include "plot/draw_requirements.hpp"
#include "requirement/junit.hpp"
#include "summary/requirement_report.hpp"

#include <ddc/interface/visible.hpp>

#include <nlohmann/json.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gateway {
namespace {

using ddc::interface::visible;
using requirement::Outcome;
using requirement::Requirement;

/// @param file empty: only the trace is used
/// @throws std::invalid_argument
RunEnd read_summary(const std::string& file) {
    if (file.empty()) return {};
    const auto json = summaries::read_json(file);
    if (!json.is_object()) throw std::invalid_argument(file + ": is not a summary");
    return run_end_of(json);
}

/// Reads the section `requirements`; the file may have other sections, as that of a run does.
std::vector<Requirement> read_file(const std::string& file, const Trace& trace, const RunEnd& end) {
    plant::YamlReader reader(file);
    reader.require("requirements");
    return read_requirements(reader, vocabulary_of(trace, end));
}

void print(const std::vector<Outcome>& outcomes, std::ostream& out) {
    std::size_t longest = 0;
    for (const Outcome& outcome : outcomes)
        longest = std::max(longest, visible(outcome.name).size());
    for (const Outcome& outcome : outcomes) {
        out << fmt::format("{:<{}}  ", visible(outcome.name), longest);
        print_verdict(outcome, out);
    }
}

}  // namespace

struct CheckCommand::Arguments {
    std::string trace, requirements, summary, junit, plot;
};

CheckCommand::CheckCommand(ddc::command::CommandLine& line)
    : given_(std::make_unique<Arguments>()), command_(add_known_verb(line, "check")) {
    Arguments& given = *given_;
    command_.add_file("TRACE", given.trace, "A trace (CSV) or a recording (MCAP)").required();
    command_
        .add_file("REQUIREMENTS", given.requirements,
                  "A YAML file with `requirements`, such as the configuration of the run")
        .required();
    command_.add_file("--summary", given.summary,
                      "The summary of the run (JSON), for the end of the run and for values that "
                      "requirements name as summary.KEY");
    command_.add_file("--junit", given.junit,
                      "Write the results to this file, as JUnit XML for continuous integration");
    add_plot_option(command_, given.plot,
                    "Draw the values of each requirement over time, and the time that determined "
                    "its result");
    command_.set_footer(
        "Examples:\n"
        "  ddc-gateway check out/trace.csv requirements.yaml\n"
        "  ddc-gateway check out/trace.csv run.yaml --summary out/summary.json --junit "
        "out/junit.xml\n"
        "  ddc-gateway check out/run.mcap requirements.yaml\n"
        "  ddc-gateway check out/trace.csv requirements.yaml --plot out/requirements.png\n"
        "Exit code: 0 all requirements are met, 4 one is not met, 1 one could not be evaluated, 2 "
        "invalid file or option.");
}

CheckCommand::~CheckCommand() = default;

bool CheckCommand::is_given() const {
    return command_.is_given();
}

int CheckCommand::run(std::ostream& out, const Log& log) const {
    const Arguments& given = *given_;
    std::vector<NamedFile> inputs{{"TRACE", given.trace}, {"REQUIREMENTS", given.requirements}};
    if (!given.summary.empty()) inputs.push_back({"--summary", given.summary});
    const std::string problem =
        overwriting({{"--junit", given.junit}, {"--plot", given.plot}}, inputs);
    if (!problem.empty()) throw std::invalid_argument(problem);
    if (!given.plot.empty() && std::filesystem::exists(given.trace) &&
        !std::filesystem::is_regular_file(given.trace))
        throw std::invalid_argument("--plot: reads " + given.trace +
                                    " twice; it must be a regular file");
    const auto trace = open_trace(given.trace);
    const RunEnd end = read_summary(given.summary);
    const std::vector<Requirement> requirements = read_file(given.requirements, *trace, end);
    if (!given.plot.empty() && requirements.empty())
        throw std::invalid_argument("--plot: " + given.requirements + " has nothing to draw");
    const std::vector<Outcome> outcomes = judge(requirements, *trace, end);
    log_notes(*trace, given.trace, log);
    if (!given.junit.empty()) {
        OutputFile file(given.junit);
        file.stream() << requirement::junit_text({{given.trace, outcomes}});
        file.close();
    }
    print(outcomes, out);
    if (!given.plot.empty()) draw_requirements(given.trace, requirements, outcomes, given.plot);
    return exit_code_of(outcomes);
}

}  // namespace gateway
