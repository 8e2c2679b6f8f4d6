// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "output/status_line.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// The accepted differences of values, and the names that are ignored.
struct Tolerances {
    double of_all = 0;
    std::map<std::string, double> of_one;  ///< by the name of the column or key
    std::vector<std::string> ignored;

    double of(const std::string& name) const;
    bool ignores(const std::string& name) const;
};

/// A column of two traces, or a key of two summaries.
struct Compared {
    std::string name;
    /// The largest difference of two numbers; infinite if only one is NaN, and for different texts.
    double largest = 0;
    std::size_t row = 0;           ///< row of that difference, from 1; 0 for a summary
    std::optional<double> time_s;  ///< time of that row in the first file
    std::string a, b;              ///< values of that row
    std::size_t differing = 0;     ///< number of rows with any difference
    bool is_text = false;          ///< a differing value is not a number
    bool is_measured = false;      ///< a difference is finite

    /// The first row of a trace in which the difference exceeds the tolerance, and its values.
    struct Place {
        std::size_t row = 0;
        std::optional<double> time_s;
        std::string a, b;
    };
    std::optional<Place> first_beyond;

    /// Adds a pair of values. @return whether it is the largest difference so far
    bool take(const std::string& value_a, const std::string& value_b);
};

/// The differences of two files.
struct Comparison {
    std::vector<Compared> values;  ///< of both files, in the order of the first
    std::vector<std::string> only_a, only_b;
    std::size_t rows_a = 0, rows_b = 0;  ///< equal for two summaries
    bool are_tables = false;

    /// Whether the difference of a value exceeds its tolerance.
    static bool is_beyond(const Compared& value, const Tolerances& tolerances);
    bool is_equal_within(const Tolerances& tolerances) const;
};

/// Compares two summaries by the path of each key, such as `vehicle.x_m` or `programs[0].cycles`.
/// Ignores `timing`, which differs from run to run.
/// @throws std::invalid_argument
Comparison compare_summaries(const std::string& a, const std::string& b,
                             const Tolerances& tolerances);

/// Compares two traces row by row. @throws, @param as compare_files()
Comparison compare_traces(const std::string& a, const std::string& b, const Tolerances& tolerances,
                          const Log& log, StatusLine& status);

/// Compares two traces or two summaries.
/// @param log receives notes about the part of a recording that is not compared
/// @param status shows the progress
/// @throws std::invalid_argument for files that cannot be read or have different kinds, and for a
/// tolerance of a name that neither file has
Comparison compare_files(const std::string& a, const std::string& b, const Tolerances& tolerances,
                         const Log& log, StatusLine& status);

}  // namespace gateway
