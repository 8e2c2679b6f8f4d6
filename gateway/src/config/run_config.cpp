// SPDX-License-Identifier: MIT
#include "run_config.hpp"

#include "../program/program_file.hpp"
#include "config_reader.hpp"
#include "named_files.hpp"

#include <ddc/inspect.hpp>

#include <charconv>

namespace gateway {
namespace {

constexpr Limits timeout_s{1e-3, 1e6};
constexpr Limits cycle_s{1e-6, 1e6};
constexpr Limits execution_s{0, 1e6};
constexpr Limits execution_scale{0, 1e3};
constexpr Limits step_s{1e-5, 10};
constexpr Limits any_vehicle_id{0, 4294967295.0};
constexpr Limits vds1_version{vds1::oldest_version, vds1::newest_version};

void read_reference_id(ConfigReader& reader, ProgramOptions& options) {
    const auto text = reader.scalar("reference_id");
    if (!text) return;
    const auto id = parse_reference_id(*text);
    if (!id) {
        const bool is_without_0x = parse_reference_id("0x" + *text).has_value();
        reader.fail("reference_id",
                    "must be 0x4000 or above, as a number or a string such as \"0x4000\", is '" +
                        *text + "'" + (is_without_0x ? "; did you mean 0x" + *text + "?" : ""));
    }
    options.reference_id = *id;
}

/// Whoever can be told now that his program cannot be started is not told later.
void read_exec(ConfigReader& reader, std::vector<std::string>& exec) {
    reader.texts("exec", exec);
    const std::string problem = exec.empty() ? "" : program_problem(exec[0], own_directory());
    if (!problem.empty()) reader.fail("exec", problem);
}

/// A key of the other mode is refused like any other unknown one.
void read_program(ConfigReader& reader, Mode mode, ProgramConfig& config) {
    read_reference_id(reader, config.options);
    read_exec(reader, config.exec);
    if (mode == Mode::measured) {
        reader.time("start_timeout_s", config.options.start_timeout, timeout_s);
        reader.time("answer_timeout_s", config.options.answer_timeout, timeout_s);
        config.options.on_loss =
            static_cast<OnLoss>(reader.choice("on_loss", {"fail", "wait", "failsafe"}).value_or(0));
    }
    read_parameters(reader, "pedals", config.options.pedals, autohyu::load_pedal_map);
    config.name = hex(config.options.reference_id);
    reader.text("name", config.name);
}

void read_timing(ConfigReader reader, MeasuredTiming& timing) {
    reader.time("cycle_duration_s", timing.cycle_duration, cycle_s);
    const bool constant =
        reader.choice("execution_time", {"measured", "constant"}).value_or(0) == 1;
    SimTime constant_time = timing.cycle_duration;
    reader.number("execution_time_scale", timing.execution_time_scale, execution_scale);
    reader.time("constant_execution_time_s", constant_time, execution_s);
    if (constant) timing.constant_execution_time = constant_time;
    timing.output_delay = static_cast<OutputDelay>(
        reader.choice("output_delay", {"reference", "execution_time", "none"}).value_or(0));
    reader.finish();
}

vds1::ClientOptions read_remote_vehicle(ConfigReader reader) {
    vds1::ClientOptions options;
    reader.text("address", options.peer_address);
    reader.number("cmd_port", options.peer_port, limits::port);
    reader.text("bind", options.local_address);
    reader.number("state_port", options.local_port, limits::port);
    reader.number("vehicle_id", options.vehicle_id, any_vehicle_id);
    std::uint16_t version = 0;
    reader.number("version", version, vds1_version);
    if (version > 0) options.version = version;
    reader.time("state_timeout_s", options.state_timeout, timeout_s);
    reader.finish();
    return options;
}

void read_vehicle(ConfigReader reader, VehicleConfig& vehicle) {
    vehicle.session.solver.integrator = static_cast<plant::Integrator>(
        reader.choice("integrator", {"rk4", "semi_implicit"}).value_or(0));
    read_vehicle_parts(reader, vehicle);
    const plant::ActuationParams& actuation = vehicle.session.actuation;
    if (plant::takes_actuation(vehicle.model) &&
        actuation.compatibility == plant::Compatibility::reference)
        vehicle.step =
            std::chrono::round<SimTime>(std::chrono::duration<double>(actuation.nominal_step_s));
    reader.time("step_s", vehicle.step, step_s);
    set_step(vehicle, vehicle.step);
    reader.finish();
}

void read_route(ConfigReader reader, ProgramConfig& config) {
    std::optional<std::filesystem::path> file;
    std::optional<GeoOrigin> origin;
    reader.input_file("file", file);
    const auto interpolation = static_cast<Interpolation>(
        reader.choice("interpolation", {"spline", "linear"}).value_or(0));
    if (auto place = reader.section("origin")) {
        origin.emplace();
        place->number("longitude_deg", origin->longitude_deg, {-180, 180});
        place->number("latitude_deg", origin->latitude_deg, {-89, 89});
        place->finish();
    }
    reader.finish();
    if (!file) reader.fail("file", "is missing");
    config.route = load_route(*file, origin, interpolation);
}

void read_drive(ConfigReader& reader, Mode mode, ProgramConfig& config) {
    if (mode == Mode::realtime) {
        if (auto section = reader.section("realtime")) read_realtime(*section, config.realtime);
    } else if (auto section = reader.section("timing")) {
        read_timing(*section, config.timing);
    }
    if (auto section = reader.section("vehicle")) {
        if (auto remote = section->section("vds1")) {
            if (mode != Mode::realtime)
                section->fail("vds1", "a vehicle with a clock of its own needs mode: realtime");
            config.remote_vehicle = read_remote_vehicle(*remote);
            section->finish();
        } else {
            read_vehicle(*section, config.vehicle);
            config.options.failsafe_actuation =
                failsafe_actuation(config.vehicle.session.actuation);
        }
    }
    if (auto section = reader.section("route")) read_route(*section, config);
    reader.output_file("trace", config.trace);
}

void read_table(ConfigReader& reader, RunConfig& config) {
    reader.text("name", config.table_name);
    try {
        ddc::check_table_name(config.table_name);
    } catch (const ddc::TableError& error) {
        reader.fail("name", error.what());
    }
    reader.text("group", config.table_group);
    if (const auto choice = reader.choice("allow_foreign", {"false", "true"}))
        config.allow_foreign_table = *choice == 1;
    try {
        static_cast<void>(config.table().group_id());
    } catch (const ddc::TableError& error) {
        reader.fail("group", error.what());
    }
    reader.finish();
}

ProgramConfig read_only_program(ConfigReader& reader, Mode mode) {
    ProgramConfig config;
    config.name = hex(config.options.reference_id);
    if (auto section = reader.section("program")) {
        read_program(*section, mode, config);
        section->finish();
    }
    read_drive(reader, mode, config);
    return config;
}

std::vector<ProgramConfig> read_programs(std::vector<ConfigReader>& readers, Mode mode) {
    std::vector<ProgramConfig> programs;
    for (ConfigReader& reader : readers) {
        ProgramConfig config;
        read_program(reader, mode, config);
        read_drive(reader, mode, config);
        reader.finish();
        for (const ProgramConfig& other : programs) {
            if (other.options.reference_id == config.options.reference_id)
                reader.fail("reference_id", "is the reference id of '" + other.name + "' too");
            if (other.name == config.name)
                reader.fail("name", "is the name of another program too");
        }
        programs.push_back(std::move(config));
    }
    return programs;
}

}  // namespace

std::optional<ddc::Id> parse_reference_id(const std::string& text) {
    const bool is_hexadecimal = text.rfind("0x", 0) == 0 || text.rfind("0X", 0) == 0;
    const char* begin = text.data() + (is_hexadecimal ? 2 : 0);
    const char* end = text.data() + text.size();
    ddc::Id id = 0;
    const auto [stop, error] = std::from_chars(begin, end, id, is_hexadecimal ? 16 : 10);
    if (error != std::errc() || stop != end || id < ddc::first_program_id) return std::nullopt;
    return id;
}

ddc::TableOptions RunConfig::table() const {
    ddc::TableOptions options;
    options.name = table_name;
    options.group = table_group;
    options.allow_foreign = allow_foreign_table;
    return options;
}

std::vector<std::pair<std::string, std::string>> RunConfig::program_environment() const {
    return {{"DDC_NAME", table_name},
            {"DDC_GROUP", table_group},
            {"DDC_ALLOW_FOREIGN", allow_foreign_table ? "1" : "0"}};
}

RunConfig load_run_config(const std::filesystem::path& file) {
    ConfigReader reader = ConfigReader::from_file(file);
    RunConfig config;
    config.table_name = ddc::TableOptions::default_name();
    config.mode = static_cast<Mode>(reader.choice("mode", {"measured", "realtime"}).value_or(0));
    if (config.mode == Mode::realtime) config.duration = SimTime::max();
    reader.time("duration_s", config.duration, limits::duration_s);
    config.table_group = ddc::TableOptions::default_group();
    config.allow_foreign_table = ddc::TableOptions::default_allow_foreign();
    if (auto table = reader.section("ddc")) read_table(*table, config);
    auto programs = reader.sections("programs");
    config.is_list = !programs.empty();
    if (config.is_list)
        config.programs = read_programs(programs, config.mode);
    else
        config.programs.push_back(read_only_program(reader, config.mode));
    reader.finish();
    const auto problem = overwriting(traces_of(file), files_read("the configuration", file));
    if (!problem.empty()) throw ConfigError(problem);
    return config;
}

}  // namespace gateway
