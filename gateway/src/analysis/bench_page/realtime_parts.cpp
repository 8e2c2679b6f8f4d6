// SPDX-License-Identifier: MIT
#include "realtime_parts.hpp"

#include "check/summary_json.hpp"
#include "distribution_charts.hpp"
#include "durations.hpp"
#include "page/markup.hpp"
#include "page/parts.hpp"
#include "worst_charts.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace gateway::bench_page {
namespace {

using namespace page;
using Json = nlohmann::ordered_json;
using requirement::Outcome;
using summaries::part_at;

/// A count of a summary and its meaning.
struct CountText {
    const char* key;
    const char* text;
};

constexpr CountText run_counts[] = {
    {"losses", "losses of the program"},
    {"missed_inputs", "periods whose inputs were not written"},
};
constexpr CountText realtime_counts[] = {
    {"overruns", "periods late by a period or more"},
    {"skipped", "skipped deadlines"},
    {"pauses", "pauses"},
    {"program_silences", "time-outs of the program"},
    {"vehicle_losses", "losses of the vehicle"},
    {"rejected_outputs", "periods with rejected outputs"},
    {"unexamined_periods", "periods missing in minutes and worst moments"},
};
constexpr CountText link_counts[] = {
    {"cmd_sent", "CMDs sent"},
    {"cmd_ignored", "times that the vehicle ignored CMDs"},
    {"state_taken", "STATEs accepted"},
    {"state_lost", "STATEs lost"},
    {"state_reordered", "STATEs out of order"},
    {"state_duplicates", "duplicate STATEs"},
    {"state_refused", "rejected STATEs"},
    {"state_not_ours", "STATEs of other vehicles"},
    {"late_states", "STATEs with a lag above the limit"},
    {"round_trips", "measured round trips"},
};

template <std::size_t size>
std::string count_rows(const Json& json, const CountText (&counts)[size]) {
    std::string rows;
    for (const CountText& count : counts) {
        const double value = summaries::number_at(json, count.key);
        if (!std::isnan(value)) rows += row(cell(count.text) + number_cell(count_figure(value)));
    }
    return rows;
}

std::string number_row(const Json& json, const char* key, const char* text) {
    const double value = summaries::number_at(json, key);
    return std::isnan(value) ? "" : row(cell(text) + number_cell(figure(value)));
}

std::string percentile_row(const Distribution& each) {
    const std::string what = element("strong", escaped(each.name)) + "<br>" +
                             element("span", escaped(each.meaning), of_class("muted"));
    std::string cells = element("td", what, of_class("name"));
    for (const double value : each.values) cells += number_cell(microseconds_figure(value));
    return row(cells + number_cell(seconds_figure(each.max_at_s)) +
               number_cell(count_figure(each.count)));
}

std::string percentile_table(const std::vector<Distribution>& distributions) {
    std::string rows;
    for (const Distribution& each : distributions) rows += percentile_row(each);
    const std::string inside = table({"duration [us]", "#p50", "#p90", "#p99", "#p99.9", "#p99.99",
                                      "#p99.999", "#max", "#max at [s]", "#values"},
                                     rows);
    return element("div", inside, of_class("dense"));
}

std::string histograms(const std::vector<Distribution>& distributions,
                       const std::vector<Outcome>& outcomes) {
    std::string figures;
    for (const Distribution& each : distributions)
        figures += histogram_figure(each, limits_on(each, outcomes));
    return figures.empty() ? figures : element("div", figures, of_class("plots"));
}

std::string minutes(const std::vector<Distribution>& distributions) {
    std::string figures;
    for (const Distribution& each : distributions) figures += minutes_figure(each);
    return figures.empty() ? figures : element("div", figures, of_class("plots"));
}

std::string grant_row(const Grant& grant) {
    return row(element("th", escaped(grant.name)) + cell(escaped(grant.requested)) +
               cell(escaped(grant.granted)) + cell(escaped(grant.advice)));
}

/// The mark of a property that is not as a realtime loop needs it, or is.
std::string rating_mark(const MachineFact& fact) {
    if (fact.rating == "poor" || !fact.advice.empty())
        return element("span", "\u25b2", of_class("is-error"));
    return fact.rating == "good" ? element("span", "\u25cf", of_class("is-pass")) : "";
}

std::string fact_row(const MachineFact& fact) {
    return row(element("th", escaped(fact.name)) + cell(rating_mark(fact)) +
               element("td", escaped(fact.found), of_class("path")) + cell(escaped(fact.wanted)) +
               element("td", escaped(fact.advice), of_class("path")));
}

std::string link_table(const Json& link) {
    const std::string rows =
        count_rows(link, link_counts) +
        number_row(link, "clock_offset_s", "offset of the vehicle's clock [s]") +
        number_row(link, "clock_drift_ppm", "drift of the vehicle's clock [ppm]");
    return rows.empty() ? rows : table({"connection by VDS1", "#"}, rows);
}

std::string loss_table(const Json& summary) {
    const std::string rows = count_rows(part_at(summary, "realtime"), realtime_counts) +
                             count_rows(summary, run_counts) +
                             number_row(summary, "failsafe_s", "fail-safe [s]");
    return rows.empty() ? rows : table({"missed periods and losses", "#"}, rows);
}

}  // namespace

std::string part_with_title(const std::string& title, const std::string& inside) {
    return inside.empty() ? inside : element("h3", title) + inside;
}

std::string percentile_parts(const std::vector<Distribution>& distributions,
                             const std::vector<Outcome>& outcomes) {
    if (distributions.empty()) return {};
    return part_with_title("Percentiles", percentile_table(distributions)) +
           part_with_title("Distributions", histograms(distributions, outcomes));
}

std::string distribution_parts(const Evidence& evidence, const std::vector<Outcome>& outcomes) {
    return percentile_parts(evidence.distributions, outcomes) +
           part_with_title("Over the run", minutes(evidence.distributions)) +
           part_with_title("Worst moments", worst_charts(evidence.worst));
}

std::string loss_parts(const Json& summary) {
    const std::string tables =
        loss_table(summary) + link_table(part_at(part_at(summary, "realtime"), "vds1"));
    return part_with_title(
        "Losses and connection",
        tables.empty() ? tables : element("div", tables, of_class("plots dense")));
}

std::string granted_parts(const Evidence& evidence) {
    std::string rows, warnings;
    for (const Grant& each : evidence.granted) rows += grant_row(each);
    for (const std::string& each : evidence.warnings)
        warnings += element("p", "\u25b2 " + escaped(each), of_class("is-error"));
    if (!rows.empty()) rows = table({"setting", "requested", "granted", "how to change it"}, rows);
    return part_with_title("Granted by the system", warnings + rows);
}

std::string machine_table(const std::vector<MachineFact>& facts) {
    std::string rows;
    for (const MachineFact& each : facts) rows += fact_row(each);
    if (rows.empty()) return rows;
    return element("div", table({"property", "", "found", "wanted", "how to change it"}, rows),
                   of_class("dense"));
}

std::string realtime_section(const Json& summary) {
    const Evidence evidence = evidence_of(summary);
    if (evidence.distributions.empty()) return {};
    const std::string name = summaries::text_at(summary, "name");
    return section("Real time" + (name.empty() ? "" : " of " + escaped(name)),
                   distribution_parts(evidence, summaries::outcomes_of(summary)) +
                       loss_parts(summary) + granted_parts(evidence) +
                       part_with_title("Machine", machine_table(evidence.machine)));
}

}  // namespace gateway::bench_page
