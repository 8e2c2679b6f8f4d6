// SPDX-License-Identifier: MIT
#include "plot_frame.hpp"

#include "markup.hpp"

#include <algorithm>
#include <cstdio>

namespace gateway::page {
namespace {

std::string label(const std::string& kind, double x, double y, const std::string& text,
                  const std::string& more = {}) {
    return "<text class=\"" + kind + "\" x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\"" +
           more + ">" + escaped(text) + "</text>";
}

/// Shortens a text to its end, which is the most specific part of a path.
std::string shortened(const std::string& text, std::size_t most) {
    if (text.size() <= most) return text;
    std::size_t begin = text.size() - most + 1;
    while (begin < text.size() && (static_cast<unsigned char>(text[begin]) & 0xc0U) == 0x80)
        ++begin;
    return "\u2026" + text.substr(begin);
}

/// The middle of a text at x, or as far to the left as the right edge requires.
double within_plot(double x, const std::string& text) {
    constexpr double half_letter = 3.6;
    return std::min(x, plot_width - half_letter * static_cast<double>(text.size()));
}

}  // namespace

std::string coordinate(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
}

std::string place(double x, double y) {
    return coordinate(x) + " " + coordinate(y);
}

double x_of(const Axis& axis, double value) {
    return plot_left + (plot_right - plot_left) * axis.place(value);
}

double y_of(const Axis& axis, double value) {
    return plot_bottom - (plot_bottom - plot_top) * axis.place(value);
}

std::string path(const std::string& kind, const std::string& data) {
    return "<path class=\"" + kind + "\" d=\"" + data + "\"/>";
}

std::string line_between(double x1, double y1, double x2, double y2) {
    return "M" + place(x1, y1) + "L" + place(x2, y2);
}

std::string y_ticks(const Axis& axis) {
    std::string grid, text;
    for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
        const double y = y_of(axis, axis.ticks[i]);
        grid += line_between(plot_left, y, plot_right, y);
        text += label("ty", plot_left - 6, y + 4,
                      axis.names.empty() ? figure(axis.ticks[i]) : axis.names[i]);
    }
    return path("grid", grid) + text;
}

std::string x_ticks(const Axis& axis, const std::vector<std::string>& names) {
    std::string marks, text;
    for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
        const double x = x_of(axis, axis.ticks[i]);
        marks += line_between(x, plot_bottom, x, plot_bottom + 4);
        const std::string word = names.empty() ? figure(axis.ticks[i]) : shortened(names[i], 12);
        text += label("tx", within_plot(x, word), plot_bottom + 17, word);
    }
    return path("frame", marks + line_between(plot_left, plot_bottom, plot_right, plot_bottom)) +
           text;
}

std::string plot_of(const std::string& name, const std::string& inside) {
    return "<svg viewBox=\"0 0 " + coordinate(plot_width) + " " + coordinate(plot_height) +
           "\" role=\"img\" aria-label=\"" + escaped(name) + "\">" + inside + "</svg>";
}

std::string axis_names(const std::string& x, const std::string& y) {
    const double middle = (plot_top + plot_bottom) / 2;
    return label("name", (plot_left + plot_right) / 2, plot_bottom + 37, shortened(x, 48)) +
           label("name", 12, middle, shortened(y, 30),
                 " transform=\"rotate(-90 12 " + coordinate(middle) + ")\"");
}

}  // namespace gateway::page
