// SPDX-License-Identifier: MIT
#pragma once

#include "report.hpp"

#include <ostream>

namespace bench {

enum class Change { none, better, worse };

/// The change of a line. It has changed if the medians are further apart than either spread.
Change change_of(const Series& old_series, const Series& new_series);

/// A line for each line of both, changes marked; then the lines of only one of them.
void print_comparison(const Report& old_report, const Report& new_report, std::ostream& out);

/// Every line with its median and its spread.
void print_report(const Report& report, std::ostream& out);

}  // namespace bench
