// SPDX-License-Identifier: MIT
#pragma once

#include "mcap/message_sinks.hpp"
#include "mcap/vehicle_messages.hpp"

#include "plant_server.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gateway {

/// Makes the messages of the vehicles of vdsim_realtime tick by tick, once for a recording and live
/// viewers: where each is, its state and the command that it was told last. Topics and frames of
/// one vehicle alone are called as in a run; of several they begin with `vehicle_` and the id.
class PlantRecorder {
  public:
    /// @param vehicles with an id of their own each; they outlive it
    explicit PlantRecorder(const std::vector<vdsim::PlantVehicle*>& vehicles);

    /// Before the first tick.
    void add_sink(std::shared_ptr<MessageSink> sink) { sinks_.add_sink(std::move(sink)); }

    /// Lets it see every tick of a server that does not run yet. It outlives the run.
    void follow(vdsim::PlantServer& server);

    /// After a tick, in the loop's thread: neither waits nor allocates.
    void after_tick(SimTime now) noexcept;

    /// How a vehicle is called.
    struct Named {
        const vdsim::PlantVehicle* vehicle;
        std::string prefix;  ///< of its topics
        std::string frame;
    };
    const std::vector<Named>& vehicles() const { return named_; }

  private:
    struct Topics {
        ddc::recording::McapId odometry, state, command;
    };

    void add(const Named& each, const Topics& topics, SimTime now) noexcept;

    MessageSinks sinks_;
    std::vector<Named> named_;
    std::vector<Topics> topics_;  ///< of each
    ddc::recording::McapId transform_topic_;
    ddc::recording::Odometry odometry_;
    ddc::recording::TFMessage transform_;
    messages::VehicleState state_;
    messages::Command command_;
};

}  // namespace gateway
