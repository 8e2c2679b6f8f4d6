// SPDX-License-Identifier: MIT
#pragma once

#include "fault_bands.hpp"
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
    std::vector<ThinnedCurve> curves;  ///< empty if a trace does not have it
};

/// The content of a picture of several traces: the path of the vehicle, and quantities over time.
struct TraceCurves {
    std::vector<std::string> names;  ///< of the traces
    std::vector<std::vector<ShownRoute::Line>> routes;
    std::vector<std::vector<PathPoint>> paths;
    std::vector<Quantity> quantities;  ///< only those that a trace has
    Interval times_s;                  ///< of the rows of all traces
    std::vector<FaultBand> bands;      ///< faults of all traces

    bool has_path() const;
};

/// The largest numbers of traces and of additional columns in a picture.
inline constexpr std::size_t most_traces = 8, most_columns_drawn = 12;

/// Reads traces or recordings, in bounded memory: their path, their speed in km/h, the distance
/// from the route if it is not always 0, and additional columns.
/// @param columns names of additional columns
/// @param log receives notes about the part of a recording that is not shown, and about missing
/// columns
/// @throws plant::FileError, std::invalid_argument for a file that is not a trace, for too many
/// traces, for a column without numbers in all traces, and for traces with nothing to draw
TraceCurves read_traces(const std::vector<std::filesystem::path>& files,
                        const std::vector<std::string>& columns, const Log& log);

}  // namespace gateway
