// SPDX-License-Identifier: MIT
#include "load_scene.hpp"

#include "load_plant_server_config.hpp"

#include "number/limits.hpp"

#include <plant/angle.hpp>
#include <plant/yaml_reader.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

namespace gateway::vdsim {
namespace {

using plant::YamlReader;

using plant::pi;
constexpr plant::Range friction{0, 10};
constexpr plant::Range slope_rad{-0.78, 0.78};
constexpr plant::Range step_s{1e-4, 1};
constexpr plant::Range timeout_or_none_s{0, limits::cmd_timeout_s.max};
constexpr double public_rate_hz = 200;

bool has_one_of(const YamlReader& reader, std::initializer_list<const char*> keys) {
    return std::any_of(keys.begin(), keys.end(), [&](const char* key) { return reader.has(key); });
}

/// Detects the world form by keys that only it has.
bool is_world(YamlReader& reader) {
    if (has_one_of(reader, {"sim", "rate", "cmd_timeout", "mu", "mu_right", "grade", "bank",
                            "iso_class", "terrain", "comms"}))
        return true;
    const auto vehicles = reader.sections("vehicles");
    return std::any_of(vehicles.begin(), vehicles.end(), [](const YamlReader& vehicle) {
        return has_one_of(vehicle, {"id", "level", "vehicle", "tire", "x0", "y0", "yaw0", "vx0"});
    });
}

/// Reads the tick rate: `rate`, or 1 / `dt` without it. One STATE is sent per tick.
void read_rate(YamlReader& reader, double& rate_hz, std::vector<std::string>& warnings) {
    double dt_s = 0;
    if (reader.number("dt", dt_s, step_s)) rate_hz = 1 / dt_s;
    if (!reader.number("rate", rate_hz, limits::tick_rate_hz) || dt_s <= 0) return;
    if (std::abs(rate_hz * dt_s - 1) > 1e-6)
        warnings.push_back(reader.file().string() +
                           ": sim.dt: is not 1 / sim.rate: a tick takes 1 / rate");
}

/// Older files have these keys at the top level.
void read_sim(YamlReader& reader, PlantServerConfig& config, std::vector<std::string>& warnings) {
    double rate_hz = public_rate_hz;
    const auto read = [&](YamlReader& from) {
        read_rate(from, rate_hz, warnings);
        from.number("time_scale", config.pace.time_scale, limits::time_scale);
    };
    read(reader);
    if (auto sim = reader.section("sim")) read(*sim);
    config.pace.dt = SimTime(std::llround(1e9 / rate_hz));
}

/// A value of -1 disables its feature.
plant::GroundParams read_ground(YamlReader& reader) {
    plant::GroundParams ground;
    double grade_rad = 0, bank_rad = 0, mu_right = -1;
    int iso_class = -1;
    reader.number("mu", ground.friction, friction);
    reader.number("mu_right", mu_right, {-1, friction.max});
    reader.number("mu_boundary", ground.split.boundary_m, limits::place_m);
    reader.number("grade", grade_rad, slope_rad);
    reader.number("bank", bank_rad, slope_rad);
    reader.number("iso_class", iso_class, {-1, static_cast<double>(plant::RoadClass::h) - 1});
    ground.split.enabled = mu_right >= 0;
    if (ground.split.enabled) ground.split.friction_right = mu_right;
    ground.grade = std::tan(grade_rad);
    ground.bank = std::tan(bank_rad);
    ground.roughness.road_class = static_cast<plant::RoadClass>(iso_class + 1);
    return ground;
}

/// The public simulator's names of models; a model that does not exist here is replaced by the next
/// simpler one.
void read_level(YamlReader& reader, plant::Model& model, std::vector<std::string>& warnings) {
    plant::Names names{"K", "L4", "L5"};
    std::vector<plant::Model> models{plant::Model::kinematic, plant::Model::fourteen_dof,
                                     plant::Model::fourteen_dof};
    for (const plant::ModelInfo& row : plant::models) {
        if (row.level.empty()) continue;
        names.push_back(row.level);
        models.push_back(row.model);
    }
    std::size_t index = 0;
    if (!reader.choice("level", index, names)) return;
    model = models[index];
    if (names[index] == "L4" || names[index] == "L5")
        warnings.push_back(reader.file().string() + ": level: " + std::string(names[index]) +
                           " is not available: L3 is used instead");
}

PlantVehicleConfig read_vehicle(YamlReader& reader, std::uint32_t id,
                                std::vector<std::string>& warnings) {
    PlantVehicleConfig config = default_plant_vehicle();
    config.options.destinations.front().version = vds1::newest_version;
    config.options.vehicle_id = id;
    reader.number("id", config.options.vehicle_id, {0, 4294967295.0});
    VehicleConfig& vehicle = config.vehicle;
    read_level(reader, vehicle.model, warnings);
    double x_m = 0, y_m = 0, yaw_rad = 0;
    reader.number("x0", x_m, limits::place_m);
    reader.number("y0", y_m, limits::place_m);
    reader.number("yaw0", yaw_rad, {-1e6, 1e6});
    reader.number("vx0", vehicle.vx_mps, limits::speed_mps);
    vehicle.x_m = x_m;
    vehicle.y_m = y_m;
    vehicle.yaw_deg = yaw_rad * 180 / pi;
    return config;
}

/// A command time-out is always set: no vehicle drives without commands.
std::chrono::nanoseconds read_cmd_timeout(YamlReader& reader, std::vector<std::string>& warnings) {
    std::chrono::nanoseconds timeout{100'000'000};
    double seconds = 0;
    if (!reader.number("cmd_timeout", seconds, timeout_or_none_s)) return timeout;
    if (seconds < limits::cmd_timeout_s.min) {
        seconds = limits::cmd_timeout_s.max;
        warnings.push_back(reader.file().string() + ": cmd_timeout: is " +
                           std::to_string(std::llround(seconds)) +
                           " s: every vehicle has a time-out");
    }
    return std::chrono::nanoseconds(std::llround(seconds * 1e9));
}

std::string what_instead(const std::string& keys) {
    const std::string key = keys.substr(keys.rfind('.') + 1);
    if (key == "vehicle") return "is not read: the default sedan is used instead";
    if (key.rfind("tire", 0) == 0) return "is not read: the default sedan's tyres are used instead";
    return "is not read";
}

PlantServerConfig read_world(YamlReader& reader) {
    PlantServerConfig config;
    std::vector<std::string>& warnings = config.warnings;
    read_sim(reader, config, warnings);
    const auto cmd_timeout = read_cmd_timeout(reader, warnings);
    const plant::GroundParams ground = read_ground(reader);
    for (YamlReader& section : reader.sections("vehicles")) {
        const auto id = static_cast<std::uint32_t>(config.vehicles.size());
        PlantVehicleConfig& vehicle =
            config.vehicles.emplace_back(read_vehicle(section, id, warnings));
        vehicle.options.cmd_timeout = cmd_timeout;
        vehicle.vehicle.ground = ground;
        set_step(vehicle.vehicle, config.pace.dt);
    }
    if (config.vehicles.empty() && reader.good("vehicles"))
        reader.refuse("vehicles", "must have at least one vehicle");
    for (plant::Mistake& passed : reader.pass_unknown()) {
        passed.reason = what_instead(passed.key);
        warnings.push_back(plant::to_string(passed));
    }
    reader.finish();
    return config;
}

}  // namespace

PlantServerConfig load_scene(const std::filesystem::path& file) {
    YamlReader reader(file);
    if (reader.has("fleet"))
        plant::refuse_key(file, "fleet",
                          "is a scene of the public simulator's catalogue, which is not "
                          "available; use a world, with `vehicles:`");
    return is_world(reader) ? read_world(reader) : load_plant_server_config(file);
}

}  // namespace gateway::vdsim
