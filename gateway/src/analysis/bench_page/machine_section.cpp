// SPDX-License-Identifier: MIT
#include "machine_section.hpp"

#include "check/summary_json.hpp"
#include "distribution_charts.hpp"
#include "durations.hpp"
#include "page/markup.hpp"
#include "page/parts.hpp"
#include "realtime_parts.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace gateway::bench_page {
namespace {

using namespace page;
using Json = nlohmann::ordered_json;
using summaries::number_at;
using summaries::part_at;
using summaries::text_at;

constexpr std::size_t most_items = 50;

/// The items of a list, as far as a page shows them.
std::vector<Json> items_of(const Json& list) {
    std::vector<Json> items;
    if (list.is_array())
        for (std::size_t i = 0; i < std::min(list.size(), most_items); ++i)
            items.push_back(list[i]);
    return items;
}

std::string period_name(const Json& item) {
    return duration_name(1e6 * number_at(item, "period_s"));
}

bool is_true(const Json& json, const char* key) {
    const Json& value = part_at(json, key);
    return value.is_boolean() && value.get<bool>();
}

/// A share, rounded down: only all are "100 %".
std::string share_at(const Json& item, const char* key) {
    const double share = number_at(item, key);
    if (!(share >= 0 && share <= 1)) return "\u2013 %";
    return figure(std::floor(share * 10'000) / 100) + " %";
}

Finding verdict_on(const Json& item) {
    const std::string limit = duration_name(1e6 * number_at(item, "limit_s"));
    const std::string shares = share_at(item, "share") + " of " +
                               count_figure(number_at(item, "periods")) + " periods began within " +
                               limit + ", with load " + share_at(item, "loaded_share") + ".";
    if (is_true(item, "held")) return {Sign::good, "Holds " + period_name(item) + ": " + shares};
    const std::string why = text_at(item, "bottleneck");
    return {Sign::bad, "Does not hold " + period_name(item) + ": " + shares +
                           (why.empty() ? "" : " First bottleneck: " + why + ".")};
}

/// The lateness in an object of bench-machine, with another name.
std::optional<Distribution> named(const Json& times, const char* key, const std::string& name,
                                  const std::string& meaning) {
    std::optional<Distribution> found = distribution_at(times, key);
    if (!found) return found;
    found->name = name;
    found->meaning = meaning;
    return found;
}

void add_loop(const Json& loop, std::vector<Distribution>& all) {
    const std::string name = "lateness at " + period_name(loop);
    const double priority = number_at(loop, "priority");
    const std::string meaning =
        std::isnan(priority) ? "ordinary priority" : "priority " + count_figure(priority);
    for (const char* load : {"idle", "loaded"}) {
        const std::string with = load == std::string("loaded") ? ", with load" : "";
        if (auto found = named(part_at(loop, load), "lateness_us", name + with, meaning))
            all.push_back(std::move(*found));
    }
}

/// The lateness of each loop, and the round trips.
std::vector<Distribution> distributions_of(const MeasuredMachine& machine) {
    std::vector<Distribution> all;
    for (const Json& loop : items_of(part_at(machine.json, "loops"))) add_loop(loop, all);
    for (const auto& [key, name] :
         {std::pair{"futex", "futex round trip"}, std::pair{"udp", "UDP round trip"}})
        if (auto found = named(part_at(machine.json, key), "round_trip_us", name,
                               "between two processes and back"))
            all.push_back(std::move(*found));
    return all;
}

std::string effect_row(const Json& effect) {
    std::string cells = element("th", escaped(text_at(effect, "setting"))) +
                        cell(is_true(effect, "loaded") ? "with load" : "");
    for (const Percentile percentile : {p99, greatest})
        for (const char* side : {"without", "with"}) {
            const auto found = distribution_at(part_at(effect, side), "lateness_us");
            cells += number_cell(found ? microseconds_figure(found->values[percentile]) : "\u2013");
        }
    return row(cells);
}

std::string effects_table(const Json& effects) {
    std::string rows;
    for (const Json& each : items_of(effects)) rows += effect_row(each);
    if (rows.empty()) return rows;
    return element(
        "div",
        table({"setting", "", "#p99 without [us]", "#p99 with", "#max without", "#max with"}, rows),
        of_class("dense"));
}

std::string clock_line(const Json& clock) {
    if (!clock.is_object()) return {};
    return element("p",
                   "Clock " + escaped(text_at(clock, "source")) + ": resolution " +
                       figure(number_at(clock, "resolution_ns")) + " ns, " +
                       figure(number_at(clock, "read_ns")) + " ns to read it.",
                   of_class("note"));
}

}  // namespace

std::vector<Finding> findings_of(const MeasuredMachine& machine) {
    std::vector<Finding> findings;
    for (const Json& each : items_of(part_at(machine.json, "verdicts")))
        findings.push_back(verdict_on(each));
    if (findings.empty()) findings.push_back({Sign::attention, "No period was measured."});
    if (is_true(machine.json, "interrupted"))
        findings.push_back({Sign::attention, "The measurement was interrupted."});
    return findings;
}

std::string machine_section(const MeasuredMachine& machine) {
    std::string inside;
    for (const Finding& each : findings_of(machine)) inside += finding_line(each);
    const std::vector<Distribution> distributions = distributions_of(machine);
    inside +=
        part_with_title("Properties", machine_table(machine_facts_of(machine.json["facts"]))) +
        percentile_parts(distributions, {}) +
        part_with_title("Effect of settings", effects_table(part_at(machine.json, "effects"))) +
        clock_line(part_at(machine.json, "clock"));
    return section("Machine " + escaped(machine.name), inside);
}

}  // namespace gateway::bench_page
