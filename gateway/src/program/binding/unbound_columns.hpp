// SPDX-License-Identifier: MIT
#pragma once

#include "geodesy/geodetic.hpp"
#include "observer/trace_recorder.hpp"
#include "requirement/requirement.hpp"

#include <vector>

namespace gateway {

/// The signals of the catalogue that requirements name and no port of the program carries, each
/// element that is named as a column.
/// @param known columns beside the ports
std::vector<TraceColumn> unbound_columns(const std::vector<requirement::Requirement>& requirements,
                                         const TraceRecorder::Sources& sources,
                                         const std::vector<TraceColumn>& known,
                                         const WorldOrigin& origin);

/// Whether one of them tells of other vehicles.
bool look_around(const std::vector<requirement::Requirement>& requirements);

}  // namespace gateway
