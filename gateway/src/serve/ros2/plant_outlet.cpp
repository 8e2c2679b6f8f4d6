// SPDX-License-Identifier: MIT
#include "plant_outlet.hpp"

#include "open_participant.hpp"

#include <string>
#include <utility>

namespace gateway::ros2 {
namespace {

vdsim::PlantVehicle* vehicle_of(const vdsim::PlantServer& server, std::uint32_t id) {
    for (vdsim::PlantVehicle* vehicle : server.vehicles())
        if (vehicle->id() == id) return vehicle;
    return nullptr;
}

SafetyBoard* board_of(const vdsim::PlantVehicleConfig& vehicle,
                      const std::vector<std::unique_ptr<SafetyBoard>>& boards) {
    for (const auto& board : boards)
        if (board->name == name_of(vehicle.options)) return board.get();
    return nullptr;
}

}  // namespace

PlantOutlet::PlantOutlet(const vdsim::PlantServerConfig& config, vdsim::PlantServer& server,
                         const std::vector<std::unique_ptr<SafetyBoard>>& boards, const Log& log)
    : log_(log),
      participant_(open_participant(*config.ros2, log)),
      ros2_(*config.ros2),
      sender_(participant_, config.ros2->space),
      clock_(sender_, config.ros2->publishes_clock) {
    const bool is_alone = config.vehicles.size() == 1;
    for (const vdsim::PlantVehicleConfig& each : config.vehicles) {
        const std::uint32_t id = each.options.vehicle_id;
        add(each, *vehicle_of(server, id), board_of(each, boards),
            is_alone ? "" : "/vehicle_" + std::to_string(id));
    }
    server.after_tick.emplace_back([this, &server](bool has_moved) {
        if (!has_moved) return;
        after_tick(server.sim_time());
        sender_.end_turn();
    });
}

PlantOutlet::~PlantOutlet() {
    if (sender_.dropped() > 0) log_(dropped_text(sender_.dropped()));
}

void PlantOutlet::add(const vdsim::PlantVehicleConfig& config, vdsim::PlantVehicle& vehicle,
                      SafetyBoard* board, const std::string& space) {
    VehicleTopics::Options options = VehicleTopics::options_of(config.vehicle);
    options.space = space;
    options.vehicle_interface = ros2_.vehicle_interface;
    std::unique_ptr<PlantDriver> driver;
    if (ros2_.takes_commands()) {
        driver = std::make_unique<PlantDriver>(config, board);
        options.commands = std::make_shared<CommandBoard>(
            participant_, command_topics_of(ros2_, config.vehicle.controller), log_,
            [its = driver.get()](const InitialPose& pose) { its->begin_at(pose); },
            ros2_.space + space);
        driver->follow(options.commands);
        vehicle.onlookers.push_back(driver.get());
    }
    members_.push_back({vehicle, std::move(driver), {sender_, std::move(options)}});
}

void PlantOutlet::after_tick(SimTime now) {
    if (!clock_.begin_turn(now)) return;
    for (Member& member : members_) member.topics.add(clock_.time(), member.vehicle.feedback());
}

}  // namespace gateway::ros2
