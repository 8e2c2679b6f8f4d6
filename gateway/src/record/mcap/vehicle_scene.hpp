// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>
#include "geodesy/geodetic.hpp"
#include "messages/markers.hpp"
#include "platform/vehicle_config.hpp"
#include "route/route.hpp"

#include <ddc/recording/common_messages.hpp>

#include <array>
#include <string>

namespace gateway {

/// @name Data of 3D and map panels, for recordings and live viewers
/// @{

/// Time between two scenes: of simulated time in recordings, of the wall clock for live viewers.
inline constexpr std::chrono::milliseconds scene_period{40};

/// The values of a vehicle that its markers show. Wheels in the order FL, FR, RL, RR.
struct VehiclePose {
    double steer_rad = 0;  ///< of the front wheels; NaN: unknown
    std::array<double, 4> force_x_n{};
    std::array<double, 4> force_y_n{};
    std::array<double, 4> force_z_n{};
};
VehiclePose pose_of(const Feedback& feedback);

/// A vehicle as markers: a body, steered wheels, an arrow for each tyre's force (1 m for 4 kN), and
/// its name.
class VehicleMarkers {
  public:
    /// @param frame of its centre of gravity, as in /tf
    /// @param vehicle its parameters; null for a remote vehicle, which has a default shape
    VehicleMarkers(const std::string& name, const std::string& frame, const VehicleConfig* vehicle);

    /// Does not allocate. @return the markers, valid until the next call
    const messages::MarkerArray& at(SimTime now, const VehiclePose& pose);

  private:
    messages::MarkerArray markers_;
};

/// A route as a line in the map.
/// @param name of the vehicle that follows it
messages::Marker route_marker(const std::string& name, const Route& route);

/// Sets time and position of a fix.
void move_to(const WorldOrigin& origin, SimTime now, const Eigen::Vector3d& position_m,
             ddc::recording::NavSatFix& fix);
/// A vehicle's position on the Earth.
ddc::recording::NavSatFix fix_of(const WorldOrigin& origin, const std::string& frame, SimTime now,
                                 const Eigen::Vector3d& position_m);
/// @}

}  // namespace gateway
