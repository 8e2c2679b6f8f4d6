// SPDX-License-Identifier: MIT
#include "plant_driver.hpp"

#include "number/limits.hpp"
#include "plant_server/create_plant_vehicle.hpp"
#include "platform/create_vehicle.hpp"
#include "vehicle_topics.hpp"

#include <plant/angle.hpp>

#include <cmath>
#include <stdexcept>
#include <utility>

namespace gateway::ros2 {
namespace {

constexpr auto autoware = vdsim::LocalDriver::ros2;

bool is_place(double value_m) {
    return value_m >= limits::place_m.min && value_m <= limits::place_m.max;
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

}  // namespace gateway::ros2
