// SPDX-License-Identifier: MIT
#include "read_vehicle.hpp"

#include "number/limits.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace gateway {
namespace {

using plant::YamlReader;

std::optional<plant::Model> read_model(YamlReader& reader) {
    const auto names = plant::model_names();
    std::size_t index = 0;
    if (!reader.choice("model", index, names)) return std::nullopt;
    return plant::model_named(names[index]);
}

/// "needs a model that accepts actuation, such as ..."
std::string needs_actuation() {
    return "needs a model that accepts actuation, such as " +
           std::string(plant::model_names(plant::Takes::actuation).front());
}

/// Reads a file that may name the model.
void load_actuation(const std::filesystem::path& file, VehicleConfig& vehicle) {
    const plant::ActuationConfig config = plant::load_actuation(file);
    vehicle.session.actuation = config.params;
    vehicle.has_nominal_step = config.has_nominal_step;
    if (config.has_model) vehicle.model = config.model;
    if (vehicle.model == plant::Model::actuation_cmd_steer_map &&
        !vehicle.session.actuation.enable_pub_steer)
        plant::refuse_key(
            file, "enable_pub_steer",
            "must be true with actuation_cmd_steer_map, whose actuation status has no angle");
}

/// If the file names a model, it must be `model`, if that is set.
void read_actuation(YamlReader& reader, std::optional<plant::Model> model, VehicleConfig& vehicle) {
    std::optional<std::filesystem::path> file;
    if (!reader.input_file("actuation", file)) return;
    if (!reader.collect("actuation", [&] { load_actuation(*file, vehicle); })) return;
    if (model && *model != vehicle.model)
        reader.refuse("model", "differs from that in " + file->string());
    else if (reader.good("model") && !plant::takes_actuation(vehicle.model))
        reader.refuse("actuation", needs_actuation());
}

/// Refuses a converter that does not fit the model, or only warns if that is configured.
void check_converter(const std::filesystem::path& file, const plant::ConverterParams& converter,
                     bool may_mismatch, VehicleConfig& vehicle) {
    const auto found = mismatch(vehicle.model, vehicle.session.actuation, converter);
    if (!found) return;
    const std::string model(plant::info(vehicle.model).name);
    const std::string text = "contradicts " + model + ", which accepts " + found->taken +
                             "; write `" + found->key + ": " + found->right + "`";
    if (may_mismatch)
        vehicle.warnings.push_back(file.string() + ": " + found->key + ": " + text +
                                   " (used anyway because of allow_mismatch)");
    else
        plant::refuse_key(file, found->key,
                          text + ", or `allow_mismatch: true` under vehicle.converter");
}

/// @param knows_model the model of the vehicle is known, and the converter must fit it
ConversionOptions read_converter(YamlReader reader, VehicleConfig& vehicle, bool knows_model) {
    const plant::ActuationParams& actuation = vehicle.session.actuation;
    ConversionOptions options;
    options.converter = converter_for(vehicle.model, actuation);
    options.uses_reported_steering = actuation.compatibility == plant::Compatibility::reference;
    bool may_mismatch = false;
    reader.flag("allow_mismatch", may_mismatch);
    reader.load_file("file", options.converter, [&](const std::filesystem::path& file) {
        plant::ConverterParams converter = plant::load_converter(file);
        if (knows_model) check_converter(file, converter, may_mismatch, vehicle);
        return converter;
    });
    reader.number("max_acceleration_mps2", options.max_acceleration_mps2, {0, 100});
    reader.number("max_deceleration_mps2", options.max_deceleration_mps2, {0, 100});
    reader.time("period_s", options.period, {1e-4, 1});
    return options;
}

}  // namespace

void read_start(YamlReader reader, VehicleConfig& vehicle) {
    const auto optional_number = [&](const char* key, std::optional<double>& value,
                                     const plant::Range& range) {
        double read = 0;
        if (reader.number(key, read, range)) value = read;
    };
    optional_number("x_m", vehicle.x_m, limits::place_m);
    optional_number("y_m", vehicle.y_m, limits::place_m);
    optional_number("yaw_deg", vehicle.yaw_deg, {-1e9, 1e9});
    reader.number("vx_mps", vehicle.vx_mps, limits::speed_mps);
}

void read_vehicle_parts(YamlReader& reader, VehicleConfig& vehicle) {
    plant::SessionConfig& session = vehicle.session;
    const auto model = read_model(reader);
    vehicle.model = model.value_or(vehicle.model);
    read_actuation(reader, model, vehicle);
    if (auto converter = reader.section("converter")) {
        const bool knows_model = reader.good("model") && reader.good("actuation");
        const bool fits = plant::takes_actuation(vehicle.model);
        if (knows_model && !fits) reader.refuse("converter", needs_actuation());
        vehicle.converter = read_converter(*converter, vehicle, knows_model && fits);
    }
    reader.load_file("parameters", session.vehicle, plant::load_vehicle);
    reader.load_file("tyre", session.tyre, [&](const std::filesystem::path& file) {
        return plant::load_tyre(file, &vehicle.warnings);
    });
    reader.load_file("actuator", session.actuator, plant::load_actuator);
    reader.load_file("sensors", session.sensors, plant::load_sensors);
    reader.load_file("ground", vehicle.ground, plant::load_ground);
    if (auto start = reader.section("start")) read_start(*start, vehicle);
}

void set_stable_step(YamlReader& reader, VehicleConfig& vehicle, SimTime step) {
    set_step(vehicle, step);
    if (!reader.good()) return;
    const plant::SessionConfig& session = vehicle.session;
    try {
        plant::create_model(vehicle.model, session.actuation)
            ->initialize(session.vehicle, session.tyre, session.solver);
    } catch (const std::invalid_argument& problem) {
        const std::array<const char*, 3> files{"parameters", "tyre", "solver"};
        const auto given = std::find_if(files.begin(), files.end(),
                                        [&](const char* key) { return reader.has(key); });
        reader.refuse(given != files.end() ? *given : "model", problem.what());
    }
}

}  // namespace gateway
