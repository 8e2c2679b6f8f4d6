// SPDX-License-Identifier: MIT
#pragma once

#include "axis.hpp"

#include <string>
#include <vector>

namespace gateway::page {

/// The frame of all plots of a page, as SVG. The size of a plot with its axes is 380 by 250 units.
constexpr double plot_width = 380, plot_height = 250;
constexpr double plot_left = 56, plot_right = 372, plot_top = 10, plot_bottom = 204;

/// A coordinate with one decimal.
std::string coordinate(double value);
std::string place(double x, double y);
/// The coordinate of a value on its axis, in units.
double x_of(const Axis& axis, double value);
double y_of(const Axis& axis, double value);

/// @param kind a class of page_style
std::string path(const std::string& kind, const std::string& data);
/// The data of a path that is a line.
std::string line_between(double x1, double y1, double x2, double y2);

/// The x axis with its ticks. @param names names of the ticks, if x has words; else empty
std::string x_ticks(const Axis& axis, const std::vector<std::string>& names);
/// Ticks of the y axis with lines across the plot.
std::string y_ticks(const Axis& axis);
/// The labels of the axes, which may be any text; long ones are shortened.
std::string axis_names(const std::string& x, const std::string& y);

/// The whole plot. @param name any text, for screen readers @param inside markup
std::string plot_of(const std::string& name, const std::string& inside);

}  // namespace gateway::page
