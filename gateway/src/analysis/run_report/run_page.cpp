// SPDX-License-Identifier: MIT
#include "run_page.hpp"

#include "charts.hpp"
#include "run.hpp"

#include <gateway/base/log.hpp>
#include "bench_page/realtime_parts.hpp"
#include "campaign/report/formulas.hpp"
#include "check/judge_trace.hpp"
#include "check/outcome_table.hpp"
#include "check/summary_json.hpp"
#include "columns/trace.hpp"
#include "page/markup.hpp"
#include "page/parts.hpp"
#include "plot/requirement_strips.hpp"
#include "requirement/column_unit.hpp"
#include "text/digest.hpp"

#include <ddc/version.h>
#include <plant/yaml_reader.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace gateway::run_report {
namespace {

/// The requirements of a run and their outcomes.
struct RunRequirements {
    /// From the summary, else evaluated now; with several programs named PROGRAM.NAME.
    std::vector<requirement::Outcome> outcomes;
    campaign::RequirementTexts texts;  ///< from the configuration
    /// The values over time; it refers to `judged` and `judged_outcomes`, which must not move.
    /// Nothing if unknown.
    std::optional<TraceStrips> strips;
    std::vector<requirement::Requirement> judged;
    std::vector<requirement::Outcome> judged_outcomes;
};

using requirement::Outcome;
using requirement::Requirement;

std::vector<Outcome> all_outcomes(const Run& run) {
    std::vector<Outcome> all;
    for (const auto& summary : run.summaries)
        for (Outcome& outcome : summaries::outcomes_of(summary)) {
            if (run.summaries.size() > 1)
                outcome.name = summaries::text_at(summary, "name") + "." + outcome.name;
            all.push_back(std::move(outcome));
        }
    return all;
}

/// Accepts any column: if the run has evaluated a formula, its columns may be missing in the trace.
requirement::Vocabulary with_any_column(requirement::Vocabulary vocabulary) {
    vocabulary.unit_of = [](const std::string& column) {
        return std::optional(requirement::column_unit(column));
    };
    return vocabulary;
}

/// Adds the requirements of the configuration with their outcomes: from the summary, else evaluated
/// now.
void add_judged(const Run& run, RunRequirements& into) {
    const auto trace = open_trace(run.traces[0]);
    const RunEnd end = run.summaries.empty() ? RunEnd{} : run_end_of(run.summaries[0]);
    requirement::Vocabulary vocabulary = vocabulary_of(*trace, end);
    const bool is_judged = !into.outcomes.empty();
    plant::YamlReader reader(run.config_name, run.config);
    std::vector<Requirement> requirements =
        read_requirements(reader, is_judged ? with_any_column(vocabulary) : vocabulary);
    if (!is_judged) into.outcomes = judge(requirements, *trace, end);
    for (Requirement& each : requirements) {
        const auto found = std::find_if(into.outcomes.begin(), into.outcomes.end(),
                                        [&](const Outcome& o) { return o.name == each.name; });
        if (found == into.outcomes.end()) continue;
        into.judged.push_back(std::move(each));
        into.judged_outcomes.push_back(*found);
    }
}

/// Reads the requirements of a run. Strips, and verdicts that are not in a summary, are made only
/// for a run of one program with one trace.
/// @param log receives the reason why formulas are not drawn
/// @throws plant::FileError for a trace that cannot be read
RunRequirements read_requirements_of(const Run& run, const Log& log) {
    RunRequirements found;
    found.outcomes = all_outcomes(run);
    if (run.config.empty()) return found;
    try {
        found.texts = campaign::requirement_texts(run.config);
        if (run.summaries.size() <= 1 && run.traces.size() == 1) add_judged(run, found);
    } catch (const std::runtime_error& error) {  // of the YAML's parser
        log(run.config_name + ": " + error.what());
    } catch (const std::invalid_argument& error) {  // plant::FileError
        log(error.what() + std::string("; the values of requirements are not drawn"));
    }
    if (!found.judged.empty())
        found.strips = read_strips(run.traces[0], found.judged, found.judged_outcomes);
    return found;
}

using namespace page;
using requirement::Outcome;
using requirement::Verdict;

constexpr std::size_t most_rows = 1000, most_shown_bytes = 1'000'000;

std::string verdict_line(const std::vector<Outcome>& outcomes) {
    const std::size_t failed = count(outcomes, Verdict::fail),
                      errors = count(outcomes, Verdict::error);
    const std::string of_all = " of " + plural(outcomes.size(), "requirement");
    if (outcomes.empty()) return element("p", "No requirement was evaluated.", of_class("verdict"));
    if (failed > 0)
        return element("p", "\u2715 " + std::to_string(failed) + of_all + " failed.",
                       of_class("verdict is-fail"));
    if (errors > 0)
        return element("p",
                       "\u25b2 " + std::to_string(errors) + of_all + " could not be evaluated.",
                       of_class("verdict is-error"));
    return element("p", "\u25cf All requirements were met.", of_class("verdict is-pass"));
}

/// "autopilot, measured, ended by duration", without unknown parts.
std::string about(const nlohmann::ordered_json& summary) {
    std::string text = summaries::text_at(summary, "name");
    const auto add = [&](const std::string& before, const std::string& word) {
        if (!word.empty()) text += (text.empty() ? "" : ", ") + before + word;
    };
    add("", summaries::text_at(summary, "mode"));
    add("interface ", summaries::text_at(summary, "interface"));
    add("ended by ", summaries::text_at(summary, "exit_reason"));
    add("", summaries::text_at(summary, "error"));
    return element("p", escaped(text), of_class("muted"));
}

std::string header(const Run& run, const std::vector<Outcome>& outcomes) {
    std::string inside = element("h1", "Run of " + escaped(run.name));
    for (const auto& summary : run.summaries) inside += about(summary);
    return element("section", inside + verdict_line(outcomes)) + "\n";
}

std::string requirements_section(const RunRequirements& found) {
    const std::string verdicts = outcome_table(found.outcomes, found.texts);
    if (verdicts.empty()) return {};
    return section("Requirements",
                   verdicts + (found.strips ? requirement_charts(*found.strips) : ""));
}

/// The charts; for a trace that cannot be drawn, the reason instead.
std::string charts_section(const Run& run, const Log& log) {
    if (run.traces.empty()) return {};
    try {
        return section("Charts", trace_charts(read_traces(run.traces, {}, log)));
    } catch (const std::invalid_argument& error) {  // plant::FileError
        log(error.what());
        return section("Charts", element("p", escaped(error.what()), of_class("note")));
    }
}

std::string summary_section(const nlohmann::ordered_json& summary) {
    const auto values = summaries::values_of(summary);
    std::string rows;
    for (std::size_t i = 0; i < std::min(values.size(), most_rows); ++i)
        rows += fact(escaped(values[i].first), escaped(values[i].second));
    if (values.size() > most_rows)
        rows += fact("", plural(values.size() - most_rows, "value") + " more");
    const std::string name = summaries::text_at(summary, "name");
    return section("Summary" + (name.empty() ? "" : " of " + escaped(name)),
                   element("div", table_of_facts(rows), of_class("dense")));
}

std::string config_section(const Run& run) {
    if (run.config.empty()) return {};
    std::string text = run.config.substr(0, most_shown_bytes);
    if (text.size() < run.config.size()) text += "\n...";
    return section("Configuration", element("p", escaped(run.config_name), of_class("muted")) +
                                        element("pre", escaped(text)));
}

std::string provenance_section(const Run& run) {
    std::string rows = fact("report written by", "ddc-gateway " DDC_VERSION);
    for (std::size_t i = 0; i < std::min(run.facts.size(), most_rows); ++i)
        rows += fact(escaped(run.facts[i].first), escaped(run.facts[i].second));
    for (const auto& file : run.files)
        rows += fact(escaped(file.string()),
                     figure(std::uint64_t{std::filesystem::file_size(file)}) + " bytes<br>" +
                         element("code", "SHA-256 " + digest_of_file(file)));
    return section("Versions and files", table_of_facts(rows));
}

}  // namespace

std::string page_of(const Run& run, const Log& log) {
    const RunRequirements requirements = read_requirements_of(run, log);
    std::string body = header(run, requirements.outcomes) + requirements_section(requirements) +
                       charts_section(run, log);
    for (const auto& summary : run.summaries) body += bench_page::realtime_section(summary);
    for (const auto& summary : run.summaries) body += summary_section(summary);
    return document("Run of " + run.name, body + config_section(run) + provenance_section(run));
}

}  // namespace gateway::run_report
