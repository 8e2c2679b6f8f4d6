// SPDX-License-Identifier: MIT
#include "plant_publisher.hpp"

#include "open_participant.hpp"
#include "vehicle_topics.hpp"

#include "number/limits.hpp"
#include "plant_server/create_plant_vehicle.hpp"
#include "platform/create_vehicle.hpp"

#include <plant/angle.hpp>

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace gateway::ros2 {
namespace {

constexpr auto autoware = vdsim::LocalDriver::ros2;

bool is_place(double value_m) {
    return value_m >= limits::place_m.min && value_m <= limits::place_m.max;
}

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

PlantDriver::PlantDriver(vdsim::PlantVehicleConfig config, SafetyBoard* board)
    : config_(std::move(config)), safety_board_(board) {}

void PlantDriver::begin_at(const InitialPose& pose) {
    using plant::deg_per_rad;
    if (is_handed_over_) throw std::runtime_error("the one before was not taken yet");
    const double behind_m = VehicleTopics::options_of(config_.vehicle).base.behind_m;
    VehicleConfig vehicle = config_.vehicle;
    vehicle.x_m = pose.x_m + behind_m * std::cos(pose.yaw_rad);
    vehicle.y_m = pose.y_m + behind_m * std::sin(pose.yaw_rad);
    vehicle.yaw_deg = pose.yaw_rad * deg_per_rad;
    vehicle.vx_mps = 0;
    if (!is_place(*vehicle.x_m) || !is_place(*vehicle.y_m))
        throw std::runtime_error("it is too far away");
    fresh_ = create_vehicle(vehicle);
    fresh_filters_ = create_plant_filters(config_, safety_board_);
    is_handed_over_ = true;
}

void PlantDriver::before_tick(vdsim::PlantVehicle& vehicle, SteadyTime now) noexcept {
    if (is_handed_over_) {
        vehicle.restart(fresh_, fresh_filters_);
        is_handed_over_ = false;
    }
    const std::uint64_t before = asked_.commands;
    if (const auto asked = board_->try_look()) asked_ = *asked;
    if (!asked_.may_drive())
        vehicle.let_go(autoware);
    else if (asked_.commands != before)
        vehicle.drive(autoware, command_of(asked_, vehicle.feedback()), now);
}

PlantPublisher::PlantPublisher(const vdsim::PlantServerConfig& config, vdsim::PlantServer& server,
                               const std::vector<std::unique_ptr<SafetyBoard>>& boards,
                               const Log& log)
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
        sender_.end_cycle();
    });
}

PlantPublisher::~PlantPublisher() {
    if (sender_.dropped() > 0) log_(dropped_text(sender_.dropped()));
}

void PlantPublisher::add(const vdsim::PlantVehicleConfig& config, vdsim::PlantVehicle& vehicle,
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
        vehicle.monitors.push_back(driver.get());
    }
    members_.push_back({vehicle, std::move(driver), {sender_, std::move(options)}});
}

void PlantPublisher::after_tick(SimTime now) {
    if (!clock_.begin_cycle(now)) return;
    for (Member& member : members_) member.topics.add(clock_.time(), member.vehicle.feedback());
}

}  // namespace gateway::ros2
