// SPDX-License-Identifier: MIT
#pragma once

#include "geodesy/geodetic.hpp"
#include "observer/trace_recorder.hpp"
#include "requirement/formula.hpp"

#include <vector>

namespace gateway {

/// Columns for the signals of the catalogue that formulas name and no port of the program
/// carries, one for each element.
/// @param known columns besides those of the ports
std::vector<TraceColumn> unbound_columns(const std::vector<const requirement::Formula*>& formulas,
                                         const TraceRecorder::Sources& sources,
                                         const std::vector<TraceColumn>& known,
                                         const WorldOrigin& origin);

/// Whether one of them depends on other vehicles.
bool look_around(const std::vector<const requirement::Formula*>& formulas);

}  // namespace gateway
