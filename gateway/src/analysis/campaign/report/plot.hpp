// SPDX-License-Identifier: MIT
#pragma once

#include "page/axis.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gateway::campaign {

using PlotPoint = std::pair<double, double>;

/// What a scatter plot shows. Passed and failed runs differ in colour and shape.
struct ScatterPlot {
    std::string name;  ///< for those who cannot see it
    std::string x_label, y_label;
    page::Axis x, y;
    std::vector<std::string> x_names;  ///< of the ticks, where x has words
    std::vector<PlotPoint> passed, failed;
    std::vector<PlotPoint> line;  ///< that leads the eye; may be empty
    bool has_limit = false;       ///< y is robustness: below 0 is failed
};

/// How many values lie in parts of a range.
struct HistogramPlot {
    std::string name;
    std::string x_label;
    page::Axis x;
    std::vector<std::uint64_t> counts;  ///< of equal parts of the axis
};

/// @return SVG, whose colours are those of the page
std::string svg_of(const ScatterPlot& plot);
std::string svg_of(const HistogramPlot& plot);

}  // namespace gateway::campaign
