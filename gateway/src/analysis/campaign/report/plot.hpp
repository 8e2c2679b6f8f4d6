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

/// A scatter plot. Passed and failed runs differ in colour and shape.
struct ScatterPlot {
    std::string name;  ///< text for screen readers
    std::string x_label, y_label;
    page::Axis x, y;
    std::vector<std::string> x_names;  ///< names of the ticks, if x has words
    std::vector<PlotPoint> passed, failed;
    std::vector<PlotPoint> line;  ///< trend; may be empty
    bool has_limit = false;       ///< y is a robustness: below 0 is failed
};

/// A histogram.
struct HistogramPlot {
    std::string name;
    std::string x_label;
    page::Axis x;
    std::vector<std::uint64_t> counts;  ///< number of values in equal parts of the axis
};

/// @return SVG in the colours of the page
std::string svg_of(const ScatterPlot& plot);
std::string svg_of(const HistogramPlot& plot);

}  // namespace gateway::campaign
