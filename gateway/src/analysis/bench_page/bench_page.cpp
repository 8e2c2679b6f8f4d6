// SPDX-License-Identifier: MIT
#include "bench_page.hpp"

#include "check/outcome_table.hpp"
#include "check/summary_json.hpp"
#include "durations.hpp"
#include "machine_section.hpp"
#include "page/markup.hpp"
#include "page/parts.hpp"
#include "realtime_parts.hpp"
#include "text/digest.hpp"
#include "verdict.hpp"

#include <ddc/version.h>

#include <algorithm>
#include <stdexcept>

namespace gateway::bench_page {
namespace {

using namespace page;
using Json = nlohmann::ordered_json;

/// The columns of a distribution in the table of runs.
constexpr Percentile compared[] = {p50, p99, p99_9, p99_99, greatest};

campaign::RequirementTexts texts_of(const Bench& bench, const Log& log) {
    campaign::RequirementTexts texts;
    for (const BenchConfig& config : bench.configs) try {
            texts.merge(campaign::requirement_texts(config.text));
        } catch (const std::runtime_error& error) {  // of the YAML's parser
            log(config.name + ": " + error.what());
        }
    return texts;
}

const Distribution* distribution_of(const BenchRun& run, const std::string& key) {
    for (const Distribution& each : run.evidence.distributions)
        if (each.key == key) return &each;
    return nullptr;
}

std::string percentile_cell(const BenchRun& run, const std::string& key, Percentile percentile) {
    const Distribution* found = distribution_of(run, key);
    return number_cell(found == nullptr ? "\u2013"
                                        : microseconds_figure(found->values[percentile]));
}

std::string count_cell(const Json& json, const char* key) {
    return number_cell(count_figure(summaries::number_at(json, key)));
}

/// The finding with the worst sign, the first of them.
Finding headline_of(const std::vector<Finding>& findings) {
    return *std::max_element(
        findings.begin(), findings.end(),
        [](const Finding& one, const Finding& other) { return one.sign < other.sign; });
}

Finding headline_of(const std::vector<BenchRun>& runs) {
    const auto with = [&](Sign sign) {
        return std::count_if(runs.begin(), runs.end(), [sign](const BenchRun& run) {
            return worst_of(findings_of(run)) == sign;
        });
    };
    const std::string of_all = " of " + plural(runs.size(), "run");
    if (const auto bad = with(Sign::bad); bad > 0)
        return {Sign::bad, std::to_string(bad) + of_all + " failed."};
    if (const auto attention = with(Sign::attention); attention > 0)
        return {Sign::attention,
                std::to_string(attention) + of_all + " had missed periods, losses or warnings."};
    return {Sign::good,
            "All " + plural(runs.size(), "run") + " kept their periods, and nothing was lost."};
}

/// "realtime, interface basic, ended by duration, 60 s, started 2026-01-01T12:00:00Z"
std::string about(const BenchRun& run) {
    std::string text = summaries::text_at(run.summary, "name");
    const auto add = [&](const std::string& before, const std::string& word) {
        if (!word.empty()) text += (text.empty() ? "" : ", ") + before + word;
    };
    add("started ", run.evidence.started);
    add("", figure(summaries::number_at(run.summary, "sim_time_s")) + " s");
    add("ended by ", summaries::text_at(run.summary, "exit_reason"));
    return element("p", escaped(text), of_class("muted"));
}

/// All findings; with `headline` that one is first, and larger.
std::string finding_lines(const std::vector<Finding>& findings, bool has_headline) {
    const Finding headline = headline_of(findings);
    std::string lines = has_headline ? finding_line(headline, "verdict") : "";
    for (const Finding& each : findings)
        if (!has_headline || each.sentence != headline.sentence) lines += finding_line(each);
    return lines;
}

std::string title_of(const Bench& bench) {
    if (bench.runs.size() == 1) return "Realtime run " + bench.runs[0].name;
    if (bench.runs.empty()) return "Machine " + bench.machines[0].name;
    return plural(bench.runs.size(), "realtime run");
}

/// How many of the measured periods a machine holds; without any the worst finding.
Finding headline_of(const MeasuredMachine& machine) {
    const std::vector<Finding> findings = findings_of(machine);
    const auto count = [&](Sign sign) {
        return static_cast<std::uint64_t>(
            std::count_if(findings.begin(), findings.end(),
                          [sign](const Finding& each) { return each.sign == sign; }));
    };
    const std::uint64_t held = count(Sign::good), missed = count(Sign::bad);
    if (held + missed == 0) return headline_of(findings);
    return {missed > 0 ? Sign::bad : Sign::good,
            "The machine holds " + figure(held) + " of " + plural(held + missed, "period") + "."};
}

/// The verdict at the top: on all runs, with the findings about the only one, or on the first
/// machine.
std::string verdict_of(const Bench& bench) {
    if (bench.runs.size() > 1) return finding_line(headline_of(bench.runs), "verdict");
    if (bench.runs.size() == 1)
        return about(bench.runs[0]) + finding_lines(findings_of(bench.runs[0]), true);
    return finding_line(headline_of(bench.machines[0]), "verdict");
}

std::string header(const Bench& bench) {
    return element("section", element("h1", escaped(title_of(bench))) + verdict_of(bench)) + "\n";
}

/// The sum of counts; unknown ones are 0.
std::string sum_cell(const Json& summary, const Json& realtime) {
    double sum = 0;
    for (const double each :
         {summaries::number_at(summary, "losses"), summaries::number_at(realtime, "vehicle_losses"),
          summaries::number_at(realtime, "program_silences")})
        sum += each > 0 ? each : 0;
    return number_cell(count_figure(sum));
}

std::string compared_row(const BenchRun& run) {
    const Json& realtime = summaries::part_at(run.summary, "realtime");
    std::string cells = element("th", escaped(run.name)) +
                        cell(finding_words(headline_of(findings_of(run)))) +
                        number_cell(figure(summaries::number_at(run.summary, "sim_time_s")));
    for (const Percentile each : compared) cells += percentile_cell(run, "lateness_us", each);
    for (const char* key : {"answer_us", "round_trip_us"})
        cells += percentile_cell(run, key, p99_9);
    for (const char* key : {"overruns", "skipped"}) cells += count_cell(realtime, key);
    return row(cells + sum_cell(run.summary, realtime));
}

std::string comparison_section(const Bench& bench) {
    if (bench.runs.size() < 2) return {};
    std::string rows;
    for (const BenchRun& run : bench.runs) rows += compared_row(run);
    const std::string inside =
        table({"run", "verdict", "#time [s]", "#late: p50", "#p99", "#p99.9", "#p99.99", "#max",
               "#answer: p99.9", "#round trip: p99.9", "#overruns", "#skipped", "#losses"},
              rows);
    const std::string note =
        "Durations in us. Overruns: periods late by a period or more. Losses: of the vehicle and "
        "of the program, with its time-outs.";
    return section("Comparison", element("div", inside, of_class("dense")) +
                                     element("p", note, of_class("note")));
}

/// The section of a run. With several runs it has the findings, which else are at the top.
std::string run_section(const BenchRun& run, const campaign::RequirementTexts& texts,
                        bool is_only) {
    std::string inside = is_only ? "" : about(run) + finding_lines(findings_of(run), false);
    inside += part_with_title("Requirements", outcome_table(run.outcomes, texts)) +
              distribution_parts(run.evidence, run.outcomes) + loss_parts(run.summary) +
              granted_parts(run.evidence) +
              part_with_title("Machine", machine_table(run.evidence.machine));
    return section(is_only ? "Measurements" : escaped(run.name), inside);
}

std::string config_section(const BenchConfig& config) {
    return section("Configuration " + escaped(config.name), element("pre", escaped(config.text)));
}

std::string provenance_section(const Bench& bench) {
    std::string rows = fact("report written by", "ddc-gateway " DDC_VERSION);
    for (const auto& file : bench.files)
        rows += fact(escaped(file.string()),
                     figure(std::uint64_t{std::filesystem::file_size(file)}) + " bytes<br>" +
                         element("code", "SHA-256 " + digest_of_file(file)));
    return section("Versions and files", table_of_facts(rows));
}

}  // namespace

std::string page_of(const Bench& bench, const Log& log) {
    const campaign::RequirementTexts texts = texts_of(bench, log);
    std::string body = header(bench) + comparison_section(bench);
    for (const BenchRun& run : bench.runs) body += run_section(run, texts, bench.runs.size() == 1);
    for (const MeasuredMachine& machine : bench.machines) body += machine_section(machine);
    for (const BenchConfig& config : bench.configs) body += config_section(config);
    return document(title_of(bench), body + provenance_section(bench));
}

}  // namespace gateway::bench_page
