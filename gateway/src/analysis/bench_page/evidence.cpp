// SPDX-License-Identifier: MIT
#include "evidence.hpp"

#include "check/summary_json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gateway::bench_page {
namespace {

using Json = nlohmann::ordered_json;
using summaries::part_at;
using summaries::text_at;

constexpr std::size_t most_buckets = 4096, most_minutes = 1440, most_windows = 10;
constexpr std::size_t most_periods = 5000, most_phases = 8, most_rows = 200;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
/// Larger numbers count as unknown.
constexpr double largest = 1e15, largest_s = 1e9;

constexpr const char* percentile_keys[percentile_count] = {"p50",    "p90",     "p99", "p99_9",
                                                           "p99_99", "p99_999", "max"};

struct Quantity {
    const char* key;
    const char* name;
    const char* meaning;
};

constexpr Quantity quantities[] = {
    {"lateness_us", "lateness", "from the deadline of a period to its start"},
    {"answer_us", "program's answer", "from the inputs of a period to the program's outputs"},
    {"output_age_us", "age of outputs", "of the program's outputs when they were used"},
    {"state_age_us", "age of STATE", "of the vehicle's newest STATE when it was used"},
    {"round_trip_us", "round trip", "from a new command to the first STATE that reports it"},
    {"command_to_act_us", "command to act", "from the program's outputs to the CMD with them"},
    {"lag_us", "lag of STATE", "on its way from the vehicle, above the shortest"},
};

struct PhaseName {
    const char* key;
    const char* name;
};

constexpr PhaseName phase_names[] = {
    {"inputs_us", "inputs"},   {"wait_us", "wait for the program"}, {"read_us", "outputs"},
    {"convert_us", "convert"}, {"observers_us", "observers"},       {"act_us", "act"},
    {"vehicle_us", "vehicle"},
};

std::size_t bounded(const Json& list, std::size_t most) {
    return list.is_array() ? std::min(list.size(), most) : 0;
}

double number_of(const Json& json) {
    const double number = json.is_number() ? json.get<double>() : unknown;
    return std::abs(number) <= largest ? number : unknown;
}

double bounded_number_at(const Json& json, const char* key) {
    return number_of(part_at(json, key));
}

double number_in(const Json& list, std::size_t index) {
    return index < list.size() ? number_of(list[index]) : unknown;
}

PercentileValues percentiles_of(const Json& json) {
    PercentileValues values;
    for (std::size_t i = 0; i < percentile_count; ++i)
        values[i] = bounded_number_at(json, percentile_keys[i]);
    return values;
}

std::vector<Bucket> buckets_of(const Json& list) {
    std::vector<Bucket> buckets;
    for (std::size_t i = 0; i < bounded(list, most_buckets); ++i) {
        if (!list[i].is_array()) continue;
        const Bucket bucket{number_in(list[i], 0), number_in(list[i], 1)};
        if (bucket.upper_us >= 0 && bucket.count > 0) buckets.push_back(bucket);
    }
    return buckets;
}

std::vector<MinuteValues> minutes_of(const Json& list, const char* key) {
    std::vector<MinuteValues> minutes;
    for (std::size_t i = 0; i < bounded(list, most_minutes); ++i) {
        const double t_s = bounded_number_at(list[i], "t_s");
        const bool is_next = minutes.empty() || t_s > minutes.back().t_s;
        if (std::abs(t_s) <= largest_s && is_next && part_at(list[i], key).is_object())
            minutes.push_back({t_s, percentiles_of(part_at(list[i], key))});
    }
    return minutes;
}

std::optional<ThreadUse> thread_use_of(const Json& json) {
    if (!json.is_object()) return std::nullopt;
    ThreadUse use;
    use.duration_s = bounded_number_at(json, "duration_s");
    use.voluntary_switches = bounded_number_at(json, "voluntary_switches");
    use.involuntary_switches = bounded_number_at(json, "involuntary_switches");
    use.minor_faults = bounded_number_at(json, "minor_faults");
    use.major_faults = bounded_number_at(json, "major_faults");
    use.run_us = bounded_number_at(json, "run_us");
    use.wait_us = bounded_number_at(json, "wait_us");
    return use;
}

std::vector<double> column_of(const Json& periods, std::size_t column) {
    std::vector<double> values;
    for (std::size_t i = 0; i < bounded(periods, most_periods); ++i)
        values.push_back(periods[i].is_array() ? number_in(periods[i], column) : unknown);
    return values;
}

void take_column(const std::string& key, std::vector<double> values, Window& window) {
    if (key == "t_s") window.times_s = std::move(values);
    if (key == "lateness_us") window.latenesses_us = std::move(values);
    for (const PhaseName& phase : phase_names)
        if (key == phase.key && window.phases.size() < most_phases)
            window.phases.push_back({phase.name, std::move(values)});
}

Window window_of(const Json& json) {
    Window window;
    window.t_s = bounded_number_at(json, "t_s");
    window.lateness_us = bounded_number_at(json, "lateness_us");
    window.thread = thread_use_of(part_at(json, "thread"));
    const Json& columns = part_at(json, "columns");
    for (std::size_t i = 0; i < bounded(columns, 32); ++i)
        if (columns[i].is_string())
            take_column(columns[i].get<std::string>(), column_of(part_at(json, "periods"), i),
                        window);
    return window;
}

std::vector<Grant> grants_of(const Json& list) {
    std::vector<Grant> grants;
    for (std::size_t i = 0; i < bounded(list, most_rows); ++i)
        grants.push_back({text_at(list[i], "name"), text_at(list[i], "requested"),
                          text_at(list[i], "granted"), text_at(list[i], "advice")});
    return grants;
}

std::vector<std::string> texts_of(const Json& list) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < bounded(list, most_rows); ++i)
        if (list[i].is_string()) texts.push_back(list[i].get<std::string>());
    return texts;
}

