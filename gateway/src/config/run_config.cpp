// SPDX-License-Identifier: MIT
#include "run_config.hpp"

#include "config_reader.hpp"

#include <charconv>
#include <cmath>

namespace gateway {
namespace {

SimTime to_sim_time(double seconds) {
    return SimTime(std::llround(seconds * 1e9));
}

void read_time(ConfigReader& reader, const char* key, SimTime& time, double min_s) {
    const double before_s = std::chrono::duration<double>(time).count();
    double seconds = before_s;
    reader.number(key, seconds, min_s, 1e6);
    if (seconds != before_s) time = to_sim_time(seconds);
}

void read_timeout(ConfigReader& reader, const char* key, std::chrono::milliseconds& time) {
    double seconds = std::chrono::duration<double>(time).count();
    reader.number(key, seconds, 0.001, 1e6);
    time = std::chrono::milliseconds(std::llround(seconds * 1000));
}

void read_reference_id(ConfigReader& reader, ProgramOptions& options) {
    const auto text = reader.scalar("reference_id");
    if (!text) return;
    const auto id = parse_reference_id(*text);
    if (!id)
        reader.fail("reference_id",
                    "must be 0x4000 or above, as a number or a string such as \"0x4000\", is '" +
                        *text + "'");
    options.reference_id = *id;
}

/// A key of the other mode is refused like any other unknown one.
void read_program(ConfigReader& reader, Mode mode, ProgramConfig& config) {
    read_reference_id(reader, config.options);
    reader.texts("exec", config.exec);
    if (mode == Mode::measured) {
        read_timeout(reader, "start_timeout_s", config.options.start_timeout);
        read_timeout(reader, "answer_timeout_s", config.options.answer_timeout);
        config.options.on_loss =
            static_cast<OnLoss>(reader.choice("on_loss", {"fail", "wait", "failsafe"}).value_or(0));
    }
    read_parameters(reader, "pedals", config.options.pedals, autohyu::load_pedal_map);
    config.name = hex(config.options.reference_id);
    reader.text("name", config.name);
}

void read_timing(ConfigReader reader, MeasuredTiming& timing) {
    read_time(reader, "cycle_duration_s", timing.cycle_duration, 1e-6);
    const bool constant =
        reader.choice("execution_time", {"measured", "constant"}).value_or(0) == 1;
    double scale = timing.execution_time_scale;
    double constant_s = std::chrono::duration<double>(timing.cycle_duration).count();
    reader.number("execution_time_scale", scale, 0);
    reader.number("constant_execution_time_s", constant_s, 0, 1e6);
    timing.execution_time_scale = scale;
    if (constant) timing.constant_execution_time = to_sim_time(constant_s);
    timing.output_delay = static_cast<OutputDelay>(
        reader.choice("output_delay", {"reference", "execution_time", "none"}).value_or(0));
    reader.finish();
}

void read_port(ConfigReader& reader, const char* key, std::uint16_t& port) {
    double number = port;
    reader.number(key, number, 1, 65535);
    port = static_cast<std::uint16_t>(number);
}

vds1::ClientOptions read_remote_vehicle(ConfigReader reader) {
    vds1::ClientOptions options;
    reader.text("address", options.peer_address);
    read_port(reader, "cmd_port", options.peer_port);
    reader.text("bind", options.local_address);
    read_port(reader, "state_port", options.local_port);
    double vehicle_id = options.vehicle_id, version = options.version;
    reader.number("vehicle_id", vehicle_id, 0, 4294967295.0);
    reader.number("version", version, 1, 5);
    options.vehicle_id = static_cast<std::uint32_t>(vehicle_id);
    options.version = static_cast<std::uint16_t>(version);
    double timeout_s = std::chrono::duration<double>(options.state_timeout).count();
    reader.number("state_timeout_s", timeout_s, 0.001, 1e6);
    options.state_timeout = to_sim_time(timeout_s);
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
        vehicle.step = to_sim_time(actuation.nominal_step_s);
    read_time(reader, "step_s", vehicle.step, 1e-5);
    set_step(vehicle, vehicle.step);
    reader.finish();
}

void read_route(ConfigReader reader, ProgramConfig& config) {
    std::optional<std::filesystem::path> file;
    std::optional<GeoOrigin> origin;
    reader.path("file", file);
    if (auto place = reader.section("origin")) {
        origin.emplace();
        place->number("longitude_deg", origin->longitude_deg, -180, 180);
        place->number("latitude_deg", origin->latitude_deg, -89, 89);
        place->finish();
    }
    reader.finish();
    if (!file) reader.fail("file", "is missing");
    config.route = load_route(*file, origin);
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
    reader.path("trace", config.trace);
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
            if (config.trace && other.trace == config.trace)
                reader.fail("trace", "is the trace of '" + other.name + "' too");
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

RunConfig load_run_config(const std::filesystem::path& file) {
    ConfigReader reader = ConfigReader::from_file(file);
    RunConfig config;
    config.table_name = ddc::TableOptions::default_name();
    config.mode = static_cast<Mode>(reader.choice("mode", {"measured", "realtime"}).value_or(0));
    if (config.mode == Mode::realtime) config.duration = SimTime::max();
    read_time(reader, "duration_s", config.duration, 1e-3);
    if (auto table = reader.section("ddc")) {
        table->text("name", config.table_name);
        table->finish();
    }
    auto programs = reader.sections("programs");
    config.is_list = !programs.empty();
    if (config.is_list)
        config.programs = read_programs(programs, config.mode);
    else
        config.programs.push_back(read_only_program(reader, config.mode));
    reader.finish();
    return config;
}

}  // namespace gateway
