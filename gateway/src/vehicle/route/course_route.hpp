// SPDX-License-Identifier: MIT
#pragma once

#include "route.hpp"

#include <plant/scenario.hpp>

namespace gateway {

/// The way through a manoeuvre's course, as far as a vehicle gets at the speed of its start.
/// @throws std::invalid_argument for a manoeuvre without a course from here to there
Route course_route(const plant::Scenario& manoeuvre);

}  // namespace gateway
