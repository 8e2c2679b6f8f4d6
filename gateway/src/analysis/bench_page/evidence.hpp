// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// Pages that show whether a machine, a configuration and a connection meet their deadlines.
namespace gateway::bench_page {

/// The percentiles of a distribution, in the order of the columns of a table.
enum Percentile : std::size_t { p50, p90, p99, p99_9, p99_99, p99_999, greatest };
constexpr std::size_t percentile_count = 7;
/// In us; NaN: unknown.
using PercentileValues = std::array<double, percentile_count>;

/// Values between the edge of the previous bucket and this one.
struct Bucket {
    double upper_us = 0;
    double count = 0;
};

/// The percentiles of the values in one minute.
struct MinuteValues {
    double t_s = 0;  ///< simulated time of its start
    PercentileValues values{};
};

/// A measured duration of a realtime run.
struct Distribution {
    std::string key;      ///< in the summary: "lateness_us"
    std::string name;     ///< "lateness"
    std::string meaning;  ///< what was measured
    PercentileValues values{};
    double max_at_s = 0;  ///< simulated time of the maximum; NaN: unknown
    double count = 0;     ///< number of values; NaN: unknown
    std::vector<Bucket> buckets;
    std::vector<MinuteValues> minutes;
};

/// What the thread of the loop did in a window, from the counters of the system.
struct ThreadUse {
    double duration_s = 0;
    double voluntary_switches = 0, involuntary_switches = 0;
    double minor_faults = 0, major_faults = 0;
    double run_us = 0, wait_us = 0;
};

/// One duration within each period of a window.
struct Phase {
    std::string name;
    std::vector<double> values_us;
};

/// The periods around one of the latest.
struct Window {
    double t_s = 0, lateness_us = 0;  ///< of the latest period
    std::optional<ThreadUse> thread;
    std::vector<double> times_s, latenesses_us;
    std::vector<Phase> phases;  ///< without the sleep until the deadline
};

/// A setting that was requested of the system.
struct Grant {
    std::string name, requested, granted, advice;
};

/// A property of the machine. Texts are empty if unknown.
struct MachineFact {
    std::string name, found, wanted, advice;
    std::string rating;  ///< "good", "poor" or "unknown"
};

/// The part `realtime` of a summary. Everything in it is bounded, and every number is finite or
/// NaN.
struct Evidence {
    std::string started;  ///< UTC
    std::vector<Distribution> distributions;
    std::vector<Window> worst;  ///< the worst one first
    std::vector<Grant> granted;
    std::vector<std::string> warnings;
    std::vector<MachineFact> machine;
};

/// Reads the part `realtime` of a summary. Values of a wrong type are left out.
Evidence evidence_of(const nlohmann::ordered_json& summary);

/// A distribution. @param key its key in `json`
/// @return nothing if it is missing or not an object
std::optional<Distribution> distribution_at(const nlohmann::ordered_json& json,
                                            const std::string& key);

/// The properties of a machine in a list of `name`, `found`, `wanted` and `advice`.
std::vector<MachineFact> machine_facts_of(const nlohmann::ordered_json& list);

}  // namespace gateway::bench_page
