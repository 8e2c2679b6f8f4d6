// SPDX-License-Identifier: MIT
#pragma once

#include "axis.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gateway::page {

/// A line through points.
struct PlotLine {
    std::string kind;  ///< a class of page_style
    std::vector<std::pair<double, double>> points;
    bool has_steps = false;  ///< each value holds until the next point
    bool is_filled = false;  ///< down to the low end of y; the kind is then a class of areas
};

/// A mark in a plot: a time, and values at that time.
struct PlotMoment {
    std::string kind;  ///< a class of page_style
    double x = 0;
    std::vector<double> values;
};

/// Lines over an axis, such as time, as SVG in a page: without gnuplot, and with colours for light
/// and dark screens.
struct CurvePlot {
    std::string name;  ///< text for screen readers
    std::string x_label, y_label;
    Axis x, y;
    std::vector<PlotLine> lines;  ///< later ones cover earlier ones
    std::vector<double> limits;   ///< values of y
    std::vector<double> x_limits;
    std::vector<std::pair<double, double>> bands;  ///< ranges of x, behind the lines
    std::optional<PlotMoment> moment;
};

/// The class of the line with this index in a legend. There are eight; then they repeat.
std::string line_kind(std::size_t index);
/// The class of the area with the same colour as the line with this index.
std::string area_kind(std::size_t index);
/// An item of a legend: a sample of the line and its name, which may be any text.
std::string legend_item(const std::string& kind, const std::string& name);
/// The same for an area. @param kind a class of areas
std::string legend_area(const std::string& kind, const std::string& name);

/// @return SVG in the colours of the page
std::string svg_of(const CurvePlot& plot);

}  // namespace gateway::page
