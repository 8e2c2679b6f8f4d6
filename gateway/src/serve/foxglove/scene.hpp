// SPDX-License-Identifier: MIT
#pragma once

#include "api/run_view.hpp"
#include "geodesy/geodetic.hpp"
#include "messages/markers.hpp"

#include <ddc/recording/common_messages.hpp>

#include <string>

namespace gateway::foxglove {

/// @name Data of 3D and map panels
/// They are computed from the snapshots of the data port, so that the loops have no further work.
/// @{

/// Appends the vehicle: a body, steered wheels, an arrow for each tyre's force (1 m for 4 kN), and
/// its name.
/// @param frame of its centre of gravity, as in /tf
/// @param now its latest snapshot
void add_vehicle(const data_port::ViewedVehicle& vehicle, const std::string& frame,
                 const data_port::Snapshot& now, messages::MarkerArray& to);
/// Appends the vehicle's route, if it has one.
void add_route(const data_port::ViewedVehicle& vehicle, messages::MarkerArray& to);
/// The vehicle's position on the Earth.
ddc::recording::NavSatFix fix_of(const WorldOrigin& origin, const std::string& frame,
                                 const data_port::Snapshot& now);
/// @}

}  // namespace gateway::foxglove
