// SPDX-License-Identifier: MIT
#include "load_run_config.hpp"

#include "config/common/named_files.hpp"
#include "config/common/read_record.hpp"
#include "config/common/read_reference_id.hpp"
#include "config/fault/check_link_faults.hpp"
#include "config/fault/read_faults.hpp"
#include "config/program/read_controllers.hpp"
#include "config/program/read_driver.hpp"
#include "config/program/read_program.hpp"
#include "config/run/read_requirements.hpp"
#include "config/run/read_sections.hpp"
#include "config/run/read_shared_time.hpp"
#include "config/vehicle/read_fmu_vehicle.hpp"
#include "config/vehicle/read_remote_vehicle.hpp"
#include "config/vehicle/read_safety.hpp"
#include "config/vehicle/read_vehicle.hpp"
#include "run_vocabulary.hpp"
#include "unknown_run_key.hpp"

#include "number/limits.hpp"
#include "plant_fault/vehicle_faults.hpp"
#include "process/program_file.hpp"
#include "process_fault/process_fault.hpp"
#include "route/route.hpp"
#include "vehicle_fault/sensor_faults.hpp"

#include <ddc/inspect.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace gateway {
namespace {

using plant::Range;
using plant::YamlReader;

constexpr Range cycle_s{1e-6, 1e6};
constexpr Range execution_s{0, 1e6};
constexpr Range execution_scale{0, 1e3};
constexpr Range step_s{1e-5, 10};

/// A program that cannot be started is reported here, not at the start of the run.
void read_exec(YamlReader& reader, std::vector<std::string>& exec) {
    reader.texts("exec", exec);
    const std::string problem = exec.empty() ? "" : program_problem(exec[0], own_directory());
    if (!problem.empty()) reader.refuse("exec", problem);
}

/// Programs of this project: their arguments are known.
constexpr std::array<std::string_view, 8> own_programs = {
    "autopilot", "autopilot_basic", "autopilot_actuation", "cruise", "high_level",
    "limiter",   "platoon",         "table_vehicle"};

/// Format of a program's command line: hexadecimal, with or without 0x.
std::optional<ddc::Id> reference_id_of(const std::string& argument) {
    const bool has_prefix = argument.rfind("0x", 0) == 0 || argument.rfind("0X", 0) == 0;
    const auto id = parse_reference_id(has_prefix ? argument : "0x" + argument);
    return id && *id < ddc::max_capacity ? id : std::nullopt;
}

/// A program with another reference id than the gateway's would never connect.
void check_reference_id(YamlReader& reader, ProgramConfig& config) {
    std::string other;
    for (std::size_t i = 1; i < config.exec.size(); ++i) {
        const auto id = reference_id_of(config.exec[i]);
        if (id == config.options.reference_id) return;
        if (id) other = config.exec[i];
    }
    if (other.empty() || !reader.good("exec") || !reader.good("reference_id")) return;
    const std::string text = "'" + other +
                             "' is another reference id than the gateway's, which is " +
                             hex(config.options.reference_id) + " (key `reference_id`)";
    const std::string name = std::filesystem::path(config.exec[0]).filename().string();
    if (std::find(own_programs.begin(), own_programs.end(), name) != own_programs.end())
        reader.refuse("exec", text);
    else
        config.warnings.push_back(to_string(reader.mistake(
            "exec", "if " + text + ", the run will wait for its program without success")));
}

void read_answer_timeout(YamlReader& reader, ProgramOptions& options) {
    if (reader.scalar("answer_timeout_s") == "none")
        options.answer_timeout.reset();
    else
        reader.time("answer_timeout_s", *options.answer_timeout, limits::patience_s);
}

/// In realtime mode there is no start time-out unless it is set.
void read_start_timeout(YamlReader& reader, std::optional<Mode> mode, ProgramConfig& config) {
    std::chrono::milliseconds& limit = config.options.start_timeout;
    const bool is_given = reader.time("start_timeout_s", limit, limits::patience_s);
    if (is_given && mode == Mode::realtime) config.realtime.program.start_timeout = limit;
}

/// The gateway does not start a program in TCP mode, and it determines its layout in the table.
void read_tcp(YamlReader& tcp, ProgramConfig& config) {
    config.tcp = read_tcp_program(tcp);
    read_exec(tcp, config.exec);
}

/// A key of the other mode is refused as unknown. If the mode could not be read, keys of both modes
/// are read.
void read_program(YamlReader& reader, std::optional<Mode> mode, ProgramConfig& config) {
    read_reference_id(reader, config.options.reference_id);
    if (mode != Mode::realtime)
        if (auto tcp = reader.section("tcp")) read_tcp(*tcp, config);
    if (!config.tcp) read_exec(reader, config.exec);
    if (!config.tcp) check_reference_id(reader, config);
    read_start_timeout(reader, mode, config);
    if (mode != Mode::realtime) {
        read_answer_timeout(reader, config.options);
        reader.choice("on_loss", config.options.on_loss, {"fail", "wait", "failsafe"});
        if (!config.tcp) reader.flag("reuse", config.reuse);
    }
    if (!config.tcp) reader.choice("layout", config.options.order, {"current", "old"});
    config.options.ports = read_ports(reader);
    check_interface(reader, config.options.ports);
    reader.load_file("pedals", config.options.pedals, autohyu::load_pedal_map);
    config.name = hex(config.options.reference_id);
    reader.text("name", config.name);
    config.address = config.name;
    read_address(reader, config.address);
}

void read_timing(YamlReader reader, MeasuredTiming& timing) {
    reader.time("cycle_duration_s", timing.cycle_duration, cycle_s);
    bool is_constant = false;
    reader.choice("execution_time", is_constant, {"measured", "constant"});
    SimTime constant_time = timing.cycle_duration;
    reader.number("execution_time_scale", timing.execution_time_scale, execution_scale);
    reader.time("constant_execution_time_s", constant_time, execution_s);
    if (is_constant) timing.constant_execution_time = constant_time;
    timing.repeatable_execution_time = constant_time;
    reader.choice("output_delay", timing.output_delay, {"reference", "execution_time", "none"});
}

void read_vehicle(YamlReader reader, VehicleConfig& vehicle) {
    if (read_fmu_vehicle(reader, vehicle)) {
        reader.time("step_s", vehicle.step, step_s);
        return set_step(vehicle, vehicle.step);
    }
    reader.choice("integrator", vehicle.session.solver.integrator, {"rk4", "semi_implicit"});
    read_vehicle_parts(reader, vehicle);
    const plant::ActuationParams& actuation = vehicle.session.actuation;
    if (plant::takes_actuation(vehicle.model) &&
        actuation.compatibility == plant::Compatibility::reference)
        vehicle.step =
            std::chrono::round<SimTime>(std::chrono::duration<double>(actuation.nominal_step_s));
    reader.time("step_s", vehicle.step, step_s);
    set_stable_step(reader, vehicle, vehicle.step);
}

/// Settings of the run that apply to all of its programs.
struct OfRun {
    std::optional<Mode> mode;  ///< nothing if it could not be read
    SimTime duration{0};
    std::optional<WorldOrigin> origin;
};

/// The route's origin, or that of the run; with the altitude and heading of the run's, which GNSS
/// uses.
std::optional<WorldOrigin> read_route_origin(YamlReader& reader,
                                             const std::optional<WorldOrigin>& of_run) {
    auto place = reader.section("origin");
    if (!place) return of_run;
    WorldOrigin own;
    place->number("longitude_deg", own.longitude_deg, {-180, 180});
    place->number("latitude_deg", own.latitude_deg, {-89, 89});
    if (!of_run) return own;
    const bool is_elsewhere = std::abs(own.longitude_deg - of_run->longitude_deg) > 0 ||
                              std::abs(own.latitude_deg - of_run->latitude_deg) > 0;
    if (is_elsewhere && reader.good("origin"))
        reader.refuse("origin",
                      "differs from `origin` of the run, which GNSS uses; leave it out "
                      "here, then the route uses that of the run");
    return of_run;
}

void read_route(YamlReader reader, const OfRun& run, ProgramConfig& config) {
    Interpolation interpolation = Interpolation::spline;
    reader.choice("interpolation", interpolation, {"spline", "linear"});
    const std::optional<WorldOrigin> origin = read_route_origin(reader, run.origin);
    if (!reader.require("file")) return;
    bool is_closed = false;
    reader.flag("closed", is_closed);
    reader.load_file("file", config.route, [&](const std::filesystem::path& file) {
        return load_route(file, origin, interpolation, is_closed);
    });
}

/// A manoeuvre, whose path replaces a route.
void read_manoeuvre(YamlReader& reader, ProgramConfig& config) {
    reader.load_file("manoeuvre", config.manoeuvre, plant::load_scenario);
    if (!config.manoeuvre) return;
    if (reader.has("route"))
        reader.refuse("manoeuvre", "its course is the route; leave out `route`");
    try {
        config.route = course_route(*config.manoeuvre, config.vehicle.x_m.value_or(0));
    } catch (const std::invalid_argument& problem) {
        reader.refuse("manoeuvre", problem.what());
    }
}

/// A driver model needs a separate vehicle that accepts pedals, and a path.
void check_driver(YamlReader& reader, bool is_guest, const ProgramConfig& config) {
    if (!config.driver) return;
    const bool takes_pedals = config.remote_vehicle || config.vehicle.converter ||
                              !plant::takes_actuation(config.vehicle.model);
    if (is_guest)
        reader.refuse("driver", "cannot drive the vehicle of a program");
    else if (!takes_pedals)
        reader.refuse("driver",
                      "gives pedals, which this vehicle.model does not accept; write `converter: "
                      "{}` under `vehicle`, which converts them");
    else if (!reader.has("route") && !reader.has("manoeuvre"))
        reader.refuse("driver", "needs a `route` or a `manoeuvre` to drive");
}

void read_vehicle_or_peer(YamlReader& reader, std::optional<Mode> mode, ProgramConfig& config) {
    config.remote_vehicle = read_remote_vehicle(reader, mode == Mode::measured);
    config.has_vds1_vehicle = reader.has("vds1");
    if (!config.remote_vehicle) read_vehicle(reader, config.vehicle);
    LevelConversionConfig conversion =
        config.remote_vehicle ? LevelConversionConfig{} : level_conversion_of(config.vehicle);
    read_level_conversion(reader, conversion);
    config.vehicle.controller = conversion;
}

/// Reads manual control and external controllers. @param is_guest another program owns the vehicle
void read_manual_controllers(YamlReader& reader, bool is_guest, ProgramConfig& config) {
    config.manual_controllers = read_controllers(reader);
    if (config.manual_controllers.empty()) return;
    const bool takes_pedals = config.remote_vehicle || config.vehicle.converter ||
                              !plant::takes_actuation(config.vehicle.model);
    if (is_guest)
        reader.refuse("controllers", no_controllers_of_shared_vehicle);
    else if (!takes_pedals)
        reader.refuse(
            "controllers",
            "give pedals, which this vehicle.model does not accept; write `converter: {}` "
            "under `vehicle`, which converts them");
}

/// @param is_guest another program owns the vehicle
void check_ros2_commands(YamlReader& reader, bool is_guest, const ProgramConfig& config) {
    if (!config.ros2 || !config.ros2->takes_commands()) return;
    const bool is_actuated = !config.remote_vehicle && plant::takes_actuation(config.vehicle.model);
    if (is_guest)
        reader.refuse("ros2", std::string("its commands ") + no_controllers_of_shared_vehicle);
    else if (config.ros2->commands == Ros2Commands::actuation && !is_actuated)
        reader.refuse("ros2",
                      "`commands: actuation` is for a vehicle.model such as actuation_cmd; write "
                      "`commands: control`");
    else if (config.ros2->commands == Ros2Commands::control && is_actuated &&
             !config.vehicle.converter)
        reader.refuse("ros2",
                      "`commands: control` is an acceleration, which this vehicle.model does not "
                      "accept; write `commands: actuation`, or `converter: {}` under `vehicle`");
    else if (config.ros2->vehicle_interface && is_actuated && !config.vehicle.converter)
        reader.refuse("ros2",
                      "`vehicle_interface` drives by accelerations and curvatures, which this "
                      "vehicle.model does not accept; write `converter: {}` under `vehicle`");
}

/// Values that are not finite may pass only if a safety rule handles them.
void read_rules_of(YamlReader& reader, ProgramConfig& config) {
    config.safety =
        read_safety(reader, config.remote_vehicle ? vehicle_interface::Cabin{} : simulated_cabin);
    if (!config.safety || config.safety->is_default) return;
    using namespace vehicle_interface;
    config.options.passes_non_finite =
        config.safety->compatibility == SafetyCompatibility::corrected &&
        config.safety->config.mode_of(Rule::finite) == RuleMode::enforce;
    if (!config.vehicle.controller) config.vehicle.controller = level_conversion_of(config.vehicle);
    config.vehicle.controller->raw = config.safety->config.raw;
}

/// Why a program cannot have a fault of its process, or nothing.
std::string process_objection(const Fault& fault, std::optional<Mode> mode,
                              const ProgramConfig& config) {
    if (!fault.part.empty()) return "must be `process`, without a part";
    const bool needs_child = static_cast<const ProcessFaultKind*>(fault.kind)->needs_child;
    if (needs_child && config.exec.empty())
        return "needs a program that the run starts (key `exec`)";
    const bool is_silent = fault.kind == &stop_kind && mode == Mode::measured;
    if (is_silent && config.options.on_loss == OnLoss::wait)
        return "cannot be stopped with `on_loss: wait`: simulated time would wait without end";
    return {};
}

bool is_of_vehicle(FaultSide side) {
    const auto sides = VehicleFaults::sides;
    return std::find(sides.begin(), sides.end(), side) != sides.end();
}

/// Why a program's vehicle cannot have a fault, or nothing.
std::string vehicle_objection(const Fault& fault, bool is_guest, const ProgramConfig& config) {
    if (is_guest) return "is a part of the vehicle; write the fault at the program that owns it";
    if (config.remote_vehicle)
        return "needs a simulated vehicle; a remote one has faults where it is simulated, such as "
               "vdsim_realtime";
    return vehicle_fault_objection(fault, config.vehicle);
}

/// Reads the faults of a program and of its vehicle. @param is_guest another program owns it
void read_program_faults(YamlReader& reader, std::optional<Mode> mode, bool is_guest,
                         ProgramConfig& config) {
    FaultyPart part{run_vocabulary(config, mode), config.route.has_value()};
    part.objection = [&](const Fault& fault) -> std::string {
        if (fault.side == FaultSide::process) return process_objection(fault, mode, config);
        if (fault.side == FaultSide::sensors) return sensor_objection(fault);
        if (is_of_vehicle(fault.side)) return vehicle_objection(fault, is_guest, config);
        if (fault.side == FaultSide::inputs && fault.part.empty())
            return "needs a port or signal, as in inputs.true_velocity";
        return {};
    };
    config.faults = read_faults(reader, std::move(part));
}

/// A key that is not read here is refused: for the vehicle of another program, `failsafe` and
/// `safety` are in that program's part.
void read_drive(YamlReader& reader, const OfRun& run, ProgramConfig& config) {
    const std::optional<Mode> mode = run.mode;
    if (mode != Mode::measured)
        if (auto section = reader.section("realtime")) read_realtime(*section, config.realtime);
    if (mode != Mode::realtime)
        if (auto section = reader.section("timing")) read_timing(*section, config.timing);
    auto vehicle = reader.section("vehicle");
    if (vehicle) vehicle->allow("of");  // read later, when all programs are known
    const bool is_guest = vehicle && vehicle->has("of");
    if (vehicle && !is_guest) read_vehicle_or_peer(*vehicle, mode, config);
    if (!is_guest) read_failsafe(reader, config.vehicle.session.actuation, config.failsafe);
    if (!is_guest) read_rules_of(reader, config);
    read_manual_controllers(reader, is_guest, config);
    if (auto section = reader.section("route")) read_route(*section, run, config);
    read_manoeuvre(reader, config);
    check_driver(reader, is_guest, config);
    reader.output_file("trace", config.trace);
    read_record(reader, config.record, config.record_epoch);
    config.ros2 = read_ros2_of_program(reader);
    check_ros2_commands(reader, is_guest, config);
    read_program_faults(reader, mode, is_guest, config);
    if (auto section = reader.section("requirements"))
        config.requirements =
            read_requirements(*section, run_vocabulary(config, mode), run.duration.count());
}

void read_table(YamlReader& reader, RunConfig& config) {
    reader.text("name", config.table_name);
    try {
        ddc::check_table_name(config.table_name);
    } catch (const ddc::TableError& error) {
        reader.refuse("name", error.what());
    }
    reader.text("group", config.table_group);
    reader.flag("allow_foreign", config.allow_foreign_table);
    try {
        static_cast<void>(config.table().group_id());
    } catch (const ddc::TableError& error) {
        reader.refuse("group", error.what());
    }
}

ProgramConfig read_only_program(YamlReader& reader, const OfRun& run) {
    ProgramConfig config;
    config.name = hex(config.options.reference_id);
    config.address = config.name;
    config.options.ports.place = reader.mistake("program.ports", "");
    if (auto section = reader.section("program")) read_program(*section, run.mode, config);
    if (auto section = reader.section("driver")) {
        if (reader.has("program"))
            reader.refuse("driver", "drives in place of a program; leave out `program`");
        config.driver = read_driver(*section);
        config.name = "driver";
        section->text("name", config.name);
    }
    read_drive(reader, run, config);
    auto vehicle = reader.section("vehicle");
    if (vehicle && vehicle->scalar("of")) vehicle->refuse("of", "needs a list `programs`");
    return config;
}

/// Refuses topics that another program has too.
void check_ros2_names(YamlReader& reader, const Ros2Config& config, const ProgramConfig& other) {
    if (config.domain != other.ros2->domain) return;
    const std::string domain = "is in the domain of '" + other.name + "', where ";
    if (config.space == other.ros2->space)
        reader.refuse("ros2", domain +
                                  "its topics have the same names; give it another `domain` "
                                  "or `namespace`");
    else if (config.publishes_clock && other.ros2->publishes_clock)
        reader.refuse("ros2",
                      domain +
                          "there can be only one /clock; give one of them `clock: false`, or "
                          "another `domain`");
}

/// Refuses names and ids that a previous program has too.
void check_identity(YamlReader& reader, const ProgramConfig& config,
                    const std::vector<ProgramConfig>& before) {
    for (const ProgramConfig& other : before) {
        if (other.options.reference_id == config.options.reference_id)
            reader.refuse("reference_id", "is the reference id of '" + other.name + "' too");
        if (other.name == config.name) reader.refuse("name", "is the name of another program too");
        if (config.ros2 && other.ros2) check_ros2_names(reader, *config.ros2, other);
    }
}

/// In a list the driver model has the name and reference id of its item.
void read_driver_of_list(YamlReader& item, YamlReader& section, ProgramConfig& config) {
    config.driver = read_driver(section);
    read_reference_id(item, config.options.reference_id);
    config.name = hex(config.options.reference_id);
    item.text("name", config.name);
    config.address = config.name;
}

/// @param items of the list `programs`
std::vector<ProgramConfig> read_programs(YamlReader& file, std::vector<YamlReader>& items,
                                         const OfRun& run) {
    std::vector<ProgramConfig> programs;
    for (YamlReader& reader : items) {
        ProgramConfig config;
        if (auto section = reader.section("driver"))
            read_driver_of_list(reader, *section, config);
        else
            read_program(reader, run.mode, config);
        read_drive(reader, run, config);
        if (!reader.good("reference_id") || !reader.good("name")) continue;
        check_identity(reader, config, programs);
        programs.push_back(std::move(config));
    }
    if (programs.empty() && file.good("programs"))
        file.refuse("programs", "must be a list of maps");
    return programs;
}

/// The number of a vehicle is the index of its program.
void read_port(plant::YamlReader& reader, RunConfig& config) {
    std::vector<VehicleWords> vehicles;
    for (const ProgramConfig& program : config.programs)
        vehicles.push_back({std::to_string(vehicles.size()), program.name});
    config.data_port = read_data_port(reader, vehicles);
    read_driving(reader, *config.data_port);
}

/// Reads a run's file and reports its errors to `reader`.
RunConfig read_run(YamlReader& reader) {
    RunConfig config;
    config.table_name = ddc::TableOptions::default_name();
    reader.choice("mode", config.mode, {"measured", "realtime"});
    const auto mode = reader.good("mode") ? std::optional(config.mode) : std::nullopt;
    if (config.mode == Mode::realtime) config.duration = SimTime::max();
    reader.time("duration_s", config.duration, limits::duration_s);
    reader.count("seed", config.seed);
    config.table_group = ddc::TableOptions::default_group();
    config.allow_foreign_table = ddc::TableOptions::default_allow_foreign();
    if (auto table = reader.section("ddc")) read_table(*table, config);
    config.origin = read_origin(reader);
    const OfRun run{mode, config.duration, reader.good("origin") ? config.origin : std::nullopt};
    config.is_list = reader.has("programs");
    auto items = reader.sections("programs");
    if (config.is_list)
        config.programs = read_programs(reader, items, run);
    else
        config.programs.push_back(read_only_program(reader, run));
    for (ProgramConfig& program : config.programs)
        program.options.origin = config.origin.value_or(WorldOrigin{});
    if (auto section = reader.section("sockets"))
        config.network = read_sockets(*section, mode, config.programs);
    std::vector<YamlReader> programs = config.is_list ? items : std::vector<YamlReader>{reader};
    check_link_faults(programs, config);
    read_shared_time(reader, items, config);
    if (auto section = reader.section("data_port")) read_port(*section, config);
    return config;
}

}  // namespace

RunConfig load_run_config(const std::filesystem::path& file) {
    YamlReader reader(file);
    RunConfig config = read_run(reader);
    reader.finish([&](const std::string& key) {
        return place_of_run_key(key, config.mode, [](YamlReader& form) { read_run(form); });
    });
    const auto problem = overwriting(traces_of(file), files_read("the configuration", file));
    if (!problem.empty()) throw std::invalid_argument(problem);
    return config;
}

}  // namespace gateway
