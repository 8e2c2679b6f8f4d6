// SPDX-License-Identifier: MIT
#pragma once

#include "page/axis.hpp"

#include <string>

namespace gateway::bench_page {

/// A duration with a unit and at most three digits, for ticks and captions: "12.5 ms".
std::string duration_name(double us);
/// A duration in us without the unit, for columns: three digits at least, no exponent.
std::string microseconds_figure(double us);
/// A time in s with three decimals.
std::string seconds_figure(double s);
/// A count, with groups of three digits.
std::string count_figure(double count);
/// A count for a tick: "10 000", "1 M".
std::string short_count(double count);

/// Names the ticks of an axis of us.
page::Axis with_duration_names(page::Axis axis);
/// Names the ticks of an axis of counts.
page::Axis with_count_names(page::Axis axis);

}  // namespace gateway::bench_page
