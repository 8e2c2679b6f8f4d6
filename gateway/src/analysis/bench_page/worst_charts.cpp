// SPDX-License-Identifier: MIT
#include "worst_charts.hpp"

#include "durations.hpp"
#include "page/curve_plot.hpp"
#include "page/markup.hpp"
#include "page/parts.hpp"

#include <algorithm>
#include <cmath>

namespace gateway::bench_page {
namespace {

using namespace page;

/// Half of the drawn time around the latest period.
constexpr double half_ms = 55;
/// The first colour is that of the lateness.
constexpr std::size_t first_phase_colour = 1;
/// The scale is linear up to about here and logarithmic above, so that short phases can be seen
/// beside a large lateness.
constexpr double linear_up_to_us = 10;

/// The times of periods in ms from the latest period; periods out of the drawn time are left out.
struct DrawnPeriods {
    std::vector<std::size_t> indices;
    std::vector<double> times_ms;
    double end_ms = 0;  ///< of the last period
};

DrawnPeriods drawn_periods(const Window& window) {
    DrawnPeriods drawn;
    for (std::size_t i = 0; i < window.times_s.size(); ++i) {
        const double ms = 1e3 * (window.times_s[i] - window.t_s);
        const bool is_next = drawn.times_ms.empty() || ms > drawn.times_ms.back();
        if (!(std::abs(ms) <= half_ms) || !is_next) continue;
        drawn.indices.push_back(i);
        drawn.times_ms.push_back(ms);
    }
    const std::size_t count = drawn.times_ms.size();
    if (count > 0) drawn.end_ms = drawn.times_ms.back();
    if (count > 1) drawn.end_ms += drawn.times_ms.back() - drawn.times_ms[count - 2];
    return drawn;
}

Axis axis_from_0(double highest_us) {
    Axis axis;
    axis.bend = linear_up_to_us;
    axis.low = 0;
    axis.high = axis.at(1.3 * highest_us);
    axis.ticks.push_back(0);
    for (double tick = linear_up_to_us; axis.has(tick); tick *= 10) axis.ticks.push_back(tick);
    return with_duration_names(axis);
}

double value_at(const std::vector<double>& values, std::size_t index) {
    return index < values.size() && values[index] > 0 ? values[index] : 0;
}

PlotLine over(const DrawnPeriods& drawn, const std::string& kind, const std::vector<double>& values,
              bool is_filled) {
    PlotLine line{kind, {}, true, is_filled};
    for (std::size_t i = 0; i < drawn.times_ms.size(); ++i)
        line.points.emplace_back(drawn.times_ms[i], values[i]);
    if (!values.empty()) line.points.emplace_back(drawn.end_ms, values.back());
    return line;
}

std::vector<double> drawn_values(const DrawnPeriods& drawn, const std::vector<double>& values) {
    std::vector<double> result;
    for (const std::size_t index : drawn.indices) result.push_back(value_at(values, index));
    return result;
}

/// Adds the phases on top of each other, the highest sum first, as later lines cover earlier ones.
/// @return the largest sum
double add_stack(const Window& window, const DrawnPeriods& drawn, CurvePlot& plot) {
    std::vector<double> sums(drawn.indices.size(), 0.0);
    std::vector<PlotLine> layers;
    for (std::size_t i = 0; i < window.phases.size(); ++i) {
        for (std::size_t j = 0; j < sums.size(); ++j)
            sums[j] += value_at(window.phases[i].values_us, drawn.indices[j]);
        layers.push_back(over(drawn, area_kind(first_phase_colour + i), sums, true));
    }
    plot.lines.insert(plot.lines.end(), layers.rbegin(), layers.rend());
    return sums.empty() ? 0 : *std::max_element(sums.begin(), sums.end());
}

std::string count_of(double count, const char* word) {
    return std::isnan(count) ? "" : count_figure(count) + " " + word;
}

/// The texts that are not empty, with commas between them.
std::string listed(const std::vector<std::string>& texts) {
    std::string list;
    for (const std::string& text : texts)
        if (!text.empty()) list += (list.empty() ? "" : ", ") + text;
    return list;
}

std::string thread_text(const Window& window) {
    if (!window.thread) return "no counts of the thread";
    const ThreadUse& use = *window.thread;
    const auto duration = [](const char* word, double us) {
        return std::isnan(us) ? "" : word + duration_name(us);
    };
    return "thread in " + duration_name(1e6 * use.duration_s) + ": " +
           listed({duration("ran ", use.run_us), duration("waited for a core ", use.wait_us),
                   count_of(use.voluntary_switches, "voluntary switches"),
                   count_of(use.involuntary_switches, "involuntary"),
                   count_of(use.minor_faults, "minor page faults"),
                   count_of(use.major_faults, "major")});
}

std::string caption(const Window& window, std::size_t number) {
    return element("strong", std::to_string(number) + ". " + duration_name(window.lateness_us) +
                                 " late at " + seconds_figure(window.t_s) + " s") +
           "<br>" + thread_text(window);
}

std::string figure_of(const Window& window, std::size_t number) {
    const DrawnPeriods drawn = drawn_periods(window);
    CurvePlot plot;
    plot.name = "Periods around the time " + seconds_figure(window.t_s) + " s";
    plot.x_label = "time from the latest period [ms]";
    const double highest = add_stack(window, drawn, plot);
    const std::vector<double> lateness = drawn_values(drawn, window.latenesses_us);
    plot.lines.push_back(over(drawn, line_kind(0), lateness, false));
    const double latest =
        lateness.empty() ? 0 : *std::max_element(lateness.begin(), lateness.end());
    plot.x = axis_between(-half_ms, half_ms);
    plot.y = axis_from_0(std::max({highest, latest, linear_up_to_us}));
    return plot_figure(caption(window, number), svg_of(plot));
}

std::string legend_of(const Window& window) {
    std::string legend = legend_item(line_kind(0), "lateness");
    for (std::size_t i = 0; i < window.phases.size(); ++i)
        legend += legend_area(area_kind(first_phase_colour + i), window.phases[i].name);
    return element("p", legend) +
           element("p",
                   "The scale is logarithmic above " + duration_name(linear_up_to_us) +
                       ". Phases are on top of each other.",
                   of_class("note"));
}

}  // namespace

std::string worst_charts(const std::vector<Window>& windows) {
    std::string figures;
    for (std::size_t i = 0; i < windows.size(); ++i) figures += figure_of(windows[i], i + 1);
    if (figures.empty()) return {};
    return legend_of(windows.front()) + element("div", figures, of_class("plots"));
}

}  // namespace gateway::bench_page
