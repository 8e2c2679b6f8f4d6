// SPDX-License-Identifier: MIT
#include "robustness_plots.hpp"

#include "number/random.hpp"
#include "robustness_axis.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace gateway::campaign {
namespace {

using namespace page;

/// The largest number of points over a parameter; more make a page slow and no picture clearer.
constexpr std::size_t most_drawn = 2000;
constexpr std::size_t most_words = 12, most_scatters = 24;
/// The number of groups of runs for the line and the share, and the smallest number of runs for
/// them.
constexpr std::size_t groups = 12, least_grouped = 60;

/// The points to draw: all failed runs, and a sample of the others, up to the largest number.
std::vector<RunPoint> drawn_points(const RequirementFindings& requirement) {
    std::vector<RunPoint> points = requirement.failures;
    for (const RunPoint& each : requirement.points)
        if (!each.has_failed && points.size() < most_drawn) points.push_back(each);
    return points;
}

/// The points with an unbiased share of failures.
std::vector<RunPoint> even_points(const RequirementFindings& requirement) {
    std::vector<RunPoint> points;
    for (const RunPoint& each : requirement.points)
        if (std::isfinite(each.robustness)) points.push_back(each);
    return points;
}

std::vector<double> robustness_of(const std::vector<RunPoint>& points) {
    std::vector<double> values;
    for (const RunPoint& each : points) values.push_back(each.robustness);
    return values;
}

bool are_numbers(const RunValues& values) {
    return std::all_of(values.begin(), values.end(),
                       [](auto& each) { return number_of(each).has_value(); });
}

/// The x position of a run whose value is a word: in the middle third of the word's interval.
double spread_at(std::size_t place, std::uint64_t run) {
    return static_cast<double>(place) + (random_unit({0, run, 1, 0}) - 0.5) / 2;
}

/// Divides points by x into groups of equal size.
std::vector<std::vector<PlotPoint>> grouped(std::vector<PlotPoint> points) {
    std::sort(points.begin(), points.end());
    std::vector<std::vector<PlotPoint>> result(groups);
    for (std::size_t i = 0; i < points.size(); ++i)
        result[i * groups / points.size()].push_back(points[i]);
    return result;
}

double median(const std::vector<PlotPoint>& points, double PlotPoint::*part) {
    std::vector<double> values;
    for (const PlotPoint& each : points) values.push_back(each.*part);
    return quantiles(std::move(values), {0.5}).front();
}

std::vector<PlotPoint> medians(const std::vector<PlotPoint>& points) {
    std::vector<PlotPoint> line;
    if (points.size() < least_grouped) return line;
    for (const auto& group : grouped(points))
        line.emplace_back(median(group, &PlotPoint::first), median(group, &PlotPoint::second));
    return line;
}

double mean_of(const std::vector<PlotPoint>& points) {
    double sum = 0;
    for (const PlotPoint& each : points) sum += each.second;
    return sum / static_cast<double>(points.size());
}

double squares_about_mean(const std::vector<PlotPoint>& points) {
    const double mean = mean_of(points);
    double sum = 0;
    for (const PlotPoint& each : points) sum += (each.second - mean) * (each.second - mean);
    return sum;
}

/// Epsilon squared (Kelley, 1935): the part of the variance of y between groups of equal x,
/// corrected for chance.
std::optional<double> explained(const std::vector<PlotPoint>& points) {
    if (points.size() < least_grouped) return std::nullopt;
    const double total = squares_about_mean(points);
    double within = 0;
    for (const auto& group : grouped(points)) within += squares_about_mean(group);
    const auto count = static_cast<double>(points.size());
    if (!(total > 0)) return std::nullopt;
    const double unbiased = within / (count - static_cast<double>(groups)) * (count - 1) / total;
    return std::clamp(1 - unbiased, 0.0, 1.0);
}

/// The values of one parameter as positions along x.
class ParameterAxis {
  public:
    /// @param parameter index in the plan
    ParameterAxis(std::size_t parameter, const std::vector<RunPoint>& points) {
        RunValues values;
        for (const RunPoint& each : points) values.push_back((*each.values)[parameter]);
        is_numeric_ = !values.empty() && are_numbers(values);
        if (is_numeric_)
            take_numbers(values);
        else
            take_words(values, points);
    }

    bool is_numeric() const { return is_numeric_; }
    bool is_drawn() const { return !places_.empty(); }
    double operator[](std::size_t point) const { return places_[point]; }
    const Axis& axis() const { return axis_; }
    const std::vector<std::string>& names() const { return names_; }

