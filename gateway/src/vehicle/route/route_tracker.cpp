// SPDX-License-Identifier: MIT
#include "route_tracker.hpp"

namespace gateway {

void RouteTracker::follow(const Feedback& feedback) {
    if (route_ == nullptr) return;
    const auto& position = feedback.state.position_m;
    const Route::Nearest nearest = route_->nearest(position.x(), position.y());
    distance_m_ = nearest.distance_m;
    trajectory_ = trajectory_ahead(*route_, nearest.segment);
    trajectory_.nearest = {route_, nearest.place.piece, nearest.place.t};
}

}  // namespace gateway
