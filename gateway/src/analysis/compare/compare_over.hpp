// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <map>
#include <string>
#include <vector>

namespace gateway {

/// How far from a value one may be: so far, and so much of the value.
struct Band {
    double offset = 0;
    double share = 0;
    double width(double value) const;
};

/// @param text `OFFSET`, `PERCENT%` or `OFFSET+PERCENT%` @throws std::invalid_argument
Band read_band(const std::string& text);

/// A column of the second trace beside the curve that the first one draws over another column.
struct BandResult {
    std::string name;
    std::size_t rows = 0;    ///< of the second trace
    std::size_t beyond = 0;  ///< of these, outside of the band
    double furthest = 0;     ///< outside of it
    double over = 0;         ///< where that is
    double second = 0;       ///< and the value there
};

/// What is compared: `bands` of columns, over one that may be shifted within `shift`.
struct BandQuestion {
    std::string over;
    Band shift;
    std::map<std::string, Band> bands;
};

/// Whether each row of trace `b` has a place within the band around the curve of trace `a`: a
/// rectangle around each of its places, as ISO 19364 has it.
/// @throws std::invalid_argument for files and columns that cannot be used
/// @param log told what a recording has that is not compared
std::vector<BandResult> compare_over(const std::string& a, const std::string& b,
                                     const BandQuestion& question, const Log& log);

}  // namespace gateway