/// The distributions of a realtime run in the order of the table, with their minutes.
std::vector<Distribution> distributions_of(const Json& realtime) {
    std::vector<Distribution> found;
    for (const Quantity& quantity : quantities) {
        auto distribution = distribution_at(realtime, quantity.key);
        if (!distribution) distribution = distribution_at(part_at(realtime, "vds1"), quantity.key);
        if (!distribution) continue;
        distribution->minutes = minutes_of(part_at(realtime, "per_minute"), quantity.key);
        found.push_back(std::move(*distribution));
    }
    return found;
}

}  // namespace

std::optional<Distribution> distribution_at(const Json& json, const std::string& key) {
    const Json& found = part_at(json, key.c_str());
    if (!found.is_object()) return std::nullopt;
    Distribution distribution;
    distribution.key = distribution.name = key;
    for (const Quantity& quantity : quantities)
        if (key == quantity.key) {
            distribution.name = quantity.name;
            distribution.meaning = quantity.meaning;
        }
    distribution.values = percentiles_of(found);
    distribution.max_at_s = bounded_number_at(found, "max_at_s");
    distribution.count = bounded_number_at(found, "count");
    distribution.buckets = buckets_of(part_at(found, "buckets"));
    return distribution;
}

std::vector<MachineFact> machine_facts_of(const Json& list) {
    std::vector<MachineFact> facts;
    for (std::size_t i = 0; i < bounded(list, most_rows); ++i)
        facts.push_back({text_at(list[i], "name"), text_at(list[i], "found"),
                         text_at(list[i], "wanted"), text_at(list[i], "advice"),
                         text_at(list[i], "rating")});
    return facts;
}

Evidence evidence_of(const Json& summary) {
    const Json& realtime = part_at(summary, "realtime");
    Evidence evidence;
    if (!realtime.is_object()) return evidence;
    evidence.started = text_at(realtime, "started");
    evidence.distributions = distributions_of(realtime);
    const Json& worst = part_at(realtime, "worst");
    for (std::size_t i = 0; i < bounded(worst, most_windows); ++i)
        evidence.worst.push_back(window_of(worst[i]));
    evidence.granted = grants_of(part_at(realtime, "granted"));
    evidence.warnings = texts_of(part_at(realtime, "warnings"));
    evidence.machine = machine_facts_of(part_at(realtime, "machine"));
    return evidence;
}

}  // namespace gateway::bench_page
