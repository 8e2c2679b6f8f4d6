// SPDX-License-Identifier: MIT
#include <plant/raw_vehicle_cmd_converter.hpp>
#include "parameters/optional_keys.hpp"

namespace plant {
namespace {

constexpr Range any_number{-1e9, 1e9};
constexpr Range at_least_zero{0.0, 1e9};
constexpr Range at_most_zero{-1e9, 0.0};

}  // namespace

template <class Visitor>
void visit(SteerPidParams& p, Visitor& visitor) {
    OptionalKeys<Visitor> v{visitor};
    v.number("kp", p.kp, at_least_zero);
    v.number("ki", p.ki, at_least_zero);
    v.number("kd", p.kd, at_least_zero);
    v.number("max", p.max, at_least_zero);
    v.number("min", p.min, at_most_zero);
    v.number("max_p", p.max_p, at_least_zero);
    v.number("min_p", p.min_p, at_most_zero);
    v.number("max_i", p.max_i, at_least_zero);
    v.number("min_i", p.min_i, at_most_zero);
    v.number("max_d", p.max_d, at_least_zero);
    v.number("min_d", p.min_d, at_most_zero);
    v.number("invalid_integration_decay", p.invalid_integration_decay, {0.0, 1.0});
}

template <class Visitor>
void visit(ConverterParams& p, Visitor& visitor) {
    OptionalKeys<Visitor> v{visitor};
    v.flag("convert_accel_cmd", p.convert_accel_cmd);
    v.flag("convert_brake_cmd", p.convert_brake_cmd);
    v.flag("convert_steer_cmd", p.convert_steer_cmd);
    v.choice("convert_steer_cmd_method", p.convert_steer_cmd_method, Names{"vgr", "steer_map"});
    v.flag("convert_actuation_to_steering_status", p.convert_actuation_to_steering_status);
    v.number("max_throttle", p.max_throttle, at_least_zero);
    v.number("max_brake", p.max_brake, at_least_zero);
    v.number("max_steer", p.max_steer, at_least_zero);
    v.number("min_steer", p.min_steer, at_most_zero);
    v.flag("use_steer_ff", p.use_steer_ff);
    v.flag("use_steer_fb", p.use_steer_fb);
    v.flag("use_reverse_maps", p.use_reverse_maps);
    v.section("steer_pid", p.steer_pid);
    v.number("vgr_coef_a", p.vgr.a, any_number);
    v.number("vgr_coef_b", p.vgr.b_s2_per_m2, any_number);
    v.number("vgr_coef_c", p.vgr.c_per_rad, any_number);
    bool elsewhere = false;
    for (const char* key : {"is_debugging", "use_vehicle_adaptor"}) v.flag(key, elsewhere);
}

namespace {

constexpr const char* status_key = "convert_actuation_to_steering_status";
constexpr const char* status_reason =
    "must be false with convert_steer_cmd_method: steer_map, whose voltage is not an angle";

constexpr const char* reverse_key = "use_reverse_maps";
constexpr const char* reverse_reason =
    "needs csv_path_reverse_accel_map and csv_path_reverse_brake_map";

bool lacks_reverse_maps(const ConverterParams& params) {
    return params.use_reverse_maps && !(params.reverse_accel_map && params.reverse_brake_map);
}

bool asks_for_impossible_status(const ConverterParams& params) {
    return params.convert_actuation_to_steering_status && params.convert_steer_cmd &&
           params.convert_steer_cmd_method == SteerConversion::steer_map;
}

}  // namespace

ConverterParams load_converter(const std::filesystem::path& file) {
    YamlReader reader(file);
    ConverterParams params;
    read_required(reader, params);
    load_map(reader, "csv_path_accel_map", MapKind::accel, params.accel_map);
    load_map(reader, "csv_path_brake_map", MapKind::brake, params.brake_map);
    load_map(reader, "csv_path_steer_map", MapKind::steer, params.steer_map);
    load_map(reader, "csv_path_reverse_accel_map", MapKind::accel, params.reverse_accel_map);
    load_map(reader, "csv_path_reverse_brake_map", MapKind::brake, params.reverse_brake_map);
    if (asks_for_impossible_status(params)) reader.refuse(status_key, status_reason);
    if (lacks_reverse_maps(params) && reader.good()) reader.refuse(reverse_key, reverse_reason);
    reader.finish();
    return params;
}

void validate(const ConverterParams& params) {
    check_ranges(params);
    if (asks_for_impossible_status(params))
        throw std::invalid_argument(std::string(status_key) + ": " + status_reason);
    if (lacks_reverse_maps(params))
        throw std::invalid_argument(std::string(reverse_key) + ": " + reverse_reason);
}

}  // namespace plant
