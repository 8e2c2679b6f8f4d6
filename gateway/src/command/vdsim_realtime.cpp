// SPDX-License-Identifier: MIT
#include <gateway/vdsim_realtime.hpp>

#include "command_end.hpp"

#include <gateway/exit_code.hpp>
#include <gateway/run_streams.hpp>
#include "../config/load_plant_server_config.hpp"
#include "../number/number_option.hpp"
#include "../output/log_error.hpp"
#include "../realtime/side_thread.hpp"
#include "../vdsim/plant_server_config.hpp"
#include "../vdsim/plant_statistics.hpp"
#include "../vehicle/create_vehicle.hpp"

#include <ddc/version.h>
#include <ddc/command/command_line.hpp>
#include <plant/file_error.hpp>

#include <nlohmann/json.hpp>

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>

namespace gateway::vdsim {
namespace {

using namespace exit_code;

/// Models by what --level calls them.
std::map<std::string, plant::Model> levels() {
    std::map<std::string, plant::Model> models;
    for (const plant::ModelInfo& row : plant::models)
        if (!row.level.empty()) models.emplace(row.level, row.model);
    return models;
}

std::vector<std::string> level_options() {
    std::vector<std::string> options;
    for (const auto& [level, model] : levels()) options.push_back(level);
    return options;
}

/// "L0 (kinematic), L1 (bicycle), ..."
std::string level_names() {
    std::string text;
    for (const auto& [level, model] : levels())
        text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", level, plant::info(model).name);
    return text;
}

struct Arguments {
    std::string vehicle, tyre, config, level = "L2", state_ip = "127.0.0.1", bind = "127.0.0.1";
    std::string actuator, sensors, solver, ground, reply = reply_names.back();
    std::vector<std::string> allow;
    std::uint16_t cmd_port = 7001, state_port = 7002, state_version = 3;
    double rate_hz = 200, vx0_mps = 0, cmd_timeout_s = 0.1;
    std::optional<double> duration_s;
};

void add_options(ddc::command::CommandLine& line, Arguments& given) {
    line.add_option("VEHICLE", given.vehicle, "Vehicle parameters, YAML (default: a sedan)");
    line.add_option("TIRE", given.tyre, "Tyre parameters, YAML or .tir (default: the sedan's)");
    ddc::command::Option config =
        line.add_option("--config", given.config, "Several vehicles or more settings: a YAML file");
    line.add_option("--level", given.level, "Vehicle model: " + level_names())
        .one_of(level_options())
        .show_default();
    add_number(line, "--cmd-port", given.cmd_port, limits::own_port,
               "UDP port where CMDs are taken");
    line.add_option("--state-ip", given.state_ip, "Where STATEs go").ipv4_address().show_default();
    add_number(line, "--state-port", given.state_port, limits::port, "Where STATEs go");
    line.add_option("--reply-to-sender", given.reply,
                    "Who gets STATEs too: nobody (false), who holds the vehicle (true), or all "
                    "senders of CMDs taken in the last 2 s, on the loopback and with --allow")
        .one_of(reply_names)
        .show_default();
    line.add_option("--allow", given.allow, "An address besides the loopback for that, repeatable")
        .repeatable()
        .ipv4_address();
    add_number(line, "--rate", given.rate_hz, limits::tick_rate_hz, "Ticks and STATEs a second");
    add_number(line, "--vx0", given.vx0_mps, limits::speed_mps, "Speed at the start in m/s");
    add_number(line, "--cmd-timeout", given.cmd_timeout_s, limits::cmd_timeout_s,
               "Without a valid CMD for so long the vehicle goes fail-safe, in s");
    line.add_option("--bind", given.bind, "Address of this machine to listen on")
        .ipv4_address()
        .show_default();
    line.add_option("--actuator", given.actuator, "Actuator parameters, YAML (default: ideal)");
    line.add_option("--sensors", given.sensors, "Sensor parameters, YAML (default: ideal)");
    line.add_option("--solver", given.solver, "Solver parameters, YAML");
    line.add_option("--ground", given.ground, "Ground, YAML (default: flat and dry)");
    add_number(line, "--state-version", given.state_version,
               {vds1::oldest_version, vds1::newest_version}, "VDS1 version of the STATEs");
    line.exclude_others(config);
    add_number(line, "--duration", given.duration_s, limits::duration_s,
               "Simulated seconds; without it until stopped");
    line.add_version("vdsim_realtime " DDC_VERSION);
    line.set_footer(
        "It listens on the loopback unless --bind says otherwise. SIGINT or SIGTERM ends it; then "
        "it prints\nits statistics as JSON.\n\nExamples:\n"
        "  vdsim_realtime --vx0 10\n"
        "  vdsim_realtime plant/data/vehicle/sedan.yaml plant/data/tyre/sedan.tir --level L3\n"
        "  vdsim_realtime --config programs/vdsim_realtime/two_vehicles.yaml --duration 60");
}

template <class Params, class Load>
void load_if_given(const std::string& file, Params& params, Load load) {
    if (!file.empty()) params = load(file);
}

PlantServerConfig config_from_flags(const Arguments& given) {
    PlantVehicleConfig vehicle = default_plant_vehicle();
    vehicle.cmd_port = given.cmd_port;
    vehicle.options.destinations = {
        {vds1::make_endpoint(given.state_ip, given.state_port), given.state_version}};
    const auto reply = std::find(reply_names.begin(), reply_names.end(), given.reply);
    vehicle.options.reply_to_sender = static_cast<Reply>(reply - reply_names.begin());
    vehicle.options.cmd_timeout = std::chrono::nanoseconds(std::llround(given.cmd_timeout_s * 1e9));
    plant::SessionConfig& session = vehicle.vehicle.session;
    load_if_given(given.vehicle, session.vehicle, plant::load_vehicle);
    load_if_given(given.tyre, session.tyre,
                  [](const std::string& file) { return plant::load_tyre(file); });
    load_if_given(given.actuator, session.actuator, plant::load_actuator);
    load_if_given(given.sensors, session.sensors, plant::load_sensors);
    load_if_given(given.solver, session.solver, plant::load_solver);
    load_if_given(given.ground, vehicle.vehicle.ground, plant::load_ground);
    vehicle.vehicle.model = levels().at(given.level);
    vehicle.vehicle.vx_mps = given.vx0_mps;
    PlantServerConfig config;
    config.pace.dt = SimTime(std::llround(1e9 / given.rate_hz));
    set_step(vehicle.vehicle, config.pace.dt);
    config.bind = given.bind;
    config.allow = given.allow;
    config.vehicles.push_back(std::move(vehicle));
    return config;
}

PlantServerConfig config_of(const Arguments& given) {
    PlantServerConfig config =
        given.config.empty() ? config_from_flags(given) : load_plant_server_config(given.config);
    if (given.duration_s) config.duration = SimTime(std::llround(*given.duration_s * 1e9));
    check(config);
    return config;
}

std::unique_ptr<PlantVehicle> make_vehicle(const PlantVehicleConfig& config, double time_scale) {
    return std::make_unique<PlantVehicle>(config.options, create_vehicle(config.vehicle),
                                          create_filters(), time_scale);
}

std::unique_ptr<PlantServer> make_server(const PlantServerConfig& config) {
    auto server = std::make_unique<PlantServer>(config.pace, allowed_addresses(config));
    std::map<std::uint16_t, CmdPort*> ports;
    for (const PlantVehicleConfig& vehicle : config.vehicles) {
        CmdPort*& port = ports[vehicle.cmd_port];
        if (port == nullptr)
            port = &server->add_port(vds1::make_endpoint(config.bind, vehicle.cmd_port));
        port->add(make_vehicle(vehicle, config.pace.time_scale));
    }
    return server;
}

void serve(const PlantServerConfig& config, std::ostream& out, spdlog::logger& logger,
           RunControl& control) {
    const auto server = make_server(config);
    const double rate_hz = 1e9 / static_cast<double>(config.pace.dt.count());
    for (const auto& port : server->ports())
        logger.info("{} vehicle{} at {} ticks/s, CMD at {}", port->vehicles().size(),
                    port->vehicles().size() == 1 ? "" : "s", rate_hz, to_string(port->local()));
    if (config.bind.rfind("127.", 0) != 0)
        logger.warn("whoever reaches {} can drive; VDS1 has no password", config.bind);
    PlantNumbers before;
    before.taken_at = std::chrono::steady_clock::now();
    SideThread<PlantNumbers> teller([&](const PlantNumbers& now) {
        logger.info(live_text(now, before));
        before = now;
    });
    server->once_a_second = [&] {
        static_cast<void>(teller.try_offer(gather(*server, std::chrono::steady_clock::now())));
    };
    apply_scheduling(config.scheduling, [&](const std::string& text) { logger.warn(text); });
    server->run(config.duration, control);
    limit_wait(out);
    out << statistics_of(*server).dump(2) << std::endl;
}

int run_command(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
                RunControl& control) {
    ddc::command::CommandLine line("vdsim_realtime",
                                   "Simulated vehicles as VDS1 peers, in real time.");
    Arguments given;
    add_options(line, given);
    if (const std::optional<int> code = line.parse(arguments, out, err)) return *code;
    spdlog::logger logger("vdsim_realtime",
                          std::make_shared<spdlog::sinks::ostream_sink_mt>(err, true));
    logger.set_pattern("%n: %v");
    PlantServerConfig config;
    try {
        config = config_of(given);
        for (const PlantVehicleConfig& vehicle : config.vehicles)
            for (const std::string& warning : vehicle.vehicle.warnings) logger.warn(warning);
    } catch (const std::exception& error) {  // FileError, invalid_argument
        log_error(logger, error);
        return bad_input;
    }
    const auto run = [&] {
        serve(config, out, logger, control);
        return out ? done : degraded;
    };
    return exit_code_of(run, logger);
}

}  // namespace

int vdsim_realtime(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
                   RunControl& control) {
    return after_results(run_command(arguments, out, err, control), "vdsim_realtime", out, err);
}

}  // namespace gateway::vdsim
