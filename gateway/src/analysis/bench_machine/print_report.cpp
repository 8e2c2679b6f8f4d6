// SPDX-License-Identifier: MIT
#include "bench_report.hpp"

#include "text/text.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>

namespace gateway::machine {
namespace {

using std::chrono::nanoseconds;

constexpr std::size_t bar_width = 24;

std::string p99(const LoopTimes& times) {
    return time_text(times.lateness.percentile(0.99));
}

std::string text_of(const Effect& effect) {
    return fmt::format("measured{}: p99 {} with {}, {} without",
                       effect.has_load ? " with load" : "", p99(effect.with), effect.setting,
                       p99(effect.without));
}

void print_detail(const std::string& text, std::ostream& out) {
    out << fmt::format("{:24}{}\n", "", text);
}

/// The effects of a fact, or with an empty name those that belong to none.
void print_effects(const BenchReport& report, const std::string& fact, std::ostream& out) {
    if (!report.bench) return;
    for (const Effect& effect : report.bench->effects)
        if (effect.fact == fact) print_detail(text_of(effect), out);
}

void print_facts(const BenchReport& report, std::ostream& out) {
    out << fmt::format("{:23} {:33} {}\n", "fact", "found", "wanted");
    for (const Fact& fact : report.facts) {
        out << trimmed(fmt::format("{:23} {:33} {}", fact.name, fact.found, fact.wanted), " ")
            << '\n';
        if (!fact.advice.empty()) print_detail("to change it: " + fact.advice, out);
        print_effects(report, fact.name, out);
    }
}

/// The upper edges of the rows: 1, 2, 5, 10, ... us, up to 10 s.
std::vector<nanoseconds> row_edges() {
    std::vector<nanoseconds> edges;
    for (std::int64_t decade = 1000; decade <= 10'000'000'000; decade *= 10)
        for (const int step : {1, 2, 5}) edges.emplace_back(step * decade);
    return edges;
}

/// The count of each row, the last one with all that is above.
std::vector<std::uint64_t> rows_of(const Histogram& values, const std::vector<nanoseconds>& edges) {
    std::vector<std::uint64_t> rows(edges.size());
    values.for_each([&](nanoseconds edge, std::uint64_t count) {
        const auto row = std::lower_bound(edges.begin(), edges.end() - 1, edge);
        rows[static_cast<std::size_t>(row - edges.begin())] += count;
    });
    return rows;
}

/// A bar with the logarithm of a count, up to that of the largest one.
std::string bar(std::uint64_t count, std::uint64_t largest) {
    if (count == 0) return {};
    const double share =
        std::log(1 + static_cast<double>(count)) / std::log(1 + static_cast<double>(largest));
    return std::string(static_cast<std::size_t>(std::ceil(share * bar_width)), '#');
}

void print_histogram(const LoopBench& loop, std::ostream& out) {
    const auto edges = row_edges();
    const std::array<std::vector<std::uint64_t>, 2> columns{rows_of(loop.idle.lateness, edges),
                                                            rows_of(loop.loaded.lateness, edges)};
    const std::uint64_t largest =
        std::max(loop.idle.lateness.count(), loop.loaded.lateness.count());
    const auto is_used = [&](std::size_t row) { return columns[0][row] + columns[1][row] > 0; };
    std::size_t first = 0, last = edges.size();
    while (first < last && !is_used(first)) ++first;
    while (last > first && !is_used(last - 1)) --last;
    out << fmt::format("\n{:<14}{:<{}}{}\n", "late up to", "period " + time_text(loop.setup.period),
                       bar_width + 10, "with load (bars: logarithm of the count)");
    for (std::size_t row = first; row < last; ++row)
        out << trimmed(fmt::format("{:>10}    {:<{}} {:>7}  {:<{}} {:>7}", time_text(edges[row]),
                                   bar(columns[0][row], largest), bar_width, columns[0][row],
                                   bar(columns[1][row], largest), bar_width, columns[1][row]),
                       "\n")
            << '\n';
}

std::string percentiles(const Histogram& values) {
    return fmt::format("p50 {}, p99 {}, p99.9 {}, max {}", time_text(values.percentile(0.5)),
                       time_text(values.percentile(0.99)), time_text(values.percentile(0.999)),
                       time_text(values.max()));
}

void print_times(const char* name, const LoopTimes& times, std::ostream& out) {
    if (!times.is_measured()) return;
    out << fmt::format("{:14}{}; {} of {} a period late\n", name, percentiles(times.lateness),
                       times.overruns, times.lateness.count());
}

void print_trips(const char* name, const RoundTrips& trips, std::ostream& out) {
    if (trips.times.count() == 0) return;
    out << fmt::format("{:24}{}", name, percentiles(trips.times));
    if (trips.lost > 0) out << fmt::format("; {} without an answer", trips.lost);
    out << '\n';
}

void print_bench(const BenchReport& report, std::ostream& out) {
    const MachineBench& bench = *report.bench;
    for (const Effect& effect : bench.effects)
        if (std::none_of(report.facts.begin(), report.facts.end(),
                         [&](const Fact& fact) { return fact.name == effect.fact; }))
            out << fmt::format("{:24}{}\n", effect.fact, text_of(effect));
    for (const LoopBench& loop : bench.loops) {
        if (!loop.idle.is_measured()) continue;
        print_histogram(loop, out);
        print_times("lateness", loop.idle, out);
        print_times("with load", loop.loaded, out);
        for (const std::string& denied : loop.idle.denied) out << denied << '\n';
    }
    out << fmt::format("\n{:24}resolution {} ns, {:.1f} ns to read it\n", "clock",
                       bench.clock.resolution.count(), bench.clock.read_ns);
    print_trips("futex round trip", bench.futex, out);
    print_trips("UDP round trip", bench.udp, out);
    if (!report.verdicts.empty()) out << '\n';
    for (const PeriodVerdict& verdict : report.verdicts) out << text_of(verdict) << '\n';
}

}  // namespace

bool BenchReport::is_held() const {
    return bench && !verdicts.empty() && verdicts.size() == bench->loops.size() &&
           std::all_of(verdicts.begin(), verdicts.end(),
                       [](const PeriodVerdict& verdict) { return verdict.is_held; });
}

void print(const BenchReport& report, std::ostream& out) {
    print_facts(report, out);
    if (report.bench) print_bench(report, out);
}

}  // namespace gateway::machine
