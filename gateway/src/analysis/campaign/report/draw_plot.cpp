// SPDX-License-Identifier: MIT
#include "plot.hpp"

#include "page/plot_frame.hpp"

#include <algorithm>
#include <cmath>

namespace gateway::campaign {
namespace {

using namespace page;

/// Draws all points of a kind as one path, which needs about ten bytes per point.
std::string dots(const ScatterPlot& plot) {
    std::string data;
    for (const auto& [x, y] : plot.passed)
        data += "M" + place(x_of(plot.x, x), y_of(plot.y, y)) + "h0";
    return path("pass", data);
}

std::string crosses(const ScatterPlot& plot) {
    std::string data;
    for (const auto& [x, y] : plot.failed)
        data += "M" + place(x_of(plot.x, x) - 2.5, y_of(plot.y, y) - 2.5) + "l5 5m0-5l-5 5";
    return path("fail", data);
}

std::string guide(const ScatterPlot& plot) {
    std::string data;
    for (const auto& [x, y] : plot.line)
        data += (data.empty() ? "M" : "L") + place(x_of(plot.x, x), y_of(plot.y, y));
    return data.empty() ? data : path("guide", data);
}

/// Draws the line at robustness 0, below which runs have failed.
std::string limit(const ScatterPlot& plot) {
    if (!plot.has_limit || plot.y.low >= plot.y.at(0)) return {};
    const double zero = y_of(plot.y, 0);
    return "<rect class=\"bad\" x=\"" + coordinate(plot_left) + "\" y=\"" + coordinate(zero) +
           "\" width=\"" + coordinate(plot_right - plot_left) + "\" height=\"" +
           coordinate(plot_bottom - zero) + "\"/>" +
           (plot.y.has(0) ? path("limit", line_between(plot_left, zero, plot_right, zero)) : "");
}

/// A bar from the axis up to a count, with a small gap to the next one.
std::string bar(const HistogramPlot& plot, const Axis& counts, std::size_t i) {
    const double width = (plot_right - plot_left) / static_cast<double>(plot.counts.size());
    const double x = plot_left + width * static_cast<double>(i);
    const double y = y_of(counts, static_cast<double>(plot.counts[i]));
    return "M" + place(x + 0.5, plot_bottom) + "V" + coordinate(y) + "H" +
           coordinate(x + width - 0.5) + "V" + coordinate(plot_bottom) + "Z";
}

}  // namespace

std::string svg_of(const ScatterPlot& plot) {
    return plot_of(plot.name, limit(plot) + y_ticks(plot.y) + dots(plot) + guide(plot) +
                                  crosses(plot) + x_ticks(plot.x, plot.x_names) +
                                  axis_names(plot.x_label, plot.y_label));
}

std::string svg_of(const HistogramPlot& plot) {
    const auto most = std::max_element(plot.counts.begin(), plot.counts.end());
    Axis counts = axis_over(0, static_cast<double>(most == plot.counts.end() ? 1 : *most));
    counts.low = 0;
    counts.ticks.erase(std::remove_if(counts.ticks.begin(), counts.ticks.end(),
                                      [](double tick) { return tick != std::floor(tick); }),
                       counts.ticks.end());
    std::string good, bad;
    for (std::size_t i = 0; i < plot.counts.size(); ++i) {
        const double parts = static_cast<double>(plot.counts.size());
        const double middle =
            plot.x.low + (plot.x.high - plot.x.low) * (static_cast<double>(i) + 0.5) / parts;
        if (plot.counts[i] > 0) (middle < 0 ? bad : good) += bar(plot, counts, i);
    }
    std::string inside = y_ticks(counts) + path("bar", good) + path("bar fails", bad);
    if (plot.x.has(0))
        inside +=
            path("limit", line_between(x_of(plot.x, 0), plot_top, x_of(plot.x, 0), plot_bottom));
    return plot_of(plot.name, inside + x_ticks(plot.x, {}) + axis_names(plot.x_label, "runs"));
}

}  // namespace gateway::campaign
