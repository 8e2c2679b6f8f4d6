// SPDX-License-Identifier: MIT
#pragma once

#include "axis.hpp"

#include <string>
#include <vector>

namespace gateway::page {

/// What all plots of a page have, as SVG. A plot is 380 by 250 units, its axes within.
constexpr double plot_width = 380, plot_height = 250;
constexpr double plot_left = 56, plot_right = 372, plot_top = 10, plot_bottom = 204;

/// A number of units with one decimal.
std::string coordinate(double value);
std::string place(double x, double y);
/// Where a value is between the ends of its axis, in units.
double x_of(const Axis& axis, double value);
double y_of(const Axis& axis, double value);

/// @param kind a class of page_style
std::string path(const std::string& kind, const std::string& data);
/// Data of a path.
std::string line_between(double x1, double y1, double x2, double y2);

/// The axis with its ticks. @param names of the ticks, where x has words; else none
std::string x_ticks(const Axis& axis, const std::vector<std::string>& names);
/// Ticks with lines across the plot.
std::string y_ticks(const Axis& axis);
/// Any text; one that is too long is shortened.
std::string axis_names(const std::string& x, const std::string& y);

/// The whole plot. @param name any text, for those who cannot see it @param inside markup
std::string plot_of(const std::string& name, const std::string& inside);

}  // namespace gateway::page
