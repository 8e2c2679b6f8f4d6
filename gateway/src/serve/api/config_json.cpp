// SPDX-License-Identifier: MIT
#include "run_view.hpp"

#include <ddc/version.h>
#include <ddc/interface/signals.hpp>

#include <nlohmann/json.hpp>

namespace gateway::data_port {
namespace {

using nlohmann::ordered_json;

ordered_json geometry_of(const VehicleFacts& facts) {
    if (!facts.vehicle) return nullptr;
    const plant::VehicleParams& vehicle = facts.vehicle->session.vehicle;
    return {{"wheelbase_m", wheel_base_of(*facts.vehicle)},
            {"track_front_m", vehicle.body.track_front_m},
            {"track_rear_m", vehicle.body.track_rear_m},
            {"cg_to_front_m", vehicle.body.cg_to_front_axle_m},
            {"cg_height_m", vehicle.body.cg_height_m},
            {"wheel_radius_m", vehicle.wheel.radius_m},
            {"max_steer_rad", vehicle.steering.max_angle_rad},
            {"length_m", nullptr},
            {"width_m", nullptr},
            {"height_m", nullptr}};
}

ordered_json route_of(const VehicleFacts& facts) {
    if (!facts.route) return nullptr;
    auto points = ordered_json::array();
    for (const Point& point : facts.route->points()) points.push_back({point.x_m, point.y_m});
    return points;
}

ordered_json ground_of(const VehicleFacts& facts) {
    if (!facts.vehicle) return nullptr;
    const plant::GroundParams& ground = facts.vehicle->ground;
    auto patches = ordered_json::array();
    for (const plant::FrictionPatch& patch : ground.patches)
        patches.push_back({{"start_m", patch.start_m},
                           {"end_m", patch.end_m},
                           {"right_m", patch.right_m},
                           {"left_m", patch.left_m},
                           {"friction", patch.friction}});
    return {{"height_m", ground.height_m}, {"heading_rad", ground.heading_rad},
            {"grade", ground.grade},       {"bank", ground.bank},
            {"friction", ground.friction}, {"patches", patches}};
}

ordered_json signal_of(const SignalName& signal) {
    const std::string port = signal.name.substr(0, signal.name.find_first_of("[."));
    const ddc::interface::Signal* known = ddc::interface::find_signal(port);
    return {{"name", signal.name},
            {"unit", known != nullptr ? ordered_json(known->unit) : ordered_json()},
            {"direction", signal.is_input ? "input" : "output"},
            {"meaning", known != nullptr ? ordered_json(known->meaning) : ordered_json()}};
}

/// @return nothing if there are none
ordered_json faults_of(const VehicleBoard& board) {
    ordered_json faults;
    if (!board.is_ready) return faults;
    for (const FaultName& fault : board.faults)
        faults.push_back({{"name", fault.name}, {"kind", fault.kind}, {"target", fault.target}});
    return faults;
}

ordered_json to_json(const ViewedVehicle& vehicle) {
    auto signals = ordered_json::array();
    if (vehicle.board.is_ready)
        for (const SignalName& signal : vehicle.board.signals) signals.push_back(signal_of(signal));
    const VehicleFacts& facts = vehicle.facts;
    ordered_json json{
        {"id", facts.id},
        {"name", facts.name},
        {"model", facts.vehicle ? ordered_json(info(facts.vehicle->model).name) : ordered_json()},
        {"control", facts.refusal.empty()},
        {"geometry", geometry_of(facts)},
        {"route", route_of(facts)},
        {"ground", ground_of(facts)},
        {"signals", signals}};
    if (const ordered_json faults = faults_of(vehicle.board); !faults.empty())
        json["faults"] = faults;
    return json;
}

}  // namespace

std::string config_json(const RunView& view) {
    const RunFacts& facts = view.facts();
    auto vehicles = ordered_json::array();
    bool may_drive = false;
    for (const auto& vehicle : view.vehicles()) {
        vehicles.push_back(to_json(*vehicle));
        may_drive = may_drive || vehicle->facts.refusal.empty();
    }
    const bool is_endless = facts.duration == SimTime::max();
    const ordered_json json{
        {"version", DDC_VERSION},
        {"mode", facts.mode},
        {"duration_s", is_endless
                           ? ordered_json()
                           : ordered_json(std::chrono::duration<double>(facts.duration).count())},
        {"control", may_drive},
        {"vehicles", vehicles},
        {"yaml", facts.text}};
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace gateway::data_port
