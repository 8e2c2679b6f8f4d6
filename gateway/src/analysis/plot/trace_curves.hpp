// SPDX-License-Identifier: MIT
#pragma once

#include "interval.hpp"
#include "shown_route.hpp"
#include "thinned_curve.hpp"
#include "thinned_path.hpp"

#include <gateway/base/log.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace gateway {

/// A quantity over time, with a curve for each trace.
struct Quantity {
    std::string title;                 ///< "Speed"
    std::string label;                 ///< "speed [km/h]"
    std::vector<ThinnedCurve> curves;  ///< empty where a trace does not have it
};

/// What a picture shows of several traces: where the vehicle drove, and quantities over time.
struct TraceCurves {
    std::vector<std::string> names;  ///< of the traces
    std::vector<std::vector<ShownRoute::Line>> routes;
    std::vector<std::vector<PathPoint>> paths;
    std::vector<Quantity> quantities;  ///< only those that some trace has
    Interval times_s;                  ///< of the rows of all traces

    bool has_path() const;
};

/// At most so many traces in one picture, and so many columns that are asked for.
inline constexpr std::size_t most_traces = 8, most_columns_drawn = 12;

/// Reads traces or recordings, in bounded memory: their path, their speed in km/h, the distance
/// from the route where that is not always 0, and the columns that are asked for.
/// @param columns names, each a quantity after those
/// @param log receives what a recording has that is not shown, and which trace lacks a column
/// @throws plant::FileError, std::invalid_argument for a file that is no trace, for too many of
/// them, for a column of which none of them has numbers, and for traces in which there is nothing
/// to draw
TraceCurves read_traces(const std::vector<std::filesystem::path>& files,
                        const std::vector<std::string>& columns, const Log& log);

}  // namespace gateway
