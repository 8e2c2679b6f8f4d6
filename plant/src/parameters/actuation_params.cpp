// SPDX-License-Identifier: MIT
#include <plant/actuation_params.hpp>

#include "parameters/fingerprints.hpp"
#include "parameters/model_key.hpp"
#include "parameters/optional_keys.hpp"
#include "parameters/parameter_visitor.hpp"

#include <algorithm>
#include <cstddef>

namespace plant {
namespace {

constexpr Range any{-1e9, 1e9};
constexpr Range not_negative{0.0, 1e9};
constexpr Range positive{1e-6, 1e9};
constexpr Range dead_time{0.0, 10.0};
constexpr Range time_constant{0.0, 100.0};

template <class Visitor>
void visit_poly(PowerSteeringParams& p, OptionalKeys<Visitor>& v) {
    v.number("poly_a", p.a, any);
    v.number("poly_b", p.b, any);
    v.number("poly_c", p.c, any);
    v.number("poly_d", p.d, any);
    v.number("poly_e", p.e, any);
    v.number("poly_f", p.f, any);
    v.number("poly_g", p.g, any);
    v.number("poly_h", p.h, any);
}

template <class Visitor>
void visit_limits(ActuationParams& p, OptionalKeys<Visitor>& v) {
    v.number("vel_lim", p.vel_lim_mps, positive);
    v.number("vel_rate_lim", p.vel_rate_lim_mps2, positive);
    v.number("steer_lim", p.steer_lim_rad, {1e-6, 1.5});
    v.number("steer_rate_lim", p.steer_rate_lim_radps, positive);
}

template <class Visitor>
void visit_lags(ActuationParams& p, OptionalKeys<Visitor>& v) {
    v.number("accel_time_delay", p.accel.delay_s, dead_time);
    v.number("accel_time_constant", p.accel.time_constant_s, time_constant);
    v.number("brake_time_delay", p.brake.delay_s, dead_time);
    v.number("brake_time_constant", p.brake.time_constant_s, time_constant);
    v.number("steer_time_delay", p.steer.delay_s, dead_time);
    v.number("steer_time_constant", p.steer.time_constant_s, time_constant);
}

}  // namespace

template <class Visitor>
void visit(MechanicalParams& p, Visitor& visitor) {
    OptionalKeys<Visitor> v{visitor};
    v.number("kp", p.kp, any);
    v.number("ki", p.ki, any);
    v.number("kd", p.kd, any);
    v.number("ff_gain", p.ff_gain, any);
    v.number("angle_limit", p.angle_limit_rad, positive);
    v.number("rate_limit", p.rate_limit_radps, positive);
    v.number("dead_zone_threshold", p.dead_zone_threshold, not_negative);
    visit_poly(p.poly, v);
    v.number("inertia", p.inertia, positive);
    v.number("damping", p.damping, not_negative);
    v.number("stiffness", p.stiffness, not_negative);
    v.number("friction", p.friction, not_negative);
    v.number("steering_torque_limit", p.steering_torque_limit, not_negative);
    v.number("torque_delay_time", p.torque_delay_time_s, {0.0, 1.0});
    for (const char* key : {"vgr_coef_a", "vgr_coef_b", "vgr_coef_c"}) v.unused(key);
}

template <class Visitor>
void visit(ActuationState& p, Visitor& visitor) {
    OptionalKeys<Visitor> v{visitor};
    v.number("x", p.x_m, any);
    v.number("y", p.y_m, any);
    v.number("yaw", p.yaw_rad, {-1e4, 1e4});
    v.number("vx", p.vx_mps, any);
    v.number("steer", p.steer_rad, {-1.5, 1.5});
    v.number("ax", p.ax_mps2, any);
}

template <class Visitor>
void visit(ActuationParams& p, Visitor& visitor) {
    OptionalKeys<Visitor> v{visitor};
    v.choice("compatibility", p.compatibility, Names{"corrected", "reference"});
    v.number("nominal_step_s", p.nominal_step_s, {1e-4, 1.0});
    v.number("wheel_base", p.wheel_base_m, {0.05, 20.0});
    visit_limits(p, v);
    visit_lags(p, v);
    v.number("steer_bias", p.steer_bias_rad, {-1.0, 1.0});
    v.flag("convert_accel_cmd", p.convert_accel_cmd);
    v.flag("convert_brake_cmd", p.convert_brake_cmd);
    v.number("vgr_coef_a", p.vgr.a, any);
    v.number("vgr_coef_b", p.vgr.b_s2_per_m2, any);
    v.number("vgr_coef_c", p.vgr.c_per_rad, any);
    v.flag("enable_pub_steer", p.enable_pub_steer);
    for (const char* key : {"acc_time_delay", "acc_time_constant", "steer_dead_band"}) {
        v.unused(key);
    }
    v.section("mechanical_params", p.mechanical);
    v.section("reset_state", p.reset_state);
}

namespace {

void read_params(YamlReader& reader, ActuationParams& params) {
    read_required(reader, params);
    load_map(reader, "accel_map_path", MapKind::accel, params.accel_map);
    load_map(reader, "brake_map_path", MapKind::brake, params.brake_map);
    load_map(reader, "steer_map_path", MapKind::steer, params.steer_map);
    reader.finish();
}

ActuationConfig load_config(const std::filesystem::path& file, bool needs_model) {
    YamlReader reader(file);
    RequiredKeys keys(reader);
    ActuationConfig config;
    config.has_model = reader.has("model");
    config.has_nominal_step = reader.has("nominal_step_s");
    if (needs_model || config.has_model) visit_model(config.model, Takes::actuation, keys);
    read_params(reader, config.params);
    return config;
}

}  // namespace

ActuationConfig load_actuation(const std::filesystem::path& file) {
    return load_config(file, false);
}

ActuationConfig load_actuation_config(const std::filesystem::path& file) {
    return load_config(file, true);
}

bool is_actuation_config(const std::filesystem::path& file) {
    const auto name = YamlReader(file).scalar("model");
    const Names names = model_names(Takes::actuation);
    return name && std::find(names.begin(), names.end(), *name) != names.end();
}

void validate(const ActuationParams& params) {
    check_ranges(params);
}

namespace {

std::vector<double> cells_of(const CalibrationMap& map) {
    std::vector<double> cells;
    for (std::size_t row = 0; row < map.rows().size(); ++row)
        for (std::size_t column = 0; column < map.columns().size(); ++column)
            cells.push_back(map.cell(row, column));
    return cells;
}

/// A map as one list: number of its rows, labels of rows, number of columns, labels, cells.
std::vector<double> numbers_of(const CalibrationMap& map) {
    std::vector<double> numbers;
    for (const auto* labels : {&map.rows(), &map.columns()}) {
        numbers.push_back(static_cast<double>(labels->size()));
        numbers.insert(numbers.end(), labels->begin(), labels->end());
    }
    const std::vector<double> cells = cells_of(map);
    numbers.insert(numbers.end(), cells.begin(), cells.end());
    return numbers;
}

/// Takes a list of numbers, after its length, from `next` on.
std::vector<double> labels_at(std::vector<double>::const_iterator& next,
                              std::vector<double>::const_iterator end) {
    const auto left = end - next;
    if (left == 0 || !(*next >= 0 && *next < static_cast<double>(left)))
        throw std::invalid_argument("has a wrong length");
    const auto first = next + 1;
    next = first + static_cast<std::ptrdiff_t>(*next);
    return {first, next};
}

CalibrationMap map_of(const std::vector<double>& numbers) {
    auto next = numbers.begin();
    auto rows = labels_at(next, numbers.end());
    auto columns = labels_at(next, numbers.end());
    std::vector<double> cells(next, numbers.end());
    if (cells.size() != rows.size() * columns.size())
        throw std::invalid_argument("has a wrong number of cells");
    return {std::move(rows), std::move(columns), std::move(cells)};
}

void visit_map(ParameterVisitor& visitor, const char* key, CalibrationMap& map) {
    std::vector<double> numbers = numbers_of(map);
    visitor.numbers(key, numbers);
    try {
        map = map_of(numbers);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(std::string("actuation.") + key + ": " + error.what());
    }
}

}  // namespace

void add_to(Fingerprint& print, const ActuationParams& params) {
    add_values(print, params);
    for (const CalibrationMap* map : {&params.accel_map, &params.brake_map, &params.steer_map}) {
        for (const auto* labels : {&map->rows(), &map->columns()})
            for (const double label : *labels) print.add(label);
        for (const double cell : cells_of(*map)) print.add(cell);
    }
}

void visit_parameters(ParameterVisitor& visitor, ActuationParams& params) {
    visit(params, visitor);
    visit_map(visitor, "accel_map", params.accel_map);
    visit_map(visitor, "brake_map", params.brake_map);
    visit_map(visitor, "steer_map", params.steer_map);
}

}  // namespace plant
