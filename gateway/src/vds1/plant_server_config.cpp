// SPDX-License-Identifier: MIT
#include "plant_server_config.hpp"

#include "../config/pace_config.hpp"

#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

namespace gateway::vds1 {
namespace {

/// An address of four numbers, under `key`.
std::string read_address(ConfigReader& reader, const char* key) {
    std::string address = "127.0.0.1";
    reader.text(key, address);
    try {
        make_endpoint(address, 0);
    } catch (const std::invalid_argument& error) {
        reader.fail(key, error.what());
    }
    return address;
}

Destination read_destination(ConfigReader& reader) {
    const std::string address = read_address(reader, "address");
    std::uint16_t port = 7002;
    reader.number("port", port, limits::port);
    Destination destination;
    destination.version = 3;
    reader.number("version", destination.version, {oldest_version, newest_version});
    destination.endpoint = make_endpoint(address, port);
    reader.finish();
    return destination;
}

void read_failsafe(ConfigReader reader, Failsafe& failsafe) {
    failsafe.centre_steering = reader.choice("steering", {"hold", "center"}).value_or(0) == 1;
    reader.number("brake", failsafe.brake, {0, 1});
    reader.finish();
}

PlantVehicleConfig read_vehicle(ConfigReader& reader) {
    PlantVehicleConfig config;
    PlantVehicleOptions& options = config.options;
    reader.number("vehicle_id", options.vehicle_id, {0, 4294967295.0});
    reader.number("cmd_port", config.cmd_port, limits::own_port);
    for (ConfigReader& to : reader.sections("state"))
        options.destinations.push_back(read_destination(to));
    const auto reply = reader.choice("reply_to_sender", reply_names);
    options.reply_to_sender = reply ? static_cast<Reply>(*reply) : Reply::all;
    reader.time("cmd_timeout_s", options.cmd_timeout, limits::cmd_timeout_s);
    if (auto section = reader.section("failsafe")) read_failsafe(*section, options.failsafe);
    read_parameters(reader, "solver", config.vehicle.session.solver, plant::load_solver);
    if (reader.scalar("step_s"))
        reader.fail("step_s", "a vehicle steps once a tick here: give rate_hz instead");
    read_vehicle_parts(reader, config.vehicle);
    if (plant::takes_actuation(config.vehicle.model) && !config.vehicle.converter)
        reader.fail("model",
                    "takes actuation commands, a CMD has pedals; add `converter: {}`, which turns "
                    "the one into the other");
    options.converter = config.vehicle.converter;
    reader.finish();
    return config;
}

void check_addresses(const ConfigReader& reader, const std::vector<std::string>& addresses) {
    for (const std::string& address : addresses) {
        try {
            make_endpoint(address, 0);
        } catch (const std::invalid_argument& error) {
            reader.fail("allow", error.what());
        }
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

PlantServerConfig load_plant_server_config(const std::filesystem::path& file) {
    ConfigReader reader = ConfigReader::from_file(file);
    PlantServerConfig config;
    double rate_hz = 200;
    reader.number("rate_hz", rate_hz, limits::tick_rate_hz);
    config.pace.dt = SimTime(std::llround(1e9 / rate_hz));
    reader.time("duration_s", config.duration, limits::duration_s);
    read_overrun_and_scale(reader, config.pace);
    config.bind = read_address(reader, "bind");
    reader.texts("allow", config.allow);
    check_addresses(reader, config.allow);
    read_kernel_wishes(reader, config.kernel);
    for (ConfigReader& vehicle : reader.sections("vehicles"))
        set_step(config.vehicles.emplace_back(read_vehicle(vehicle)).vehicle, config.pace.dt);
    if (config.vehicles.empty()) reader.fail("vehicles", "must have at least one vehicle");
    reader.finish();
    return config;
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
}

}  // namespace gateway::vds1
