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

/// How far two values may be apart, and which are not looked at.
struct Tolerances {
    double of_all = 0;
    std::map<std::string, double> of_one;  ///< by the name of its column or key
    std::vector<std::string> ignored;

    double of(const std::string& name) const;
    bool ignores(const std::string& name) const;
};

/// A column of two traces, or a key of two summaries.
struct Compared {
    std::string name;
    /// Between two numbers; infinite where one alone is not a number, and for texts that differ.
    double largest = 0;
    std::size_t row = 0;           ///< where that is, from 1; 0 of a summary
    std::optional<double> time_s;  ///< there, as the first file has it
    std::string a, b;              ///< the values there
    std::size_t differing = 0;     ///< rows with any difference
    bool is_text = false;          ///< some differing value is no number
    bool is_measured = false;      ///< some difference is finite

    /// The first row of a trace in which it is further apart than it may be, and the values there.
    struct Place {
        std::size_t row = 0;
        std::optional<double> time_s;
        std::string a, b;
    };
    std::optional<Place> first_beyond;

    /// Takes one more pair of values. @return whether it is the largest difference so far
    bool take(const std::string& value_a, const std::string& value_b);
};

/// What two files differ in.
struct Comparison {
    std::vector<Compared> values;  ///< that both have, in the order of the first file
    std::vector<std::string> only_a, only_b;
    std::size_t rows_a = 0, rows_b = 0;  ///< equal for two summaries
    bool are_tables = false;

    /// Whether a value is further apart than it may be.
    static bool is_beyond(const Compared& value, const Tolerances& tolerances);
    bool is_equal_within(const Tolerances& tolerances) const;
};

/// By the path of each key, such as `vehicle.x_m` or `programs[0].cycles`; `timing`, which holds
/// what differs from run to run, is left out.
/// @throws std::invalid_argument
Comparison compare_summaries(const std::string& a, const std::string& b,
                             const Tolerances& tolerances);

/// Row by row. @throws, @param as compare_files()
Comparison compare_traces(const std::string& a, const std::string& b, const Tolerances& tolerances,
                          const Log& log, StatusLine& status);

/// Compares two traces or two summaries.
/// @throws std::invalid_argument for files that cannot be read or are of two kinds, and for a
/// tolerance of what neither has
/// @param log told what a recording has that is not compared @param status how far it is
Comparison compare_files(const std::string& a, const std::string& b, const Tolerances& tolerances,
                         const Log& log, StatusLine& status);

}  // namespace gateway
