// SPDX-License-Identifier: MIT
#include "load_plant_server_config.hpp"

#include "config/common/named_files.hpp"
#include "config/common/read_address.hpp"
#include "config/common/read_record.hpp"
#include "config/fault/read_faults.hpp"
#include "config/run/read_sections.hpp"
#include "config/vehicle/read_fmu_vehicle.hpp"
#include "config/vehicle/read_safety.hpp"
#include "config/vehicle/read_vehicle.hpp"

#include "number/limits.hpp"
#include "plant_faults.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace gateway::vdsim {
namespace {

using plant::YamlReader;

Destination read_destination(YamlReader& reader) {
    const std::string address = read_address(reader, "address");
    std::uint16_t port = 7002;
    reader.number("port", port, limits::port);
    Destination destination;
    destination.version = 3;
    reader.number("version", destination.version, {vds1::oldest_version, vds1::newest_version});
    destination.endpoint = make_endpoint(address, port);
    return destination;
}

void read_vehicle_faults(YamlReader& reader, PlantVehicleConfig& config) {
    FaultyPart part;
    part.vocabulary = requirement::vocabulary_of(plant_fault_columns());
    part.objection = [&](const Fault& fault) { return plant_fault_objection(fault, config); };
    config.faults = read_faults(reader, std::move(part));
}

PlantVehicleConfig read_vehicle(YamlReader& reader) {
    PlantVehicleConfig config;
    PlantVehicleOptions& options = config.options;
    reader.number("vehicle_id", options.vehicle_id, {0, 4294967295.0});
    reader.text("name", options.name);
    reader.number("cmd_port", config.cmd_port, limits::own_port);
    for (YamlReader& to : reader.sections("state"))
        options.destinations.push_back(read_destination(to));
    if (reader.has("state") && options.destinations.empty() && reader.good("state"))
        reader.refuse("state", "must be a list of maps");
    options.reply_to_sender = Reply::all;
    reader.choice("reply_to_sender", options.reply_to_sender,
                  {reply_names.begin(), reply_names.end()});
    reader.time("cmd_timeout_s", options.cmd_timeout, limits::cmd_timeout_s);
    if (reader.has("step_s"))
        reader.refuse("step_s",
                      "in vdsim_realtime a vehicle steps once per tick: set rate_hz instead");
    if (!read_fmu_vehicle(reader, config.vehicle)) {
        reader.load_file("solver", config.vehicle.session.solver, plant::load_solver);
        read_vehicle_parts(reader, config.vehicle);
    }
    read_failsafe(reader, config.vehicle.session.actuation, options.failsafe);
    config.safety = read_safety(reader, simulated_cabin);
    read_vehicle_faults(reader, config);
    if (plant::takes_actuation(config.vehicle.model) && !reader.has("converter"))
        reader.refuse(
            "model",
            "accepts actuation commands, but a CMD has pedals; add `converter: {}`, which "
            "converts them");
    return config;
}

DataPortConfig read_port(YamlReader& reader, const PlantServerConfig& config) {
    std::vector<VehicleWords> vehicles;
    for (const PlantVehicleConfig& vehicle : config.vehicles)
        vehicles.push_back({std::to_string(vehicle.options.vehicle_id), name_of(vehicle.options)});
    return read_data_port(reader, vehicles);
}

/// Accelerations can be converted to commands that any vehicle of vdsim_realtime accepts.
void check_ros2_commands(YamlReader& reader, const PlantServerConfig& config) {
    if (!config.ros2 || config.ros2->commands != Ros2Commands::actuation) return;
    for (const PlantVehicleConfig& vehicle : config.vehicles)
        if (!plant::takes_actuation(vehicle.vehicle.model))
            return reader.refuse("ros2",
                                 "`commands: actuation` is for a model such as "
                                 "actuation_cmd, which " +
                                     name_of(vehicle.options) +
                                     " is not; write `commands: control`");
}

}  // namespace

PlantServerConfig load_plant_server_config(const std::filesystem::path& file) {
    YamlReader reader(file);
    PlantServerConfig config;
    double rate_hz = 200;
    reader.number("rate_hz", rate_hz, limits::tick_rate_hz);
    config.pace.dt = SimTime(std::llround(1e9 / rate_hz));
    reader.time("duration_s", config.duration, limits::duration_s);
    read_overrun_and_scale(reader, config.pace);
    config.bind = read_address(reader, "bind");
    reader.texts("allow", config.allow);
    for (const std::string& address : config.allow) check_address(reader, "allow", address);
    read_scheduling(reader, config.scheduling);
    config.origin = read_origin(reader);
    for (YamlReader& vehicle : reader.sections("vehicles"))
        set_stable_step(vehicle, config.vehicles.emplace_back(read_vehicle(vehicle)).vehicle,
                        config.pace.dt);
    if (config.vehicles.empty() && reader.good("vehicles"))
        reader.refuse("vehicles", "must have at least one vehicle");
    if (auto section = reader.section("data_port")) config.data_port = read_port(*section, config);
    read_record(reader, config.record, config.record_epoch);
    config.ros2 = read_ros2_of_plant(reader);
    check_ros2_commands(reader, config);
    reader.finish();
    const auto problem = overwriting(traces_of(file), files_read("the configuration", file));
    if (!problem.empty()) throw std::invalid_argument(problem);
    return config;
}

PlantVehicleConfig load_plant_vehicle(const std::filesystem::path& file, const std::string& text,
                                      SimTime step) {
    YamlReader reader(file, text);
    PlantVehicleConfig config = read_vehicle(reader);
    if (config.vehicle.fmu)
        reader.refuse("fmu", "can only be in a configuration, since it is a program");
    set_stable_step(reader, config.vehicle, step);
    reader.finish();
    return config;
}

}  // namespace gateway::vdsim
