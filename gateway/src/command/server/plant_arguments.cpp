// SPDX-License-Identifier: MIT
#include "plant_arguments.hpp"

#include "line/announce_option.hpp"
#include "number/number_option.hpp"
#include "plant_server/load_plant_server_config.hpp"
#include "plant_server/load_scene.hpp"

#include <ddc/version.h>
#include <plant/angle.hpp>
#include <plant/scenario.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

namespace gateway::vdsim {
namespace {

using plant::deg_per_rad;
constexpr double default_rate_hz = 200;

/// Vehicle models by their names for --level.
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

SimTime dt_of(double rate_hz) {
    return SimTime(std::llround(1e9 / rate_hz));
}

template <class Params, class Load>
void load_if_given(const std::string& file, Params& params, Load load) {
    if (!file.empty()) params = load(file);
}

}  // namespace

/// Options that are not given are empty, so that they do not override values of a scene.
struct PlantArguments::Given {
    // Options of the vehicle, which cannot be given with a scene.
    std::string vehicle, tyre, level = "L2", actuator, sensors, solver, ground;
    double x0_m = 0, y0_m = 0, yaw0_rad = 0, vx0_mps = 0;
    std::vector<std::pair<std::string, ddc::command::Option>> not_with_scene;

    // Options of the peers and of time.
    std::string config, scene, state_ip, bind, reply;
    std::vector<std::string> allow;
    std::optional<std::uint16_t> cmd_port, state_port, state_version, data_port;
    std::optional<double> rate_hz, time_scale, cmd_timeout_s, duration_s;
    bool is_only_checked = false;
    std::optional<int> announce;

