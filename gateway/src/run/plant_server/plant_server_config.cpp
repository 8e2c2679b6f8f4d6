// SPDX-License-Identifier: MIT
#include "plant_server_config.hpp"

#include <set>
#include <stdexcept>
#include <utility>

namespace gateway::vdsim {
namespace {

void check_identities(const PlantServerConfig& config) {
    std::set<std::uint32_t> ids;
    std::set<std::string> names;
    for (const PlantVehicleConfig& vehicle : config.vehicles) {
        const PlantVehicleOptions& options = vehicle.options;
        if (!ids.insert(options.vehicle_id).second)
            throw std::invalid_argument(
                "vehicles: two have vehicle_id " + std::to_string(options.vehicle_id) +
                ", which identifies them in data port, recording and ROS 2; give "
                "one of them another vehicle_id");
        if (!names.insert(name_of(options)).second)
            throw std::invalid_argument("vehicles: two have the name '" + name_of(options) + "'");
    }
}

}  // namespace

const std::vector<std::string> reply_names{"false", "true", "all"};

PlantVehicleConfig default_plant_vehicle() {
    PlantVehicleConfig config;
    config.options.reply_to_sender = Reply::all;
    config.options.destinations.push_back({make_endpoint("127.0.0.1", 7002), 3});
    return config;
}

std::string name_of(const PlantVehicleOptions& options) {
    return options.name.empty() ? "vehicle " + std::to_string(options.vehicle_id) : options.name;
}

std::string control_socket_name(std::uint16_t cmd_port) {
    return "vdsim_realtime-" + std::to_string(cmd_port) + ".socket";
}

std::vector<std::uint32_t> allowed_addresses(const PlantServerConfig& config) {
    std::vector<std::uint32_t> addresses;
    for (const std::string& address : config.allow)
        addresses.push_back(make_endpoint(address, 0).address);
    return addresses;
}

void check(const PlantServerConfig& config) {
    std::set<std::pair<std::uint16_t, std::uint32_t>> seen;
    for (const PlantVehicleConfig& vehicle : config.vehicles)
        if (!seen.insert({vehicle.cmd_port, vehicle.options.vehicle_id}).second)
            throw std::invalid_argument(
                "vehicles: two have vehicle_id " + std::to_string(vehicle.options.vehicle_id) +
                " at CMD port " + std::to_string(vehicle.cmd_port) +
                "; give one of them another vehicle_id or another cmd_port");
    if (config.data_port || config.record || config.ros2) check_identities(config);
}

}  // namespace gateway::vdsim
