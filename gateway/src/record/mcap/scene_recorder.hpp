// SPDX-License-Identifier: MIT
#pragma once

#include "message_sink.hpp"
#include "vehicle_scene.hpp"

#include <optional>
#include <string>

namespace gateway {

/// What a scene shows of one vehicle.
struct SceneFacts {
    std::string prefix;  ///< of its topics: empty, or `/NAME`
    std::string name;
    std::string frame;                       ///< of its centre of gravity
    const VehicleConfig* vehicle = nullptr;  ///< null for a remote one
    const Route* route = nullptr;            ///< null without a route
    std::optional<WorldOrigin> origin;       ///< nothing: no positions for a map
};

/// Adds the route, the vehicle and its position on the Earth to a recording. Live viewers get them
/// from the data port, at the rate of the wall clock.
class SceneRecorder {
  public:
    SceneRecorder(MessageSink& file, const SceneFacts& facts);

    /// Call it in each cycle, before the sink's end_cycle(). Adds the route in the first one, and a
    /// scene each 40 ms of simulated time. Does not allocate after the first cycle.
    void add(SimTime now, const Feedback& feedback);

  private:
    MessageSink& file_;
    const std::string frame_;
    VehicleMarkers markers_;
    messages::MarkerArray route_;  ///< empty without a route, and after it was added
    std::optional<WorldOrigin> origin_;
    ddc::recording::NavSatFix fix_;
    ddc::recording::McapId scene_topic_ = 0, route_topic_ = 0, fix_topic_ = 0;
    std::optional<SimTime> next_;  ///< when the next scene is due; nothing: at once
};

}  // namespace gateway
