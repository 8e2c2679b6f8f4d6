// SPDX-License-Identifier: MIT
#pragma once

#include "recording_file.hpp"
#include "vehicle_messages.hpp"

#include "../vdsim/plant_vehicle.hpp"

#include <memory>
#include <string>
#include <vector>

namespace gateway {

/// Records the vehicles of vdsim_realtime tick by tick, all into one file: where each is, its state
/// and the command that it was told last. Topics and frames of one vehicle alone are called as in a
/// run; of several they begin with `vehicle_` and the id.
class PlantRecorder {
  public:
    /// @param vehicles with an id of their own each; they outlive it
    PlantRecorder(std::shared_ptr<RecordingFile> file,
                  const std::vector<const vdsim::PlantVehicle*>& vehicles);

    /// After a tick, in the loop's thread: neither waits nor allocates.
    void after_tick(SimTime now) noexcept;

  private:
    struct Recorded {
        const vdsim::PlantVehicle* vehicle;
        std::string frame;
        ddc::recording::McapId odometry_topic, state_topic, command_topic;
    };

    std::shared_ptr<RecordingFile> file_;
    std::vector<Recorded> recorded_;
    ddc::recording::McapId transform_topic_;
    ddc::recording::Odometry odometry_;
    ddc::recording::TFMessage transform_;
    messages::VehicleState state_;
    messages::Command command_;
};

}  // namespace gateway
