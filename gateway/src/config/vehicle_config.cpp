// SPDX-License-Identifier: MIT
#include "vehicle_config.hpp"

#include <plant/parameter_error.hpp>

namespace gateway {
namespace {

void read_start(ConfigReader reader, VehicleConfig& vehicle) {
    const auto optional_number = [&](const char* key, std::optional<double>& value,
                                     const Limits& limits) {
        double read = 0;
        if (reader.number(key, read, limits)) value = read;
    };
    optional_number("x_m", vehicle.x_m, limits::place_m);
    optional_number("y_m", vehicle.y_m, limits::place_m);
    optional_number("yaw_deg", vehicle.yaw_deg, {-1e9, 1e9});
    reader.number("vx_mps", vehicle.vx_mps, limits::speed_mps);
    reader.finish();
}

std::optional<plant::Model> read_model(ConfigReader& reader) {
    const auto names = plant::model_names();
    const auto index = reader.choice("model", {names.begin(), names.end()});
    if (!index) return std::nullopt;
    return plant::model_named(names[*index]);
}

/// "needs a model that takes actuation, such as ..."
std::string needs_actuation() {
    return "needs a model that takes actuation, such as " +
           std::string(plant::model_names(plant::Takes::actuation).front());
}

/// The file may name the model; it must then be `model`, if there is one.
void read_actuation(ConfigReader& reader, std::optional<plant::Model> model,
                    VehicleConfig& vehicle) {
    std::optional<std::filesystem::path> file;
    reader.input_file("actuation", file);
    if (!file) return;
    vehicle.session.actuation = plant::load_actuation(*file);
    if (plant::is_actuation_config(*file)) {
        vehicle.model = plant::load_actuation_config(*file).model;
        if (model && *model != vehicle.model)
            reader.fail("model", "is another one than in " + file->string());
    }
    if (!plant::takes_actuation(vehicle.model)) reader.fail("actuation", needs_actuation());
    if (vehicle.model == plant::Model::actuation_cmd_steer_map &&
        !vehicle.session.actuation.enable_pub_steer)
        ConfigReader::from_file(*file).fail(
            "enable_pub_steer",
            "must be true with actuation_cmd_steer_map, whose actuation status tells no angle");
    vehicle.has_nominal_step = gives_nominal_step(*file);
}

/// Refuses, or where that is asked for tells, a converter that does not belong to the model.
void check_converter(const std::filesystem::path& file, const plant::ConverterParams& converter,
                     bool may_mismatch, VehicleConfig& vehicle) {
    const auto found = mismatch(vehicle.model, vehicle.session.actuation, converter);
    if (!found) return;
    const std::string model(plant::info(vehicle.model).name);
    const std::string text = "contradicts " + model + ", which takes " + found->taken +
                             "; write `" + found->key + ": " + found->right + "`";
    if (may_mismatch)
        vehicle.warnings.push_back(file.string() + ": " + found->key + ": " + text +
                                   " (allow_mismatch drives it all the same)");
    else
        ConfigReader::from_file(file).fail(
            found->key, text + ", or `allow_mismatch: true` under vehicle.converter");
}

ConversionOptions read_converter(ConfigReader reader, VehicleConfig& vehicle) {
    const plant::ActuationParams& actuation = vehicle.session.actuation;
    ConversionOptions options;
    options.converter = converter_for(vehicle.model, actuation);
    options.uses_reported_steering = actuation.compatibility == plant::Compatibility::reference;
    std::optional<std::filesystem::path> file;
    reader.input_file("file", file);
    const bool may_mismatch = reader.choice("allow_mismatch", {"false", "true"}).value_or(0) == 1;
    if (file) {
        options.converter = plant::load_converter(*file);
        check_converter(*file, options.converter, may_mismatch, vehicle);
    }
    reader.number("max_acceleration_mps2", options.max_acceleration_mps2, {0, 100});
    reader.number("max_deceleration_mps2", options.max_deceleration_mps2, {0, 100});
    reader.time("period_s", options.period, {1e-4, 1});
    reader.finish();
    return options;
}

}  // namespace

void read_vehicle_parts(ConfigReader& reader, VehicleConfig& vehicle) {
    plant::SessionConfig& session = vehicle.session;
    const auto model = read_model(reader);
    vehicle.model = model.value_or(vehicle.model);
    read_actuation(reader, model, vehicle);
    if (auto converter = reader.section("converter")) {
        if (!plant::takes_actuation(vehicle.model)) reader.fail("converter", needs_actuation());
        vehicle.converter = read_converter(*converter, vehicle);
    }
    read_parameters(reader, "parameters", session.vehicle, plant::load_vehicle);
    read_parameters(reader, "tyre", session.tyre,
                    [](const std::filesystem::path& file) { return plant::load_tyre(file); });
    read_parameters(reader, "actuator", session.actuator, plant::load_actuator);
    read_parameters(reader, "sensors", session.sensors, plant::load_sensors);
    read_parameters(reader, "ground", vehicle.ground, plant::load_ground);
    if (auto start = reader.section("start")) read_start(*start, vehicle);
}

plant::State start_of(const VehicleConfig& vehicle) {
    constexpr double deg_per_rad = 57.29577951308232;
    return plant::rolling_state(vehicle.session.vehicle, vehicle.x_m.value_or(0),
                                vehicle.y_m.value_or(0), vehicle.yaw_deg.value_or(0) / deg_per_rad,
                                vehicle.vx_mps);
}

std::unique_ptr<plant::SimSession> create_session(const VehicleConfig& vehicle) {
    auto session = std::make_unique<plant::SimSession>(
        plant::create_model(vehicle.model, vehicle.session.actuation),
        plant::create_ground(vehicle.ground), vehicle.session);
    session->reset(start_of(vehicle));
    return session;
}

void set_step(VehicleConfig& vehicle, SimTime step) {
    vehicle.step = step;
    if (!vehicle.has_nominal_step)
        vehicle.session.actuation.nominal_step_s = std::chrono::duration<double>(step).count();
}

bool gives_nominal_step(const std::filesystem::path& actuation) {
    return ConfigReader::from_file(actuation).scalar("nominal_step_s").has_value();
}

plant::Actuation failsafe_actuation(const plant::ActuationParams& params) {
    constexpr double deceleration_mps2 = 3, speed_mps = 10;
    if (params.convert_brake_cmd)
        return {0, params.brake_map.row_for(-deceleration_mps2, speed_mps), 0};
    // The reference ignores a brake that is not converted.
    if (params.compatibility == plant::Compatibility::reference) return {-deceleration_mps2, 0, 0};
    return {0, deceleration_mps2, 0};
}

}  // namespace gateway
