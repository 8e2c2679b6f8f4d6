// SPDX-License-Identifier: MIT
#include "charts.hpp"

#include "page/curve_plot.hpp"
#include "page/markup.hpp"
#include "page/parts.hpp"
#include "page/plot_frame.hpp"
#include "plot/interval.hpp"
#include "text/text.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace gateway::run_report {
namespace {

using namespace page;
using requirement::Verdict;

constexpr std::size_t most_requirements = 12, most_strips = 6;
constexpr double largest = 1e300;

Axis value_axis(const Interval& values) {
    if (values.is_empty()) return axis_over(0, 1);
    return axis_over(std::max(values.least, -largest), std::min(values.greatest, largest));
}

/// The time axis with exactly the whole range of the time.
Axis time_axis(double begin_s, double end_s) {
    const double least = std::max(1e-3, 1e-9 * std::abs(begin_s));
    return axis_between(begin_s, std::max(end_s, begin_s + least));
}

PlotLine over_time(const std::string& kind, const ThinnedCurve& curve, bool has_steps,
                   Interval& values) {
    PlotLine line{kind, {}, has_steps};
    for (const ThinnedCurve::Point& point : curve.points()) {
        line.points.emplace_back(point.time_s, point.value);
        values.take(point.value);
    }
    return line;
}

PlotLine through(const std::string& kind, const std::vector<PathPoint>& points, Interval& x,
                 Interval& y) {
    PlotLine line{kind, {}};
    for (const PathPoint& point : points) {
        line.points.emplace_back(point.x_m, point.y_m);
        x.take(point.x_m);
        y.take(point.y_m);
    }
    return line;
}

/// Widens the shorter side, so that a metre has the same length on both axes.
void set_equal_axes(const Interval& x, const Interval& y, CurvePlot& plot) {
    const double width = plot_right - plot_left, height = plot_bottom - plot_top;
    const double margin = 1.08;
    double metres =
        margin * std::max((x.greatest - x.least) / width, (y.greatest - y.least) / height);
    const double furthest = std::max(
        {std::abs(x.least), std::abs(x.greatest), std::abs(y.least), std::abs(y.greatest), 1.0});
    metres = std::clamp(metres, 1e-9 * furthest, largest / width);
    const auto axis = [&](const Interval& side, double length) {
        const double middle = side.least / 2 + side.greatest / 2;
        return axis_between(middle - metres * length / 2, middle + metres * length / 2);
    };
    plot.x = axis(x, width);
    plot.y = axis(y, height);
}

std::string path_chart(const TraceCurves& traces) {
    CurvePlot plot;
    plot.name = "Path";
    plot.x_label = "x [m]";
    plot.y_label = "y [m]";
    Interval x, y;
    std::string legend;
    for (const auto& route : traces.routes)
        for (const ShownRoute::Line& points : route)
            plot.lines.push_back(through("route", points, x, y));
    if (!plot.lines.empty()) legend = legend_item("route", "route");
    for (std::size_t i = 0; i < traces.paths.size(); ++i) {
        plot.lines.push_back(through(line_kind(i), traces.paths[i], x, y));
        legend += legend_item(line_kind(i), traces.names[i]);
    }
    set_equal_axes(x, y, plot);
    return plot_figure(element("strong", "Path") + "<br>" + legend, svg_of(plot));
}

/// The legend of the bands: the names of the faults, each once.
std::string names_of_bands(const std::vector<FaultBand>& bands) {
    std::set<std::string> names;
    for (const FaultBand& band : bands) names.insert(band.name);
    return names.empty() ? "" : "<br>" + legend_area("band", "faults: " + joined(names));
}

std::string quantity_chart(const TraceCurves& traces, const Quantity& quantity) {
    CurvePlot plot;
    plot.name = quantity.title;
    plot.x_label = "time [s]";
    plot.y_label = quantity.label;
    Interval values;
    for (std::size_t i = 0; i < quantity.curves.size(); ++i)
        plot.lines.push_back(over_time(line_kind(i), quantity.curves[i], false, values));
    for (const FaultBand& band : traces.bands) plot.bands.emplace_back(band.from_s, band.until_s);
    plot.x = time_axis(traces.times_s.least, traces.times_s.greatest);
    plot.y = value_axis(values);
    return plot_figure(element("strong", escaped(quantity.title)) + names_of_bands(traces.bands),
                       svg_of(plot));
}

std::string class_of_verdict(Verdict verdict) {
    return verdict == Verdict::fail ? "is-fail" : "is-pass";
}

std::string strip_chart(const Strip& strip, const RequirementStrips& of, const TraceStrips& all) {
    CurvePlot plot;
    plot.name = of.requirement->name;
    plot.x_label = "time [s]";
    plot.y_label = strip.unit.empty() ? "" : "[" + strip.unit + "]";
    Interval values;
    std::string legend;
    for (std::size_t i = 0; i < strip.curves.size(); ++i) {
        plot.lines.push_back(over_time(line_kind(i), strip.curves[i].points, true, values));
        legend += legend_item(line_kind(i), strip.curves[i].text);
    }
    for (const Limit& limit : strip.limits) {
        plot.limits.push_back(limit.value);
        values.take(limit.value);
        legend += legend_item("bound", "limit " + limit.text);
    }
    const requirement::Outcome& outcome = *of.outcome;
    for (const double value : strip.decided) values.take(value);
    if (has_moment(outcome)) {
        plot.moment = PlotMoment{class_of_verdict(outcome.verdict), outcome.time_s, strip.decided};
        legend += legend_item("moment " + class_of_verdict(outcome.verdict), "decisive time");
    }
    plot.x = time_axis(all.begin_s, std::max(all.end_s, plot.moment ? plot.moment->x : 0));
    plot.y = value_axis(values);
    return plot_figure(element("strong", escaped(of.requirement->name)) + "<br>" + legend,
                       svg_of(plot));
}

}  // namespace

std::string trace_charts(const TraceCurves& traces) {
    std::string figures = traces.has_path() ? path_chart(traces) : "";
    for (const Quantity& quantity : traces.quantities) figures += quantity_chart(traces, quantity);
    return element("div", figures, of_class("plots"));
}

std::string requirement_charts(const TraceStrips& strips) {
    std::string figures, notes;
    for (std::size_t i = 0; i < std::min(strips.requirements.size(), most_requirements); ++i) {
        const RequirementStrips& each = strips.requirements[i];
        for (std::size_t j = 0; j < std::min(each.strips.size(), most_strips); ++j)
            figures += strip_chart(each.strips[j], each, strips);
        for (const std::string& column : each.missing)
            notes += element(
                "p", escaped(each.requirement->name + ": the trace has no column " + column),
                of_class("note"));
    }
    return element("div", figures, of_class("plots")) + notes;
}

}  // namespace gateway::run_report
