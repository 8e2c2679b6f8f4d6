// SPDX-License-Identifier: MIT
#include "factories.hpp"
#include "kept_programs.hpp"
#include "shared_world.hpp"

#include "binding/message_port.hpp"
#include "binding/unbound_columns.hpp"
#include "command_level/level_converting_vehicle.hpp"
#include "cycle/realtime_program.hpp"
#include "cycle/supervisor.hpp"
#include "driver/steering_robot.hpp"
#include "loop/arbiter.hpp"
#include "loop/faulted_controller.hpp"
#include "loop/gated_controller.hpp"
#include "montisim_bridge/tcp_program.hpp"
#include "network/networked_program.hpp"
#include "platform/create_vehicle.hpp"
#include "process/program_file.hpp"
#include "time/measured_pacer.hpp"
#include "time/wall_clock_pacer.hpp"
#include "vehicle_fault/faulty_sensor_vehicle.hpp"

#include <plant/angle.hpp>

#include <algorithm>

namespace gateway {
namespace {

using plant::deg_per_rad;

/// Sets the start of the route if the configuration has no start position.
VehicleConfig on_route(VehicleConfig vehicle, const std::optional<Route>& route) {
    if (!route) return vehicle;
    if (!vehicle.x_m) vehicle.x_m = route->points().front().x_m;
    if (!vehicle.y_m) vehicle.y_m = route->points().front().y_m;
    if (!vehicle.yaw_deg) vehicle.yaw_deg = route->initial_yaw_rad() * deg_per_rad;
    return vehicle;
}

/// The faults of actuators, tyres and road act in the vehicle, which may be shared.
void add_vehicle_faults(const ProgramRun& run, Assembly& assembly) {
    const auto faults = assembly.faults->faults_of(VehicleFaults::sides);
    if (faults.empty()) return;
    VehicleFaults* of_vehicle = run.shared == nullptr ? nullptr : run.shared->vehicle_faults();
    if (of_vehicle == nullptr) {
        assembly.vehicle_faults = std::make_unique<VehicleFaults>(run.program.vehicle);
        of_vehicle = assembly.vehicle_faults.get();
    }
    of_vehicle->bind(faults);
}

/// The faults of sensors act on the feedback of each cycle of this program.
void add_sensor_faults(const ProgramRun& run, Assembly& assembly) {
    if (!assembly.faults) return;
    const auto faults = assembly.faults->faults_of({FaultSide::sensors});
    if (faults.empty()) return;
    auto vehicle = std::make_unique<FaultySensorVehicle>(std::move(assembly.parts.vehicle),
                                                         SensorFaults(faults, shortest_cycle(run)));
    assembly.faults->on_begin_cycle([&own = *vehicle](SimTime now) { own.begin_cycle(now); });
    assembly.parts.vehicle = std::move(vehicle);
}

std::vector<AppliedFault> link_faults(const Assembly& assembly) {
    return assembly.faults ? assembly.faults->faults_of({FaultSide::links})
                           : std::vector<AppliedFault>{};
}

void add_vehicle(const ProgramRun& run, Assembly& assembly) {
    const ProgramConfig& config = run.program;
    RunParts& parts = assembly.parts;
    if (run.shared != nullptr) parts.vehicle = run.shared->shared_vehicle();
    if (config.remote_vehicle) {
        RemoteVehicle remote =
            config.remote_vehicle({config.realtime.pace, run.place.table, link_faults(assembly)});
        parts.vehicle = with_level_conversion(
            std::move(remote.vehicle), config.vehicle.controller.value_or(LevelConversionConfig{}));
        assembly.report_descriptor = remote.descriptor;
        assembly.vds1 = remote.vds1;
        assembly.interface = remote.interface;
    } else if (parts.vehicle == nullptr) {
        parts.vehicle = create_simulated_vehicle(config, assembly.vehicle_faults.get());
    }
    if (run.shared != nullptr) parts.vehicle = run.shared->show(std::move(parts.vehicle));
    add_sensor_faults(run, assembly);
    parts.failsafe = config.failsafe;
    parts.failsafe.level = failsafe_level(*parts.vehicle);
}

/// Creates the schedule of the faults, if there are any, before the parts on which they act.
void add_faults(const ProgramRun& run, Assembly& assembly) {
    if (run.faults == nullptr) return;
    assembly.faults = std::make_unique<FaultSchedule>(run.program.faults, *run.faults);
    const FaultSchedule& faults = *assembly.faults;
    assembly.program_faults = {faults.faults_of({FaultSide::inputs}),
                               faults.faults_of({FaultSide::outputs}),
                               faults.faults_of({FaultSide::process}), shortest_cycle(run)};
    add_vehicle_faults(run, assembly);
}

std::unique_ptr<ProgramSockets> create_sockets(const ProgramRun& run, const Assembly& assembly) {
    if (run.place.network == nullptr) return nullptr;
    auto sockets = std::make_unique<ProgramSockets>(*run.place.network, run.index, run.place.table,
                                                    run.program.options.reference_id);
    sockets->set_faults(link_faults(assembly));
    return sockets;
}

std::unique_ptr<ProgramProxy> create_proxy(const ProgramRun& run) {
    if (!run.program.tcp) return nullptr;
    return std::make_unique<tcp::TcpProgram>(run.place.table, run.program.options.reference_id,
                                             *run.program.tcp, run.log);
}

/// Starts the program, unless it is started from outside or was kept from the run before.
void start_program(const ProgramRun& run, ProgramPeer& peer, Assembly& assembly) {
    const std::vector<std::string>& exec = run.program.exec;
    if (exec.empty()) return;
    if (run.kept != nullptr && run.kept->child) {
        assembly.child = std::move(run.kept->child);
        peer.child = assembly.child.get();
        peer.was_empty_before_start = true;
        peer.is_kept = true;
        return;
    }
    if (!run.program.tcp) peer.prepare_start();  // its proxy starts later
    assembly.child = std::make_unique<ChildProcess>(exec, own_directory(), run.place.environment);
    peer.child = assembly.child.get();
    run.log("started the program, pid " + std::to_string(assembly.child->pid()));
}

std::unique_ptr<ProgramController> create_program(const ProgramRun& run, ProgramPeer peer) {
    const ProgramConfig& config = run.program;
    if (run.config.mode == Mode::realtime)
        return std::make_unique<RealtimeProgram>(std::move(peer), config.realtime.program);
    return std::make_unique<Supervisor>(std::move(peer), config.timing.cycle_duration);
}

std::unique_ptr<Controller> with_sockets(std::unique_ptr<ProgramController> program,
                                         ProgramSockets* sockets) {
    if (sockets == nullptr) return program;
    return std::make_unique<NetworkedProgram>(std::move(program), *sockets);
}

/// @throws std::runtime_error if the vehicle does not accept its commands
std::unique_ptr<ManualController> create_manual_controller(const ManualControllerFactory& create,
                                                           const Vehicle& vehicle) {
    auto controller = create();
    for (const Level level : controller->levels())
        if (!vehicle.takes(level))
            throw std::runtime_error(controller->name() +
                                     " drives at a level that this vehicle does not accept; leave "
                                     "out its key `level`");
    return controller;
}

void stand_by(const std::vector<std::unique_ptr<Observer>>& observers) {
    for (const auto& observer : observers) observer->stand_by();
}

/// @throws ProgramError if the program has not declared that it can be reset
void check_resettable(const ProgramConnection& program) {
    if (program.description().is_resettable) return;
    throw ProgramError(
        "the program does not declare that it can be reset, which `reuse: true` needs: leave out "
        "`reuse`, or call ddc::interface::Program::declare_resettable");
}

/// Logs the warnings about the program's interface.
void report_warnings(const ProgramConnection& program, const PortRules& rules, const Log& log) {
    for (const std::string& warning : program.description().warnings)
        log("interface of the program: " + warning);
    const std::vector<std::string>& logged = rules.notes;
    for (const std::string& note : notes_on_numbering(program.description().ports.ports, rules))
        if (std::find(logged.begin(), logged.end(), note) == logged.end()) log(note);
}

/// Why a vehicle does not accept commands of that level, and what to write.
std::string advice_for(Level level, const Vehicle& vehicle) {
    if (level == Level::actuation)
        return "this vehicle does not accept; choose a vehicle.model such as " +
               std::string(plant::model_names(plant::Takes::actuation).front());
    if (level == Level::wheel_torques)
        return "this vehicle does not accept; choose vehicle.model seven_dof or fourteen_dof, "
               "which "
               "have four wheels";
    if (level == Level::raw && vehicle.takes(Level::pedals))
        return "require a scale; write `raw: {throttle_full: 100, brake_full: 100, "
               "steer_per_rad: 1000}` with the numbers of your vehicle under `safety`";
    if (vehicle.takes(Level::actuation))
        return "this vehicle does not accept; write `converter: {}` under `vehicle`, which "
               "converts "
               "them to accel_cmd, brake_cmd and steer_cmd";
    return "this vehicle does not accept";
}

/// @throws ProgramError if the program's outputs do not move the vehicle
void check_drive(const ProgramConnection& program, const Vehicle& vehicle) {
    const auto level = level_of(program.outputs());
    if (!level || vehicle.takes(*level)) return;
    throw ProgramError("the program's port '" + first_output(program.outputs(), *level)->name +
                       "' sets " + what_is_set(*level) + ", which " + advice_for(*level, vehicle));
}

/// Starts the program, unless it is started from outside, and waits for it. @return null if it is
/// not connected
std::unique_ptr<Controller> connect_program(const ProgramRun& run, Assembly& assembly) {
    ProgramPeer peer{run.place.table, run.program.options, nullptr, run.place.control.stop,
                     run.log,         &run.claim};
    start_program(run, peer, assembly);
    assembly.proxy = create_proxy(run);
    assembly.sockets = create_sockets(run, assembly);
    peer.proxy = assembly.proxy.get();
    peer.sockets = assembly.sockets.get();
    if (assembly.faults) peer.faults = &assembly.program_faults;
    auto program = create_program(run, std::move(peer));
    if (!program->link().is_connected()) return nullptr;
    if (run.kept != nullptr) check_resettable(program->link());
    assembly.program = program.get();
    report_warnings(assembly.program->link(), run.program.options.ports, run.log);
    if (assembly.sockets && assembly.sockets->ports().empty())
        run.log("`sockets` connects none of the program's SOCKET ports");
    check_drive(assembly.program->link(), *assembly.parts.vehicle);
    return with_sockets(std::move(program), assembly.sockets.get());
}

/// The driver model. It needs a route.
std::unique_ptr<Controller> create_driver(const ProgramRun& run, Assembly& assembly) {
    const ProgramConfig& config = run.program;
    const plant::Scenario* const manoeuvre = config.manoeuvre ? &*config.manoeuvre : nullptr;
    auto driver = std::make_unique<Driver>(
        DriverTask{*config.driver, *config.route, manoeuvre,
                   config.vehicle.controller.value_or(level_conversion_of(config.vehicle)),
                   grip_of(config.vehicle)});
    assembly.driver = driver.get();
    return driver;
}

/// @throws ProgramError if the program's commands have no steering angle
std::unique_ptr<Controller> with_steering_robot(std::unique_ptr<Controller> controller,
                                                const ProgramConfig& config,
                                                const OutputBindings& outputs) {
    if (!config.manoeuvre || !SteeringRobot::is_needed(*config.manoeuvre)) return controller;
    const auto level = level_of(outputs);
    if (level && !SteeringRobot::takes(*level))
        throw ProgramError("the program sets " + std::string(what_is_set(*level)) +
                           ", but this manoeuvre steers, which needs commands with a steering "
                           "angle");
    return std::make_unique<SteeringRobot>(std::move(controller), *config.manoeuvre);
}

/// Adds the program, or the driver model in its place, and manual control. @return whether it is
/// connected
bool add_controller(const ProgramRun& run, Assembly& assembly) {
    auto controller =
        run.program.driver ? create_driver(run, assembly) : connect_program(run, assembly);
    if (!controller) return false;
    controller = with_steering_robot(std::move(controller), run.program, assembly.outputs());
    std::vector<std::unique_ptr<ManualController>> manual_controllers;
    for (const ManualControllerFactory& create : run.program.manual_controllers) {
        const auto& manual = manual_controllers.emplace_back(
            create_manual_controller(create, *assembly.parts.vehicle));
        for (const Level level : manual->levels()) assembly.manual_levels.push_back(level);
        run.log(manual->explain());
    }
    assembly.parts.controller = std::make_unique<Arbiter>(
        std::move(controller), std::move(manual_controllers), run.place.control, run.log);
    if (assembly.faults)
        assembly.parts.controller = std::make_unique<FaultedController>(
            std::move(assembly.parts.controller), *assembly.faults);
    if (run.config.mode == Mode::measured)
        assembly.parts.controller = std::make_unique<GatedController>(
            std::move(assembly.parts.controller), *run.gate,
            [&parts = assembly.parts] { stand_by(parts.observers); });
    return true;
}

/// The filters of a vehicle with several drivers apply to the merged command.
void add_filters(const ProgramRun& run, Assembly& assembly) {
    if (run.shared != nullptr && run.shared->shares_vehicle()) {
        if (const Filters* filters = run.shared->filters()) {
            assembly.rules = filters->rules;
            assembly.safety = filters->safety;
        }
        return;
    }
    Filters filters = create_filters(filter_options(run.program, run.board));
    assembly.rules = filters.rules;
    assembly.safety = filters.safety;
    assembly.parts.filters = std::move(filters.chain);
    if (!run.recording && run.place.monitors.empty()) return;
    assembly.tap = std::make_unique<CommandTap>();
    assembly.parts.filters.set_tap(*assembly.tap);
}

void add_pacer(const ProgramRun& run, Assembly& assembly) {
    const ProgramConfig& config = run.program;
    std::unique_ptr<Pacer>& pacer = assembly.parts.pacer;
    if (run.config.mode == Mode::realtime) {
        auto realtime = std::make_unique<RealtimePacer>(config.realtime.pace, run.place.control);
        realtime->spin(config.realtime.spin);
        if (config.realtime.begins_on_state && assembly.report_descriptor >= 0)
            realtime->begin_when_readable(assembly.report_descriptor);
        assembly.realtime = realtime.get();
        if (run.shared != nullptr)
            pacer = run.shared->join(std::move(realtime));
        else
            pacer = std::move(realtime);
        return;
    }
    pacer = std::make_unique<MeasuredPacer>(config.timing);
    if (run.config.pace > 0)
        pacer = std::make_unique<WallClockPacer>(std::move(pacer), run.config.pace,
                                                 run.place.control.stop);
    if (run.shared != nullptr) pacer = run.shared->join(std::move(pacer));
}

/// Logs default rules that may act on commands of this run.
void report_default_rules(const ProgramRun& run, const std::vector<Level>& levels) {
    const auto& safety = run.program.safety;
    if (!safety || !safety->is_default) return;
    if (std::any_of(levels.begin(), levels.end(), specifies_motion))
        run.log(vehicle_interface::default_rules_text());
}

/// The levels of the possible commands, of the program or driver model and of manual control.
std::vector<Level> levels_of(const Assembly& assembly) {
    std::vector<Level> levels = assembly.manual_levels;
    if (assembly.driver != nullptr) levels.push_back(Level::pedals);
    if (const auto level = level_of(assembly.outputs())) levels.push_back(*level);
    return levels;
}

/// What the driver model has in place of a program's.
struct NoProgram {
    InputBindings inputs;
    OutputBindings outputs;
    ProgramDescription description;
};

const NoProgram& no_program() {
    static const NoProgram none;
    return none;
}

}  // namespace

const InputBindings& Assembly::inputs() const {
    return program == nullptr ? no_program().inputs : program->link().inputs();
}

const OutputBindings& Assembly::outputs() const {
    return program == nullptr ? no_program().outputs : program->link().outputs();
}

const ProgramDescription& Assembly::description() const {
    return program == nullptr ? no_program().description : program->link().description();
}

std::string interface_of(const Assembly& assembly) {
    if (assembly.program == nullptr) return "driver";
    return std::string(to_string(assembly.description().layout.type));
}

std::unique_ptr<Vehicle> create_simulated_vehicle(const ProgramConfig& config,
                                                  plant::TickHook* hook) {
    VehicleConfig vehicle = on_route(config.vehicle, config.route);
    if (config.manoeuvre && vehicle.vx_mps == 0)
        vehicle.vx_mps = config.manoeuvre->initial_speed_mps;
    vehicle.hook = hook;
    return create_vehicle(std::move(vehicle));
}

FilterOptions filter_options(const ProgramConfig& config, SafetyBoard* board) {
    FilterOptions options;
    options.safety = config.safety;
    if (!config.remote_vehicle) options.wheel_base_m = wheel_base_of(config.vehicle);
    options.board = board;
    return options;
}

std::unique_ptr<Assembly> assemble(const ProgramRun& run) {
    const ProgramConfig& config = run.program;
    auto assembly = std::make_unique<Assembly>();
    add_faults(run, *assembly);
    add_vehicle(run, *assembly);
    run.readiness.arrive();
    if (!add_controller(run, *assembly)) return nullptr;
    const std::vector<Level> levels = levels_of(*assembly);
    report_default_rules(run, levels);
    if (run.board != nullptr)
        for (const Level level : levels) run.board->levels |= bit_of(level);
    add_pacer(run, *assembly);
    add_filters(run, *assembly);
    if (config.route) assembly->parts.route = std::make_unique<RouteTracker>(&*config.route);
    if (run.config.profiles || has_evidence(run))
        assembly->parts.profile = std::make_unique<Profile>(
            run.config.profiles ? Profile::Keep::all : Profile::Keep::last);
    add_observers(run, *assembly);
    if (run.shared != nullptr &&
        (assembly->inputs().look_around() || look_around(formulas_of(run.program))))
        assembly->parts.look_around = run.shared->look_around();
    if (run.shared != nullptr && !run.shared->begin(assembly->outputs())) return nullptr;
    return assembly;
}

}  // namespace gateway
