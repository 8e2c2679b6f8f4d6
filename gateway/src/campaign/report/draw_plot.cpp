// SPDX-License-Identifier: MIT
#include "plot.hpp"

#include "markup.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gateway::campaign {
namespace {

constexpr double plot_width = 380, plot_height = 250;
constexpr double left = 56, right = 372, top = 10, bottom = 204;

std::string coordinate(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
}

std::string place(double x, double y) {
    return coordinate(x) + " " + coordinate(y);
}

double x_of(const Axis& axis, double value) {
    return left + (right - left) * axis.place(value);
}

double y_of(const Axis& axis, double value) {
    return bottom - (bottom - top) * axis.place(value);
}

std::string path(const std::string& kind, const std::string& data) {
    return "<path class=\"" + kind + "\" d=\"" + data + "\"/>";
}

std::string line_between(double x1, double y1, double x2, double y2) {
    return "M" + place(x1, y1) + "L" + place(x2, y2);
}

std::string label(const std::string& kind, double x, double y, const std::string& text,
                  const std::string& more = {}) {
    return "<text class=\"" + kind + "\" x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\"" +
           more + ">" + escaped(text) + "</text>";
}

/// As much of a text as has room, with its end, which tells most of a path.
std::string shortened(const std::string& text, std::size_t most) {
    if (text.size() <= most) return text;
    std::size_t begin = text.size() - most + 1;
    while (begin < text.size() && (static_cast<unsigned char>(text[begin]) & 0xc0U) == 0x80)
        ++begin;
    return "\u2026" + text.substr(begin);
}

std::string y_ticks(const Axis& axis) {
    std::string grid, text;
    for (const double tick : axis.ticks) {
        grid += line_between(left, y_of(axis, tick), right, y_of(axis, tick));
        text += label("ty", left - 6, y_of(axis, tick) + 4, figure(tick));
    }
    return path("grid", grid) + text;
}

std::string x_ticks(const Axis& axis, const std::vector<std::string>& names) {
    std::string marks, text;
    for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
        const double x = x_of(axis, axis.ticks[i]);
        marks += line_between(x, bottom, x, bottom + 4);
        const std::string word = names.empty() ? figure(axis.ticks[i]) : shortened(names[i], 12);
        text += label("tx", x, bottom + 17, word);
    }
    return path("frame", marks + line_between(left, bottom, right, bottom)) + text;
}

/// All of a kind are one path, which takes some ten bytes a point.
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

/// Where failing begins.
std::string limit(const ScatterPlot& plot) {
    if (!plot.has_limit || plot.y.low >= plot.y.at(0)) return {};
    const double zero = y_of(plot.y, 0);
    return "<rect class=\"bad\" x=\"" + coordinate(left) + "\" y=\"" + coordinate(zero) +
           "\" width=\"" + coordinate(right - left) + "\" height=\"" + coordinate(bottom - zero) +
           "\"/>" + (plot.y.has(0) ? path("limit", line_between(left, zero, right, zero)) : "");
}

std::string frame(const std::string& name, const std::string& inside) {
    return "<svg viewBox=\"0 0 " + coordinate(plot_width) + " " + coordinate(plot_height) +
           "\" role=\"img\" aria-label=\"" + escaped(name) + "\">" + inside + "</svg>";
}

std::string axis_names(const std::string& x, const std::string& y) {
    const double middle = (top + bottom) / 2;
    return label("name", (left + right) / 2, bottom + 37, shortened(x, 48)) +
           label("name", 12, middle, shortened(y, 30),
                 " transform=\"rotate(-90 12 " + coordinate(middle) + ")\"");
}

/// A bar from the axis up to a count, with a hair's breadth to the next.
std::string bar(const HistogramPlot& plot, const Axis& counts, std::size_t i) {
    const double width = (right - left) / static_cast<double>(plot.counts.size());
    const double x = left + width * static_cast<double>(i);
    const double y = y_of(counts, static_cast<double>(plot.counts[i]));
    return "M" + place(x + 0.5, bottom) + "V" + coordinate(y) + "H" + coordinate(x + width - 0.5) +
           "V" + coordinate(bottom) + "Z";
}

}  // namespace

std::string svg_of(const ScatterPlot& plot) {
    return frame(plot.name, limit(plot) + y_ticks(plot.y) + dots(plot) + guide(plot) +
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
        inside += path("limit", line_between(x_of(plot.x, 0), top, x_of(plot.x, 0), bottom));
    return frame(plot.name, inside + x_ticks(plot.x, {}) + axis_names(plot.x_label, "runs"));
}

}  // namespace gateway::campaign
