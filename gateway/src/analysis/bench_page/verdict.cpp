// SPDX-License-Identifier: MIT
#include "verdict.hpp"

#include "check/outcome_table.hpp"
#include "check/summary_json.hpp"
#include "durations.hpp"
#include "page/markup.hpp"
#include "page/parts.hpp"

#include <algorithm>

namespace gateway::bench_page {
namespace {

using Json = nlohmann::ordered_json;
using requirement::Outcome;
using requirement::Verdict;

/// A count; 0 if it is unknown.
double count_at(const Json& json, const char* key) {
    const double value = summaries::number_at(json, key);
    return value > 0 ? value : 0;
}

/// "1 period", "2 periods".
std::string counted(double count, const std::string& word) {
    return count_figure(count) + " " + word + (count == 1 ? "" : "s");
}

/// Adds a part of a sentence.
void add_to(const std::string& part, std::string& text) {
    text += (text.empty() ? "" : ", ") + part;
}

void add_times(const std::string& event, double times, std::string& text) {
    if (times > 0) add_to(event + (times == 1 ? " once" : " " + counted(times, "time")), text);
}

std::string sentence(std::string text) {
    if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text + ".";
}

Finding of_requirements(const std::vector<Outcome>& outcomes) {
    const std::size_t failed = count(outcomes, Verdict::fail),
                      errors = count(outcomes, Verdict::error);
    const std::string of_all =
        " of " + counted(static_cast<double>(outcomes.size()), "requirement");
    if (failed > 0) return {Sign::bad, std::to_string(failed) + of_all + " failed."};
    if (errors > 0)
        return {Sign::bad, std::to_string(errors) + of_all + " could not be evaluated."};
    return {Sign::good, "All requirements were met."};
}

Finding of_periods(const Json& realtime) {
    const double late = count_at(realtime, "overruns"), skipped = count_at(realtime, "skipped");
    if (late + skipped == 0)
        return {Sign::good, "No period began late by a period or more, and none was skipped."};
    return {Sign::attention, counted(late, "period") + " began late by a period or more, " +
                                 counted(skipped, "deadline") + " " +
                                 (skipped == 1 ? "was" : "were") + " skipped."};
}

Finding of_losses(const Json& summary, const Json& realtime) {
    const double vehicle = count_at(realtime, "vehicle_losses"),
                 silences = count_at(realtime, "program_silences"),
                 program = count_at(summary, "losses"),
                 rejected = count_at(realtime, "rejected_outputs");
    const double failsafe_s = count_at(summary, "failsafe_s");
    if (vehicle + silences + program + rejected == 0)
        return {Sign::good, "Neither the vehicle nor the program was lost."};
    std::string text;
    add_times("the vehicle was lost", vehicle, text);
    add_times("the program was lost", program, text);
    add_times("the program timed out", silences, text);
    if (rejected > 0) add_to(counted(rejected, "period") + " had rejected outputs", text);
    return {Sign::attention,
            sentence(text) + " In total " + page::figure(failsafe_s) + " s in fail-safe."};
}

void add_of_connection(const Json& link, std::vector<Finding>& findings) {
    std::string text;
    add_times("the vehicle ignored CMDs", count_at(link, "cmd_ignored"), text);
    const double lost = count_at(link, "state_lost"), late = count_at(link, "late_states");
    if (lost > 0) add_to(counted(lost, "STATE") + " did not arrive", text);
    if (late > 0) add_to(counted(late, "STATE") + " had a lag above the limit", text);
    if (!text.empty()) findings.push_back({Sign::attention, sentence(text)});
}

void add_of_system(const Evidence& evidence, std::vector<Finding>& findings) {
    const auto refused = std::count_if(evidence.granted.begin(), evidence.granted.end(),
                                       [](const Grant& each) { return !each.advice.empty(); });
    const auto warnings = static_cast<double>(evidence.warnings.size());
    if (refused > 0)
        findings.push_back({Sign::attention, counted(static_cast<double>(refused), "setting") +
                                                 (refused == 1 ? " was" : " were") +
                                                 " not granted as requested."});
    if (warnings > 0)
        findings.push_back({Sign::attention, counted(warnings, "warning") + " on the settings."});
}

const char* kind_of(Sign sign) {
    if (sign == Sign::good) return "is-pass";
    return sign == Sign::bad ? "is-fail" : "is-error";
}

const char* mark_of(Sign sign) {
    if (sign == Sign::good) return "\u25cf ";
    return sign == Sign::bad ? "\u2715 " : "\u25b2 ";
}

}  // namespace

std::vector<Finding> findings_of(const BenchRun& run) {
    const Json& summary = run.summary;
    const Json& realtime = summaries::part_at(summary, "realtime");
    std::vector<Finding> findings;
    const std::string error = summaries::text_at(summary, "error");
    if (!error.empty()) findings.push_back({Sign::bad, "The run ended with an error: " + error});
    if (!run.outcomes.empty()) findings.push_back(of_requirements(run.outcomes));
    if (!realtime.is_object() || realtime.empty()) {
        findings.push_back({Sign::bad, "The run has no numbers of realtime mode."});
        return findings;
    }
    findings.push_back(of_periods(realtime));
    findings.push_back(of_losses(summary, realtime));
    add_of_connection(summaries::part_at(realtime, "vds1"), findings);
    add_of_system(run.evidence, findings);
    if (run.outcomes.empty()) findings.push_back({Sign::good, "No requirement was evaluated."});
    return findings;
}

Sign worst_of(const std::vector<Finding>& findings) {
    Sign worst = Sign::good;
    for (const Finding& each : findings) worst = std::max(worst, each.sign);
    return worst;
}

std::string finding_line(const Finding& finding, const std::string& kind) {
    return page::element("p", finding_words(finding), kind.empty() ? "" : page::of_class(kind));
}

std::string finding_words(const Finding& finding) {
    return page::element("span", mark_of(finding.sign) + page::escaped(finding.sentence),
                         page::of_class(kind_of(finding.sign)));
}

}  // namespace gateway::bench_page
