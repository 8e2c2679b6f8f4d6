// SPDX-License-Identifier: MIT
#include "run_page.hpp"

#include "charts.hpp"
#include "check/summary_json.hpp"
#include "frozen/digest.hpp"
#include "page/markup.hpp"
#include "page/parts.hpp"
#include "run_requirements.hpp"

#include <ddc/version.h>

#include <algorithm>
#include <stdexcept>

namespace gateway::run_report {
namespace {

using namespace page;
using requirement::Outcome;
using requirement::Verdict;

constexpr std::size_t most_rows = 1000, most_shown_bytes = 1'000'000;

std::size_t count(const std::vector<Outcome>& outcomes, Verdict verdict) {
    return static_cast<std::size_t>(
        std::count_if(outcomes.begin(), outcomes.end(),
                      [&](const Outcome& each) { return each.verdict == verdict; }));
}

std::string verdict_line(const std::vector<Outcome>& outcomes) {
    const std::size_t failed = count(outcomes, Verdict::fail),
                      errors = count(outcomes, Verdict::error);
    const std::string of_all = " of " + plural(outcomes.size(), "requirement");
    if (outcomes.empty()) return element("p", "No requirement was judged.", of_class("verdict"));
    if (failed > 0)
        return element("p", "\u2715 " + std::to_string(failed) + of_all + " failed.",
                       of_class("verdict is-fail"));
    if (errors > 0)
        return element("p", "\u25b2 " + std::to_string(errors) + of_all + " could not be judged.",
                       of_class("verdict is-error"));
    return element("p", "\u25cf All requirements were met.", of_class("verdict is-pass"));
}

/// "autopilot, measured, ended by duration"; what is not known is left out.
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

std::string verdict_word(Verdict verdict) {
    if (verdict == Verdict::pass) return element("span", "\u25cf\u00a0pass", of_class("is-pass"));
    if (verdict == Verdict::fail) return element("span", "\u2715\u00a0fail", of_class("is-fail"));
    return element("span", "\u25b2\u00a0error", of_class("is-error"));
}

std::string requirement_name(const std::string& name, const std::string& formula) {
    return element("td",
                   element("strong", escaped(name)) + "<br>" +
                       element("code", escaped(formula), of_class("muted")),
                   of_class("path"));
}

std::string outcome_row(const Outcome& outcome, const std::string& formula) {
    return row(requirement_name(outcome.name, formula) + cell(verdict_word(outcome.verdict)) +
               number_cell(figure(outcome.robustness)) + number_cell(figure(outcome.time_s)) +
               cell(escaped(outcome.reason)));
}

std::string requirements_section(const RunRequirements& found) {
    std::string rows;
    for (const Outcome& each : found.outcomes)
        rows += outcome_row(each, text_of(found.texts, each.name).formula);
    if (found.outcomes.empty())
        for (const auto& [name, text] : found.texts)
            rows += row(requirement_name(name, text.formula) + cell("not judged") +
                        number_cell("") + number_cell("") + cell(""));
    if (rows.empty()) return {};
    const std::string verdicts =
        table({"requirement", "", "#robustness", "#decided at s", "reason"}, rows);
    return section("Requirements",
                   verdicts + (found.strips ? requirement_charts(*found.strips) : ""));
}

/// A trace that cannot be drawn costs its charts and not the page.
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
    for (const auto& summary : run.summaries) body += summary_section(summary);
    return document("Run of " + run.name, body + config_section(run) + provenance_section(run));
}

}  // namespace gateway::run_report
