// SPDX-License-Identifier: MIT
#include "replay_settings.hpp"

#include "frozen/changed_files.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <stdexcept>
#include <utility>

namespace gateway {
namespace {

using std::filesystem::path;

plant::SessionConfig load_files(const VehicleFiles& files, std::vector<std::string>& notes) {
    plant::SessionConfig config;
    if (!files.parameters.empty()) config.vehicle = plant::load_vehicle(files.parameters);
    if (!files.tyre.empty()) config.tyre = plant::load_tyre(files.tyre, &notes);
    if (!files.actuator.empty()) config.actuator = plant::load_actuator(files.actuator);
    if (!files.sensors.empty()) config.sensors = plant::load_sensors(files.sensors);
    return config;
}

/// Writes a configuration with a section `vehicle` that names these files.
void write_vehicle(const VehicleFiles& files, const path& file) {
    nlohmann::json vehicle = nlohmann::json::object();
    for (const auto& [key, name] : {std::pair("parameters", &files.parameters),
                                    {"tyre", &files.tyre},
                                    {"actuator", &files.actuator},
                                    {"sensors", &files.sensors}})
        if (!name->empty()) vehicle[key] = std::filesystem::absolute(*name).string();
    std::ofstream(file) << nlohmann::json{{"vehicle", vehicle}}.dump();
}

}  // namespace

std::vector<Setting> ReplaySettings::of_vehicle(bool is_of_vehicle) const {
    std::vector<Setting> found;
    for (const Setting& setting : all_)
        if ((setting.path.rfind("vehicle.", 0) == 0) == is_of_vehicle) found.push_back(setting);
    return found;
}

ReplaySettings::ReplaySettings(std::vector<Setting> settings) : all_(std::move(settings)) {
    for (const Setting& setting : of_vehicle(true)) {
        const auto is_in = [&](const char* key) {
            return setting.path.rfind(std::string("vehicle.") + key + ".", 0) == 0;
        };
        if (!is_in("parameters") && !is_in("tyre") && !is_in("actuator") && !is_in("sensors"))
            throw std::invalid_argument(
                "--set " + setting.path +
                ": a replay has only vehicle.parameters, vehicle.tyre, vehicle.actuator, "
                "vehicle.sensors and the keys of its scenario");
    }
}

plant::Scenario ReplaySettings::load_scenario(const path& file) const {
    plant::Scenario scenario = plant::load_scenario(file);
    const std::vector<Setting> settings = of_vehicle(false);
    if (settings.empty()) return scenario;
    const ChangedFiles changed(file, settings);
    changed.read([&] { scenario = plant::load_scenario(changed.file()); });
    return scenario;
}

plant::SessionConfig ReplaySettings::load_session(const VehicleFiles& files,
                                                  std::vector<std::string>& notes) const {
    const std::vector<Setting> settings = of_vehicle(true);
    if (settings.empty()) return load_files(files, notes);
    const ScratchFolder scratch;
    write_vehicle(files, scratch.path() / "vehicle.yaml");
    const ChangedFiles changed(scratch.path() / "vehicle.yaml", settings);
    plant::SessionConfig config;
    changed.read([&] {
        config =
            load_files({changed.file_at("vehicle.parameters"), changed.file_at("vehicle.tyre"),
                        changed.file_at("vehicle.actuator"), changed.file_at("vehicle.sensors")},
                       notes);
    });
    return config;
}

}  // namespace gateway
