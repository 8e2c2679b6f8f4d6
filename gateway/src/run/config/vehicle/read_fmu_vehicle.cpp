// SPDX-License-Identifier: MIT
#include "read_fmu_vehicle.hpp"

#include "read_vehicle.hpp"

#include "number/limits.hpp"
#include "number/units.hpp"
#include "process/program_file.hpp"

#include <algorithm>
#include <cmath>

namespace gateway {
namespace {

using plant::Range;
using plant::YamlReader;

constexpr Range any_number{-1e12, 1e12};
constexpr Range step_s{1e-5, 10};
constexpr Range memory_mb{64, 1'048'576};

/// A unit that the map states, in place of the FMU's.
void read_unit(YamlReader& item, const std::string& signal_unit, FmuMapped& mapped) {
    std::string unit;
    if (!item.text("unit", unit)) return;
    mapped.factor = unit_factor(unit, signal_unit);
    if (!mapped.factor)
        item.refuse("unit", "'" + unit + "' is not a unit of this signal, which can be one of " +
                                units_like(signal_unit));
}

void read_limits(YamlReader& item, FmuMapped& mapped) {
    item.number("min", mapped.min, any_number);
    item.number("max", mapped.max, any_number);
    if (item.good() && mapped.min > mapped.max) item.refuse("max", "is below min");
}

/// A signal is the name of a variable, or a map with it.
FmuMapped read_mapped(YamlReader& section, const char* name, const std::string& unit,
                      FmuMapped mapped, bool has_limits) {
    mapped.place = section.mistake(name, "");
    if (!section.is_map(name)) {
        section.text(name, mapped.variable);
    } else if (auto item = section.section(name)) {
        item->require("variable");
        item->text("variable", mapped.variable);
        read_unit(*item, unit, mapped);
        item->number("gain", mapped.gain, any_number);
        if (item->good("gain") && !(std::abs(mapped.gain) > 0))
            item->refuse("gain", "must not be 0");
        item->number("offset", mapped.offset, any_number);
        if (has_limits) read_limits(*item, mapped);
    }
    if (section.good(name) && mapped.variable.empty())
        section.refuse(name, "must be the name of a variable");
    return mapped;
}

std::vector<FmuMapped> read_signals(YamlReader section, const std::vector<FmuSignal>& signals,
                                    bool has_limits) {
    std::vector<FmuMapped> all;
    for (std::size_t i = 0; i < signals.size(); ++i) {
        section.allow(signals[i].name);
        if (!section.has(signals[i].name)) continue;
        FmuMapped first;
        first.signal = i;
        first.min = signals[i].min;
        first.max = signals[i].max;
        all.push_back(read_mapped(section, signals[i].name, signals[i].unit, first, has_limits));
    }
    return all;
}

std::vector<FmuMapped> read_outputs(YamlReader section) {
    std::vector<FmuMapped> all;
    const std::vector<FmuOutput>& outputs = fmu_outputs();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        section.allow(outputs[i].name.c_str());
        if (!section.has(outputs[i].name.c_str())) continue;
        FmuMapped first;
        first.signal = i;
        all.push_back(read_mapped(section, outputs[i].name.c_str(), outputs[i].unit, first, false));
    }
    return all;
}

std::vector<FmuParameter> read_parameters(YamlReader section) {
    std::vector<FmuParameter> all;
    for (const std::string& name : section.keys()) {
        const auto value = section.scalar(name.c_str());
        if (value) all.push_back({name, *value, section.mistake(name, "")});
    }
    return all;
}

bool has_signal(const std::vector<FmuMapped>& mapped, std::size_t signal) {
    return std::any_of(mapped.begin(), mapped.end(),
                       [&](const FmuMapped& item) { return item.signal == signal; });
}

void check_levels(YamlReader& reader, const FmuMap& map) {
    const bool is_driven = takes_natively(map, Level::pedals) ||
                           takes_natively(map, Level::acceleration) ||
                           takes_natively(map, Level::wheel_torques);
    if (!is_driven)
        reader.refuse("inputs",
                      "must have throttle and brake, or accel_mps2, or torque_fl_nm, torque_fr_nm, "
                      "torque_rl_nm and torque_rr_nm");
}

void check_outputs(YamlReader& reader, const FmuMap& map) {
    const auto has = [&](const char* name) {
        return has_signal(map.outputs, *fmu_output_named(name));
    };
    if (has("x_m") != has("y_m"))
        return reader.refuse("outputs", "must have both x_m and y_m, or neither");
    if (has("x_m")) return;
    if (!has("vx_mps") || (!has("yaw_rad") && !has("yaw_rate_radps")))
        reader.refuse("outputs",
                      "must have x_m and y_m, or vx_mps with yaw_rad or yaw_rate_radps, from which "
                      "the position is integrated");
}

FmuMap read_map(YamlReader& reader) {
    FmuMap map;
    map.place = reader.mistake("step_s", "");
    if (auto section = reader.section("inputs"))
        map.inputs = read_signals(*section, fmu_inputs(), true);
    if (auto section = reader.section("outputs")) map.outputs = read_outputs(*section);
    if (auto section = reader.section("start"))
        map.start = read_signals(*section, fmu_starts(), false);
    if (auto section = reader.section("parameters")) map.parameters = read_parameters(*section);
    SimTime step{0};
    if (reader.time("step_s", step, step_s)) map.step = step;
    reader.number("reference_point_x_m", map.reference_point_x_m, {-100, 100});
    if (reader.good("inputs")) check_levels(reader, map);
    if (reader.good("outputs")) check_outputs(reader, map);
    return map;
}

void read_map_or_file(YamlReader& vehicle, FmuMap& map) {
    if (!vehicle.require("map")) return;
    if (!vehicle.is_map("map")) {
        vehicle.load_file("map", map, load_fmu_map);
    } else if (auto section = vehicle.section("map")) {
        map = read_map(*section);
    }
}

}  // namespace

FmuMap load_fmu_map(const std::filesystem::path& file) {
    YamlReader reader(file);
    FmuMap map = read_map(reader);
    reader.finish();
    return map;
}

bool read_fmu_vehicle(YamlReader& vehicle, VehicleConfig& config) {
    if (!vehicle.has("fmu")) return false;
    FmuVehicleConfig fmu;
    std::optional<std::filesystem::path> file;
    if (vehicle.input_file("fmu", file)) fmu.file = *file;
    read_map_or_file(vehicle, fmu.map);
    vehicle.flag("allow_tool", fmu.allow_tool);
    vehicle.number("memory_mb", fmu.memory_mb, memory_mb);
    vehicle.time("step_timeout_s", fmu.step_timeout, limits::patience_s);
    const auto folder = own_directory();
    fmu.host = own_program("ddc-fmu-host", folder).value_or(folder / "ddc-fmu-host");
    vehicle.load_file("parameters", config.session.vehicle, plant::load_vehicle);
    if (auto start = vehicle.section("start")) read_start(*start, config);
    if (vehicle.good("map"))
        for (const std::string& note : replaced_outputs(fmu.map))
            config.warnings.push_back(fmu.file.filename().string() + ": " + note);
    config.fmu = std::move(fmu);
    return true;
}

}  // namespace gateway
