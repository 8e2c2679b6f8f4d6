// SPDX-License-Identifier: MIT
#include "plant_recorder.hpp"

#include <utility>

namespace gateway {
namespace {

using namespace ddc::recording;

std::string prefix_of(const vdsim::PlantVehicle& vehicle) {
    return "vehicle_" + std::to_string(vehicle.id());
}

}  // namespace

PlantRecorder::PlantRecorder(std::shared_ptr<RecordingFile> file,
                             const std::vector<const vdsim::PlantVehicle*>& vehicles)
    : file_(std::move(file)), transform_topic_(file_->add_topic<TFMessage>("/tf")) {
    const bool is_alone = vehicles.size() == 1;
    for (const vdsim::PlantVehicle* vehicle : vehicles) {
        const std::string name = prefix_of(*vehicle);
        const std::string place = is_alone ? "" : "/" + name;
        recorded_.push_back(
            {vehicle, is_alone ? vehicle_frame : name + "/" + vehicle_frame,
             file_->add_topic<Odometry>(place + "/vehicle/odometry"),
             file_->add_topic<messages::VehicleState>(place + "/vehicle/state"),
             file_->add_topic<messages::Command>(place + "/command/after_filters")});
    }
}

void PlantRecorder::after_tick(SimTime now) noexcept {
    for (const Recorded& each : recorded_) {
        const Feedback& feedback = each.vehicle->feedback();
        fill(odometry_, now, feedback, each.frame);
        file_->add(each.odometry_topic, now, odometry_);
        fill(transform_, odometry_);
        file_->add(transform_topic_, now, transform_);
        fill(state_, now, feedback);
        file_->add(each.state_topic, now, state_);
        fill(command_, now, each.vehicle->applied(), each.vehicle->watchdog().is_failsafe());
        file_->add(each.command_topic, now, command_);
    }
    file_->end_turn();
}

}  // namespace gateway