  private:
    void take_numbers(const RunValues& values) {
        for (const auto& each : values) places_.push_back(*number_of(each));
        const auto [least, greatest] = std::minmax_element(places_.begin(), places_.end());
        axis_ = axis_over(*least, *greatest);
    }
    void take_words(const RunValues& values, const std::vector<RunPoint>& points) {
        std::map<std::string, std::size_t> seen;
        for (const auto& each : values) seen.emplace(word_of(each), 0);
        if (seen.size() > most_words || seen.empty()) return;
        for (auto& [word, place] : seen) {
            place = names_.size();
            names_.push_back(word);
        }
        axis_ = axis_of_places(names_.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            places_.push_back(spread_at(seen.at(word_of(values[i])), points[i].run));
    }

    bool is_numeric_ = false;
    Axis axis_;
    std::vector<std::string> names_;
    std::vector<double> places_;  ///< one for each point
};

std::string robustness_label(const Axis& axis) {
    return axis.bend > 0 ? "robustness (log far from 0)" : "robustness";
}

HistogramPlot histogram_of(const RequirementFindings& requirement) {
    const std::vector<double> values = robustness_of(even_points(requirement));
    const Axis axis = axis_of_most(values);
    constexpr double parts = 32;
    // A bin begins at 0, so no bin has both failed and passed runs.
    const double width = (axis.high - axis.low) / parts;
    HistogramPlot plot;
    plot.name = "Robustness of " + requirement.name + ": number of runs";
    plot.x_label = robustness_label(axis);
    plot.x = axis;
    plot.x.low = std::floor(axis.low / width) * width;
    plot.x.high = std::ceil(axis.high / width) * width;
    plot.counts.resize(static_cast<std::size_t>(std::llround((plot.x.high - plot.x.low) / width)));
    for (const double each : values) {
        const double place = plot.x.place(each) * static_cast<double>(plot.counts.size());
        ++plot.counts[std::min(static_cast<std::size_t>(place), plot.counts.size() - 1)];
    }
    return plot;
}

ParameterPlot scatter_of(const RequirementFindings& requirement, const std::string& path,
                         const ParameterAxis& x, const std::vector<RunPoint>& points,
                         const Axis& y) {
    ParameterPlot plot;
    plot.path = path;
    plot.scatter.name = "Robustness of " + requirement.name + " over " + path;
    plot.scatter.x_label = path;
    plot.scatter.y_label = robustness_label(y);
    plot.scatter.x = x.axis();
    plot.scatter.x_names = x.names();
    plot.scatter.y = y;
    plot.scatter.has_limit = true;
    for (std::size_t i = 0; i < points.size(); ++i)
        (points[i].has_failed ? plot.scatter.failed : plot.scatter.passed)
            .emplace_back(x[i], points[i].robustness);
    return plot;
}

/// Adds the trend of an unbiased sample of the runs, since the drawn runs have more failures.
void add_trend(const std::vector<RunPoint>& even, const ParameterAxis& x, ParameterPlot& to) {
    std::vector<PlotPoint> points;
    for (std::size_t i = 0; i < even.size(); ++i) points.emplace_back(x[i], even[i].robustness);
    to.scatter.line = medians(points);
    to.share = explained(points);
}

/// The indices of the two numeric parameters that explain most.
std::vector<std::size_t> strongest(const std::vector<ParameterAxis>& axes,
                                   const std::vector<ParameterPlot>& plots) {
    std::vector<std::size_t> numeric;
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (axes[i].is_numeric()) numeric.push_back(i);
    std::stable_sort(numeric.begin(), numeric.end(), [&](std::size_t a, std::size_t b) {
        return plots[a].share.value_or(0) > plots[b].share.value_or(0);
    });
    if (numeric.size() < 2) return {};
    return {numeric[0], numeric[1]};
}

ScatterPlot map_of(const RequirementFindings& requirement, const ParameterPlot& a,
                   const ParameterPlot& b, const ParameterAxis& x, const ParameterAxis& y,
                   const std::vector<RunPoint>& points) {
    ScatterPlot map;
    map.name = "Failures of " + requirement.name + " over " + a.path + " and " + b.path;
    map.x_label = a.path;
    map.y_label = b.path;
    map.x = x.axis();
    map.y = y.axis();
    for (std::size_t i = 0; i < points.size(); ++i)
        (points[i].has_failed ? map.failed : map.passed).emplace_back(x[i], y[i]);
    return map;
}

/// Keeps the parameters that explain most, if there are too many; else keeps the order of the file.
void keep_strongest(std::vector<ParameterPlot>& plots) {
    if (plots.size() <= most_scatters) return;
    std::stable_sort(plots.begin(), plots.end(),
                     [](auto& a, auto& b) { return a.share.value_or(0) > b.share.value_or(0); });
    plots.resize(most_scatters);
}

}  // namespace

RequirementPlots plots_of(const RequirementFindings& requirement, const Plan& plan) {
    const std::vector<RunPoint> points = drawn_points(requirement);
    const std::vector<RunPoint> even = even_points(requirement);
    const std::vector<double> robustness = robustness_of(points);
    const Axis y = axis_of_most(robustness);
    RequirementPlots plots;
    plots.histogram = histogram_of(requirement);
    plots.drawn = points.size();
    plots.beyond = static_cast<std::uint64_t>(std::count_if(
        robustness.begin(), robustness.end(), [&](double each) { return !y.has(each); }));
    std::vector<ParameterAxis> axes;
    for (std::size_t i = 0; i < plan.parameters().size(); ++i) {
        ParameterAxis x(i, points);
        if (!x.is_drawn()) continue;
        const std::string& path = plan.parameters()[i].path;
        plots.scatters.push_back(scatter_of(requirement, path, x, points, y));
        if (x.is_numeric()) add_trend(even, ParameterAxis(i, even), plots.scatters.back());
        axes.push_back(std::move(x));
    }
    const auto two = strongest(axes, plots.scatters);
    if (!two.empty())
        plots.map = map_of(requirement, plots.scatters[two[0]], plots.scatters[two[1]],
                           axes[two[0]], axes[two[1]], points);
    keep_strongest(plots.scatters);
    return plots;
}

}  // namespace gateway::campaign
