// SPDX-License-Identifier: MIT
#include "distribution_charts.hpp"

#include "durations.hpp"
#include "page/curve_plot.hpp"
#include "page/markup.hpp"
#include "page/parts.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace gateway::bench_page {
namespace {

using namespace page;

/// Durations below this are drawn at the low end, in us.
constexpr double least_us = 0.1, largest_us = 1e12;
/// The bars of a histogram in an octave; the other number is for a narrow one.
constexpr int wide_bars = 6, narrow_bars = 12;
constexpr double narrow_octaves = 3;
/// A bucket is at most a 32nd of its upper edge wide; this is within it.
constexpr double within_bucket = 0.985;
constexpr double minute_s = 60;

struct MinuteLine {
    Percentile percentile;
    const char* name;
};
constexpr MinuteLine minute_lines[] = {
    {greatest, "max"}, {p99_9, "p99.9"}, {p99, "p99"}, {p50, "p50"}};

double bounded_us(double us) {
    return std::clamp(us, least_us, largest_us);
}

/// A logarithmic axis of durations, at least from low to high, with room at both ends.
Axis duration_axis(double low_us, double high_us) {
    const double low = bounded_us(low_us), high = bounded_us(high_us);
    return with_duration_names(logarithmic_axis(low / 1.3, std::max(high, 2 * low) * 1.3));
}

Axis count_axis(double most) {
    constexpr double below_one = 0.7;
    return with_count_names(logarithmic_axis(below_one, std::clamp(2 * most, 10.0, 1e15)));
}

/// The counts of the bars of a histogram.
struct Bars {
    int per_octave = wide_bars;
    std::map<int, double> counts;  ///< by the number of the bar

    double edge(int bar) const { return std::exp2(static_cast<double>(bar) / per_octave); }
    double low_us() const { return edge(counts.begin()->first); }
    double high_us() const { return edge(counts.rbegin()->first + 1); }
    double most() const;
};

double Bars::most() const {
    double most = 1;
    for (const auto& [bar, count] : counts) most = std::max(most, count);
    return most;
}

double octave_of(const Bucket& bucket) {
    return std::log2(bounded_us(within_bucket * bucket.upper_us));
}

Bars bars_of(const std::vector<Bucket>& buckets) {
    Bars bars;
    if (buckets.empty()) return bars;
    const auto [low, high] = std::minmax_element(
        buckets.begin(), buckets.end(),
        [](const Bucket& one, const Bucket& other) { return one.upper_us < other.upper_us; });
    if (octave_of(*high) - octave_of(*low) < narrow_octaves) bars.per_octave = narrow_bars;
    for (const Bucket& bucket : buckets)
        bars.counts[static_cast<int>(std::floor(bars.per_octave * octave_of(bucket)))] +=
            bucket.count;
    return bars;
}

PlotLine area_over(const Bars& bars) {
    PlotLine area{area_kind(0), {}, true, true};
    for (const auto& [bar, count] : bars.counts) {
        area.points.emplace_back(bars.edge(bar), count);
        if (bars.counts.count(bar + 1) == 0) area.points.emplace_back(bars.edge(bar + 1), 0);
    }
    return area;
}

std::string histogram_caption(const Distribution& distribution,
                              const std::vector<DistributionLimit>& limits) {
    const PercentileValues& values = distribution.values;
    std::string text = element("strong", escaped(distribution.name)) + "<br>p50 " +
                       duration_name(values[p50]) + ", p99 " + duration_name(values[p99]) +
                       ", max " + duration_name(values[greatest]);
    for (const DistributionLimit& limit : limits)
        text += "<br>" + legend_item("bound", "limit of " + limit.requirement + ": " +
                                                  duration_name(limit.us));
    return text;
}

/// The values of one percentile; each holds for a minute. Gaps between minutes stay empty.
void add_minute_lines(const Distribution& distribution, Percentile percentile,
                      const std::string& kind, double unit_s, CurvePlot& plot) {
    PlotLine line{kind, {}, true};
    double end_s = 0;
    const auto close = [&] {
        if (line.points.empty()) return;
        line.points.emplace_back(end_s / unit_s, line.points.back().second);
        plot.lines.push_back(line);
        line.points.clear();
    };
    for (const MinuteValues& minute : distribution.minutes) {
        if (minute.t_s > end_s * 1.001) close();
        if (std::isnan(minute.values[percentile])) continue;
        line.points.emplace_back(minute.t_s / unit_s, bounded_us(minute.values[percentile]));
        end_s = minute.t_s + minute_s;
    }
    close();
}

/// A logarithmic axis for all drawn percentiles of all minutes.
Axis axis_of_minutes(const Distribution& distribution) {
    double low = largest_us, high = least_us;
    for (const MinuteValues& minute : distribution.minutes)
        for (const MinuteLine& each : minute_lines) {
            const double value = minute.values[each.percentile];
            if (std::isnan(value)) continue;
            low = std::min(low, value);
            high = std::max(high, value);
        }
    return duration_axis(std::min(low, high), high);
}

}  // namespace

std::vector<DistributionLimit> limits_on(const Distribution& distribution,
                                         const std::vector<requirement::Outcome>& outcomes) {
    std::vector<DistributionLimit> limits;
    for (const requirement::Outcome& each : outcomes) {
        const bool is_upper = each.comparison.find('<') != std::string::npos;
        const std::size_t key = each.comparison.find(distribution.key);
        const bool is_of_it = key != std::string::npos && key < each.comparison.find('<');
        if (is_upper && is_of_it && each.right > 0 && limits.size() < 4)
            limits.push_back({each.right, each.name});
    }
    return limits;
}

std::string histogram_figure(const Distribution& distribution,
                             const std::vector<DistributionLimit>& limits) {
    const Bars bars = bars_of(distribution.buckets);
    if (bars.counts.empty()) return {};
    CurvePlot plot;
    plot.name = "Histogram of " + distribution.name;
    plot.x_label = distribution.name;
    plot.y_label = "count";
    double low = bars.low_us(), high = bars.high_us();
    for (const DistributionLimit& limit : limits) {
        plot.x_limits.push_back(limit.us);
        low = std::min(low, limit.us);
        high = std::max(high, limit.us);
    }
    plot.x = duration_axis(low, high);
    plot.y = count_axis(bars.most());
    plot.lines.push_back(area_over(bars));
    return plot_figure(histogram_caption(distribution, limits), svg_of(plot));
}

std::string minutes_figure(const Distribution& distribution) {
    const std::vector<MinuteValues>& minutes = distribution.minutes;
    if (minutes.size() < 2) return {};
    const double begin_s = minutes.front().t_s, end_s = minutes.back().t_s + minute_s;
    CurvePlot plot;
    plot.name = distribution.name + " of each minute";
    plot.x_label = "simulated time [min]";
    std::string legend;
    for (std::size_t i = 0; i < std::size(minute_lines); ++i) {
        add_minute_lines(distribution, minute_lines[i].percentile, line_kind(i), minute_s, plot);
        legend += legend_item(line_kind(i), minute_lines[i].name);
    }
    plot.x = axis_between(begin_s / minute_s, end_s / minute_s);
    plot.y = axis_of_minutes(distribution);
    return plot_figure(
        element("strong", escaped(distribution.name) + " of each minute") + "<br>" + legend,
        svg_of(plot));
}

}  // namespace gateway::bench_page
