// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <map>
#include <string>
#include <vector>

namespace gateway {

/// The accepted distance from a value: an absolute part, and a part relative to the value.
struct Band {
    double offset = 0;
    double share = 0;
    double width(double value) const;
};

/// Parses a band. @param text `OFFSET`, `PERCENT%` or `OFFSET+PERCENT%` @throws
/// std::invalid_argument
Band read_band(const std::string& text);

/// The comparison of a column of the second trace with the curve of the first trace.
struct BandResult {
    std::string name;
    std::size_t rows = 0;    ///< number in the second trace
    std::size_t beyond = 0;  ///< of these, number outside of the band
    double furthest = 0;     ///< largest distance from the band
    double over = 0;         ///< x value at that distance
    double second = 0;       ///< value of the second trace there
};

/// The parameters of a comparison: the bands of columns over another column, which may be shifted
/// within `shift`.
struct BandQuestion {
    std::string over;
    Band shift;
    std::map<std::string, Band> bands;
};

/// Checks for each row of trace `b` whether it is within the band around the curve of trace `a`.
/// The band consists of a rectangle around each point, as in ISO 19364.
/// @param log receives notes about the part of a recording that is not compared
/// @throws std::invalid_argument for invalid files and columns
std::vector<BandResult> compare_over(const std::string& a, const std::string& b,
                                     const BandQuestion& question, const Log& log);

}  // namespace gateway
