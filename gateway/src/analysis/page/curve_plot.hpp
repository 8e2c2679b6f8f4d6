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
};

/// What is marked in a plot: a moment, and values at it.
struct PlotMoment {
    std::string kind;  ///< a class of page_style
    double x = 0;
    std::vector<double> values;
};

/// Lines over an axis, such as that of the time. A page draws them itself, so that it needs no
/// gnuplot and has the colours of light and dark screens.
struct CurvePlot {
    std::string name;  ///< for those who cannot see it
    std::string x_label, y_label;
    Axis x, y;
    std::vector<PlotLine> lines;  ///< later ones are over earlier ones
    std::vector<double> limits;   ///< of y
    std::optional<PlotMoment> moment;
};

/// The class of the line that has that place in a legend. There are eight; then they repeat.
std::string line_kind(std::size_t index);
/// A name in a legend, which may be any text, behind a piece of its line.
std::string legend_item(const std::string& kind, const std::string& name);

/// @return SVG, whose colours are those of the page
std::string svg_of(const CurvePlot& plot);

}  // namespace gateway::page
