// SPDX-License-Identifier: MIT
#include "curve_plot.hpp"

#include "markup.hpp"
#include "parts.hpp"
#include "plot_frame.hpp"

namespace gateway::page {
namespace {

/// The line, closed along the low end of y.
std::string filled(const std::string& data, const PlotLine& line, const CurvePlot& plot) {
    const std::string bottom = coordinate(plot_bottom);
    return data + "V" + bottom + "H" + coordinate(x_of(plot.x, line.points.front().first)) + "Z";
}

std::string line_of(const PlotLine& line, const CurvePlot& plot) {
    std::string data;
    for (const auto& [x, y] : line.points) {
        const std::string across = coordinate(x_of(plot.x, x)), down = coordinate(y_of(plot.y, y));
        if (data.empty())
            data = "M" + across + " " + down;
        else
            data += line.has_steps ? "H" + across + "V" + down : "L" + across + " " + down;
    }
    if (data.empty()) return data;
    return path(line.kind, line.is_filled ? filled(data, line, plot) : data);
}

std::string bands_of(const CurvePlot& plot) {
    std::string data;
    for (const auto& [from, to] : plot.bands)
        data += "M" + coordinate(x_of(plot.x, from)) + " " + coordinate(plot_top) + "H" +
                coordinate(x_of(plot.x, to)) + "V" + coordinate(plot_bottom) + "H" +
                coordinate(x_of(plot.x, from)) + "Z";
    return data.empty() ? data : path("band", data);
}

std::string limits_of(const CurvePlot& plot) {
    std::string data;
    for (const double limit : plot.limits)
        data += line_between(plot_left, y_of(plot.y, limit), plot_right, y_of(plot.y, limit));
    for (const double limit : plot.x_limits)
        data += line_between(x_of(plot.x, limit), plot_top, x_of(plot.x, limit), plot_bottom);
    return data.empty() ? data : path("bound", data);
}

std::string mark(const PlotMoment& moment, const CurvePlot& plot) {
    const double across = x_of(plot.x, moment.x);
    std::string marks =
        path("moment " + moment.kind, line_between(across, plot_top, across, plot_bottom));
    for (const double value : moment.values)
        marks += "<circle class=\"" + moment.kind + "\" cx=\"" + coordinate(across) + "\" cy=\"" +
                 coordinate(y_of(plot.y, value)) + "\" r=\"5\"/>";
    return marks;
}

}  // namespace

std::string line_kind(std::size_t index) {
    return "line" + std::to_string(index % 8);
}

std::string area_kind(std::size_t index) {
    return "area" + std::to_string(index % 8);
}

std::string legend_area(const std::string& kind, const std::string& name) {
    const std::string area = "<svg viewBox=\"0 0 24 10\">" + path(kind, "M0 0H24V10H0Z") + "</svg>";
    return element("span", area + escaped(name), of_class("key"));
}

std::string legend_item(const std::string& kind, const std::string& name) {
    const std::string line = "<svg viewBox=\"0 0 24 10\">" + path(kind, "M0 5H24") + "</svg>";
    return element("span", line + escaped(name), of_class("key"));
}

std::string svg_of(const CurvePlot& plot) {
    std::string inside = bands_of(plot) + y_ticks(plot.y);
    for (const PlotLine& line : plot.lines) inside += line_of(line, plot);
    inside += limits_of(plot);
    if (plot.moment) inside += mark(*plot.moment, plot);
    return plot_of(plot.name,
                   inside + x_ticks(plot.x, plot.x.names) + axis_names(plot.x_label, plot.y_label));
}

}  // namespace gateway::page