    void add_vehicle(ddc::command::CommandLine& line);
    void add_parameter_files(ddc::command::CommandLine& line);
    void add_peers(ddc::command::CommandLine& line);
    void add_pace(ddc::command::CommandLine& line);
    void check_scene() const;
    PlantServerConfig from_flags() const;
    void apply_to(PlantServerConfig& server) const;
    void apply_to(PlantVehicleConfig& vehicle) const;
};

void PlantArguments::Given::add_vehicle(ddc::command::CommandLine& line) {
    const auto add = [&](const std::string& name, const ddc::command::Option& option) {
        not_with_scene.emplace_back(name, option);
    };
    add("VEHICLE",
        line.add_file("VEHICLE", vehicle, "Vehicle parameters, YAML (default: a sedan)"));
    add("TIRE",
        line.add_file("TIRE", tyre, "Tyre parameters, YAML or .tir (default: the sedan's)"));
    add("--level", line.add_option("--level", level, "Vehicle model: " + level_names())
                       .one_of(level_options())
                       .show_default());
    add("--x0",
        add_number(line, "--x0", x0_m, limits::place_m, "Start position, in m to the east"));
    add("--y0",
        add_number(line, "--y0", y0_m, limits::place_m, "Start position, in m to the north"));
    add("--yaw0", add_number(line, "--yaw0", yaw0_rad, {-1e6, 1e6},
                             "Start heading, in rad from east, positive to the left"));
    add("--vx0", add_number(line, "--vx0", vx0_mps, limits::speed_mps, "Start speed, in m/s"));
}

void PlantArguments::Given::add_parameter_files(ddc::command::CommandLine& line) {
    const auto add = [&](const char* name, std::string& file, const char* help) {
        not_with_scene.emplace_back(name, line.add_file(name, file, help));
    };
    add("--actuator", actuator, "Actuator parameters, YAML (default: ideal)");
    add("--sensors", sensors, "Sensor parameters, YAML (default: ideal)");
    add("--solver", solver, "Solver parameters, YAML");
    add("--ground", ground, "Ground, YAML (default: flat and dry)");
}

void PlantArguments::Given::add_peers(ddc::command::CommandLine& line) {
    add_number(line, "--cmd-port", cmd_port, limits::own_port, "UDP port that receives CMDs")
        .show_default("7001");
    line.add_option("--state-ip", state_ip, "IP address that STATEs are sent to")
        .ipv4_address()
        .show_default("127.0.0.1");
    add_number(line, "--state-port", state_port, limits::port, "UDP port that STATEs are sent to")
        .show_default("7002");
    add_number(line, "--state-version", state_version, {vds1::oldest_version, vds1::newest_version},
               "VDS1 version of the STATEs")
        .show_default("3");
    line.add_option(
            "--reply-to-sender", reply,
            "Send STATEs also to senders of CMDs: to none (false), to the one that drives the "
            "vehicle (true), or to all whose CMDs arrived in the last 2 s; only on loopback and "
            "at addresses of --allow")
        .one_of(reply_names)
        .show_default(reply_names.back());
    line.add_option("--allow", allow,
                    "Remote address that --reply-to-sender may send to; may be given several times")
        .repeatable()
        .ipv4_address();
    line.add_option("--bind", bind, "Local address to listen on")
        .ipv4_address()
        .show_default("127.0.0.1");
}

void PlantArguments::Given::add_pace(ddc::command::CommandLine& line) {
    add_number(line, "--rate", rate_hz, limits::tick_rate_hz, "Ticks and STATEs per second")
        .show_default("200");
    add_number(line, "--time-scale", time_scale, limits::time_scale,
               "Simulated seconds per second of wall time")
        .show_default("1");
    add_number(line, "--cmd-timeout", cmd_timeout_s, limits::cmd_timeout_s,
               "Time without a valid CMD after which the vehicle is in fail-safe, in s")
        .show_default("0.1");
}

PlantArguments::PlantArguments(ddc::command::CommandLine& line)
    : given_(std::make_unique<Given>()) {
    Given& given = *given_;
    given.add_vehicle(line);
    given.add_parameter_files(line);
    given.add_peers(line);
    given.add_pace(line);
    line.add_file(
        "--scene,--scenario", given.scene,
        "World file of the public simulator, or a file as for --config; options for peers "
        "and timing override its values");
    line.exclude_others(line.add_file("--config", given.config,
                                      "YAML file with several vehicles and further settings"));
    add_number(line, "--duration", given.duration_s, limits::duration_s,
               "Simulated seconds (default: until stopped)");
    add_number(
        line, "--data-port", given.data_port, limits::own_port,
        "HTTP port to monitor and drive the vehicles, on 127.0.0.1 or data_port.bind; 0: any free "
        "port");
    add_announce_option(line, given.announce);
    line.add_flag("--validate", given.is_only_checked,
                  "Check the options and the configuration with every file it names, then exit");
    line.add_version("vdsim_realtime " DDC_VERSION);
    line.add_completion();
    line.set_footer(
        "Listens on loopback unless --bind is given. On SIGINT or SIGTERM it prints statistics as "
        "JSON and\nexits.\n\nExamples:\n"
        "  vdsim_realtime --vx0 10\n"
        "  vdsim_realtime plant/data/vehicle/sedan.yaml plant/data/tyre/sedan.tir --level L3\n"
        "  vdsim_realtime --config programs/vdsim_realtime/two_vehicles.yaml --duration 60\n"
        "  vdsim_realtime --scene=programs/vdsim_realtime/world.yaml --rate=100");
}

PlantArguments::~PlantArguments() = default;

bool PlantArguments::is_only_checked() const {
    return given_->is_only_checked;
}

std::optional<int> PlantArguments::announce() const {
    return given_->announce;
}

PlantServerConfig PlantArguments::config() const {
    const Given& given = *given_;
    PlantServerConfig config;
    if (!given.config.empty()) {
        config = load_plant_server_config(given.config);
    } else if (!given.scene.empty()) {
        given.check_scene();
        config = load_scene(given.scene);
        config.scale_file = std::filesystem::path(given.scene).parent_path() / "time_scale";
    } else {
        config = given.from_flags();
    }
    config.file = given.config.empty() ? given.scene : given.config;
    given.apply_to(config);
    check(config);
    return config;
}

void PlantArguments::Given::check_scene() const {
    for (const auto& [name, option] : not_with_scene)
        if (option.is_given())
            throw std::invalid_argument(name + ": cannot be given with --scene, which contains it");
}

PlantServerConfig PlantArguments::Given::from_flags() const {
    PlantVehicleConfig made = default_plant_vehicle();
    plant::SessionConfig& session = made.vehicle.session;
    load_if_given(vehicle, session.vehicle, plant::load_vehicle);
    load_if_given(tyre, session.tyre, [&](const std::string& file) {
        return plant::load_tyre(file, &made.vehicle.warnings);
    });
    load_if_given(actuator, session.actuator, plant::load_actuator);
    load_if_given(sensors, session.sensors, plant::load_sensors);
    load_if_given(solver, session.solver, plant::load_solver);
    load_if_given(ground, made.vehicle.ground, plant::load_ground);
    made.vehicle.model = levels().at(level);
    made.vehicle.x_m = x0_m;
    made.vehicle.y_m = y0_m;
    made.vehicle.yaw_deg = yaw0_rad * deg_per_rad;
    made.vehicle.vx_mps = vx0_mps;
    PlantServerConfig server;
    server.pace.dt = dt_of(default_rate_hz);
    set_step(made.vehicle, server.pace.dt);
    server.vehicles.push_back(std::move(made));
    return server;
}

void PlantArguments::Given::apply_to(PlantServerConfig& server) const {
    if (rate_hz) server.pace.dt = dt_of(*rate_hz);
    if (time_scale) server.pace.time_scale = *time_scale;
    if (duration_s) server.duration = SimTime(std::llround(*duration_s * 1e9));
    if (!bind.empty()) server.bind = bind;
    if (!allow.empty()) server.allow = allow;
    if (data_port && !server.data_port) server.data_port.emplace();
    if (data_port) server.data_port->port = *data_port;
    for (PlantVehicleConfig& each : server.vehicles) {
        if (rate_hz) set_step(each.vehicle, server.pace.dt);
        apply_to(each);
    }
}

void PlantArguments::Given::apply_to(PlantVehicleConfig& each) const {
    if (cmd_port) each.cmd_port = *cmd_port;
    if (cmd_timeout_s)
        each.options.cmd_timeout = std::chrono::nanoseconds(std::llround(*cmd_timeout_s * 1e9));
    const auto wanted = std::find(reply_names.begin(), reply_names.end(), reply);
    if (wanted != reply_names.end())
        each.options.reply_to_sender = static_cast<Reply>(wanted - reply_names.begin());
    auto& destinations = each.options.destinations;
    if (!state_ip.empty() || state_port) {
        const Destination usual = default_plant_vehicle().options.destinations.front();
        const std::uint16_t version =
            destinations.empty() ? usual.version : destinations.front().version;
        destinations = {{make_endpoint(state_ip.empty() ? "127.0.0.1" : state_ip,
                                       state_port.value_or(usual.endpoint.port)),
                         version}};
    }
    if (state_version)
        for (Destination& to : destinations) to.version = *state_version;
}

}  // namespace gateway::vdsim
