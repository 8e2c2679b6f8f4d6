// SPDX-License-Identifier: MIT
#pragma once

#include "mcap/message_sinks.hpp"
#include "mcap/vehicle_messages.hpp"

#include "fault_messages.hpp"
#include "mcap/scene_recorder.hpp"
#include "plant_server.hpp"
#include "plant_server_config.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gateway {

/// Makes the messages of the vehicles of vdsim_realtime in each tick, once for a recording and live
/// viewers: position, state, the last command and the active faults. Topics and frames of a single
/// vehicle have the same names as in a run; with several vehicles they begin with `vehicle_` and
/// the id.
class PlantRecorder {
  public:
    /// @param vehicles have different ids; outlive it
    /// @param epoch time of the messages at the simulated time 0
    explicit PlantRecorder(const std::vector<vdsim::PlantVehicle*>& vehicles,
                           SimTime epoch = SimTime{0});

    /// Before the first tick.
    void add_sink(std::shared_ptr<MessageSink> sink) { sinks_.add_sink(std::move(sink)); }
    /// Before the first tick. Also adds the vehicles as scenes to a recording, which was added as a
    /// sink. @param origin nothing: no positions for a map
    void add_scenes(MessageSink& file, const std::vector<vdsim::PlantVehicleConfig>& configs,
                    const std::optional<WorldOrigin>& origin);

    /// Connects it to every tick of a server that is not running yet. It outlives the run.
    void follow(vdsim::PlantServer& server);

    /// @param now time of the messages
    /// To be called after a tick, in the loop's thread: neither blocks nor allocates.
    void after_tick(SimTime now) noexcept;

    /// Names of a vehicle's topics.
    struct Named {
        const vdsim::PlantVehicle* vehicle;
        std::string prefix;  ///< of its topics
        std::string frame;
    };
    const std::vector<Named>& vehicles() const { return named_; }

  private:
    struct Topics {
        ddc::recording::McapId odometry, state, command;
        std::optional<FaultMessages> faults{};  ///< nothing without faults
    };

    void add(const Named& each, const Topics& topics, SimTime now) noexcept;

    const SimTime epoch_;
    MessageSinks sinks_;
    std::vector<std::unique_ptr<SceneRecorder>> scenes_;  ///< of each, or empty
    std::vector<Named> named_;
    std::vector<Topics> topics_;  ///< of each
    ddc::recording::McapId transform_topic_;
    ddc::recording::Odometry odometry_;
    ddc::recording::TFMessage transform_;
    messages::VehicleState state_;
    messages::Command command_;
};

}  // namespace gateway
