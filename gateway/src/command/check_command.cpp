// SPDX-License-Identifier: MIT
#include "check_command.hpp"

#include "gateway_line.hpp"

#include "../config/named_files.hpp"
#include "../config/read_requirements.hpp"
#include "../output/output_file.hpp"
#include "../plot/draw_requirements.hpp"
#include "../record/requirement_report.hpp"
#include "../requirement/junit.hpp"
#include "../requirement/monitor.hpp"
#include "../trace/trace.hpp"
#include "plot_option.hpp"

#include <ddc/interface/visible.hpp>

#include <nlohmann/json.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gateway {
namespace {

using ddc::interface::visible;
using requirement::Monitor;
using requirement::Outcome;
using requirement::Requirement;

constexpr plant::Range trace_time_s{0, 9e9};  // in nanoseconds it fits

/// What a summary tells of its run.
struct RunEnd {
    std::map<std::string, double> numbers;
    std::optional<std::int64_t> end_ns;
    std::string early;  ///< why the run ended before its time, or empty
};

std::int64_t nanoseconds(double time_s) {
    return std::llround(time_s * 1e9);
}

/// A run without a set duration, in realtime mode, is ended by interrupting it.
std::string early_end(const nlohmann::ordered_json& summary) {
    const std::string reason = summary.value("exit_reason", "duration");
    const bool is_realtime = summary.value("mode", "measured") == "realtime";
    if (reason == "duration" || (reason == "interrupted" && is_realtime)) return {};
    return "the run ended early: " + reason;
}

/// @throws std::invalid_argument
RunEnd read_summary(const std::string& file) {
    RunEnd end;
    if (file.empty()) return end;
    std::ifstream in(file);
    if (!in) throw std::invalid_argument(file + ": cannot be read");
    try {
        const auto json = nlohmann::ordered_json::parse(in);
        if (!json.is_object()) throw std::invalid_argument(file + ": is no summary");
        end.numbers = numbers_of(json);
        end.early = early_end(json);
    } catch (const nlohmann::json::exception& error) {
        throw std::invalid_argument(file + ": is no summary: " + error.what());
    }
    const auto time = end.numbers.find("sim_time_s");
    if (time != end.numbers.end()) end.end_ns = nanoseconds(time->second);
    return end;
}

/// A file of requirements may have other sections, as that of a run has.
std::vector<Requirement> read_file(const std::string& file, const Trace& trace, const RunEnd& end) {
    std::vector<std::string> keys;
    for (const auto& number : end.numbers) keys.push_back(number.first);
    plant::YamlReader reader(file);
    reader.allow_others();
    std::vector<Requirement> requirements;
    if (reader.require("requirements"))
        if (auto section = reader.section("requirements"))
            requirements = read_requirements(
                *section, requirement::vocabulary_of(trace.columns(), std::move(keys)),
                requirement::unbounded);
    reader.finish();
    return requirements;
}

/// One requirement on its way through the trace.
struct Follower {
    Follower(const Requirement& requirement, const Trace& trace)
        : monitor(std::make_unique<Monitor>(requirement)),
          values(requirement.formula.columns.size()) {
        for (const std::string& column : requirement.formula.columns)
            columns.push_back(*trace.find(column));
    }

    std::unique_ptr<Monitor> monitor;
    std::vector<std::size_t> columns;
    std::vector<double> values;
};

/// @return the time of the last row
std::int64_t follow(Trace& trace, std::vector<Follower>& followers) {
    const auto time = trace.time();
    if (!time) throw std::invalid_argument("the trace has no column t_s");
    std::int64_t last_ns = -1;
    while (trace.next_row()) {
        const std::int64_t time_ns = nanoseconds(trace.number(*time, trace_time_s));
        if (time_ns <= last_ns) trace.fail(trace.columns()[*time], "times must rise");
        last_ns = time_ns;
        for (Follower& each : followers) {
            for (std::size_t i = 0; i < each.columns.size(); ++i)
                each.values[i] = trace.number(each.columns[i], {});
            each.monitor->take(time_ns, each.values.data());
        }
    }
    return last_ns;
}

std::vector<Outcome> outcomes_of(const std::vector<Requirement>& requirements, Trace& trace,
                                 const RunEnd& end) {
    std::vector<Follower> followers;
    for (const Requirement& each : requirements) followers.emplace_back(each, trace);
    const std::int64_t end_ns = std::max(follow(trace, followers), end.end_ns.value_or(0));
    const auto summary = [&](const std::string& key) -> std::optional<double> {
        const auto found = end.numbers.find(key);
        return found == end.numbers.end() ? std::nullopt : std::optional(found->second);
    };
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < requirements.size(); ++i)
        outcomes.push_back(end.early.empty()
                               ? followers[i].monitor->finish(end_ns, summary)
                               : requirement::ended_early(requirements[i], end.early));
    return outcomes;
}

void print(const std::vector<Outcome>& outcomes, std::ostream& out) {
    std::size_t longest = 0;
    for (const Outcome& outcome : outcomes)
        longest = std::max(longest, visible(outcome.name).size());
    for (const Outcome& outcome : outcomes)
        out << fmt::format("{:<{}}  {}\n", visible(outcome.name), longest,
                           visible(verdict_text(outcome)));
}

}  // namespace

struct CheckCommand::Arguments {
    std::string trace, requirements, summary, junit, plot;
};

CheckCommand::CheckCommand(ddc::command::CommandLine& line)
    : given_(std::make_unique<Arguments>()), command_(add_known_verb(line, "check")) {
    Arguments& given = *given_;
    command_.add_option("TRACE", given.trace, "A trace (CSV) or a recording (MCAP)").required();
    command_
        .add_option("REQUIREMENTS", given.requirements,
                    "A YAML file with `requirements`, such as that of the run")
        .required();
    command_.add_option("--summary", given.summary,
                        "The summary of the run: tells when it ended, and the keys that "
                        "requirements name as summary.KEY");
    command_.add_option("--junit", given.junit,
                        "Write a report for continuous integration to this file (XML)");
    add_plot_option(command_, given.plot,
                    "Draw what each requirement compares over time, and the moment that "
                    "decided");
    command_.set_footer(
        "Examples:\n"
        "  ddc-gateway check out/trace.csv requirements.yaml\n"
        "  ddc-gateway check out/trace.csv run.yaml --summary out/summary.json --junit "
        "out/junit.xml\n"
        "  ddc-gateway check out/run.mcap requirements.yaml\n"
        "  ddc-gateway check out/trace.csv requirements.yaml --plot out/requirements.png\n"
        "Exit code: 0 all are met, 4 one is not, 1 one could not be judged, 2 files make no "
        "sense.");
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
                                    " a second time, so it must be a file");
    const auto trace = open_trace(given.trace);
    const RunEnd end = read_summary(given.summary);
    const std::vector<Requirement> requirements = read_file(given.requirements, *trace, end);
    if (!given.plot.empty() && requirements.empty())
        throw std::invalid_argument("--plot: " + given.requirements + " has nothing to draw");
    const std::vector<Outcome> outcomes = outcomes_of(requirements, *trace, end);
    tell_notes(*trace, given.trace, log);
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
