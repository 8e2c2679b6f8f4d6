// SPDX-License-Identifier: MIT
#include "plant_recorder.hpp"

#include <algorithm>
#include <utility>

namespace gateway {
namespace {

using namespace ddc::recording;

}  // namespace

PlantRecorder::PlantRecorder(const std::vector<vdsim::PlantVehicle*>& vehicles, SimTime epoch)
    : epoch_(epoch), transform_topic_(sinks_.add_topic<TFMessage>("/tf")) {
    const bool is_alone = vehicles.size() == 1;
    for (const vdsim::PlantVehicle* vehicle : vehicles) {
        const std::string name = is_alone ? "" : "vehicle_" + std::to_string(vehicle->id());
        const std::string prefix = is_alone ? "" : "/" + name;
        named_.push_back({vehicle, prefix, is_alone ? vehicle_frame : name + "/" + vehicle_frame});
        topics_.push_back({sinks_.add_topic<Odometry>(prefix + "/vehicle/odometry"),
                           sinks_.add_topic<messages::VehicleState>(prefix + "/vehicle/state"),
                           sinks_.add_topic<messages::Command>(prefix + "/command/after_filters")});
        if (vdsim::PlantFaults* const faults = vehicle->faults())
            topics_.back().faults.emplace(sinks_, prefix + "/faults", faults->board());
    }
}

void PlantRecorder::follow(vdsim::PlantServer& server) {
    server.after_tick.emplace_back([this, &server](bool has_moved) {
        if (has_moved) after_tick(server.sim_time() + epoch_);
    });
}

void PlantRecorder::add_scenes(MessageSink& file,
                               const std::vector<vdsim::PlantVehicleConfig>& configs,
                               const std::optional<WorldOrigin>& origin) {
    for (const Named& each : named_) {
        const auto config = std::find_if(configs.begin(), configs.end(), [&](const auto& one) {
            return one.options.vehicle_id == each.vehicle->id();
        });
        scenes_.push_back(std::make_unique<SceneRecorder>(
            file, SceneFacts{each.prefix, each.prefix.empty() ? "vehicle" : each.prefix.substr(1),
                             each.frame, config == configs.end() ? nullptr : &config->vehicle,
                             nullptr, origin}));
    }
}

void PlantRecorder::after_tick(SimTime now) noexcept {
    for (std::size_t i = 0; i < scenes_.size(); ++i)
        scenes_[i]->add(now, named_[i].vehicle->feedback());
    if (sinks_.begin_cycle(now))
        for (std::size_t i = 0; i < named_.size(); ++i) add(named_[i], topics_[i], now);
    sinks_.end_cycle();
}

void PlantRecorder::add(const Named& each, const Topics& topics, SimTime now) noexcept {
    const Feedback& feedback = each.vehicle->feedback();
    fill(odometry_, now, feedback, each.frame);
    sinks_.add(topics.odometry, now, odometry_);
    fill(transform_, odometry_);
    sinks_.add(transform_topic_, now, transform_);
    fill(state_, now, feedback);
    sinks_.add(topics.state, now, state_);
    fill(command_, now, each.vehicle->applied(), each.vehicle->watchdog().is_failsafe());
    sinks_.add(topics.command, now, command_);
    if (topics.faults) topics.faults->add_to(sinks_, now);
}

}  // namespace gateway
