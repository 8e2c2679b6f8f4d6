// SPDX-License-Identifier: MIT
#include "program_run.hpp"

#include "../program/measured_inputs.hpp"
#include "../program/supervisor.hpp"
#include "../record/run_statistics.hpp"
#include "../record/trace_recorder.hpp"
#include "../vehicle/sim_vehicle.hpp"

#include <gateway/loop.hpp>

#include <algorithm>
#include <memory>

namespace gateway {
namespace {

SimVehicle create_vehicle(const VehicleConfig& config, const std::optional<Route>& route) {
    const Point start = route ? route->points().front() : Point{};
    const double yaw_rad = config.yaw_deg ? *config.yaw_deg / 57.29577951308232
                           : route        ? route->initial_yaw_rad()
                                          : 0;
    auto session = std::make_unique<plant::SimSession>(
        plant::create_model(config.model), plant::create_ground(config.ground), config.session);
    return SimVehicle(std::move(session), config.step,
                      plant::rolling_state(config.session.vehicle, config.x_m.value_or(start.x_m),
                                           config.y_m.value_or(start.y_m), yaw_rad, config.vx_mps));
}

std::unique_ptr<ChildProcess> start_program(const std::vector<std::string>& exec,
                                            const std::string& table_name) {
    if (exec.empty()) return nullptr;
    const auto directory = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    return std::make_unique<ChildProcess>(
        exec, directory,
        std::vector<std::pair<std::string, std::string>>{{"DDC_NAME", table_name}});
}

std::string exit_reason(LoopEnd end) {
    switch (end) {
        case LoopEnd::duration:
            return "duration";
        case LoopEnd::interrupted:
            return "interrupted";
        case LoopEnd::controller:
            return "program_failed";
        case LoopEnd::vehicle:
            break;
    }
    return "vehicle_failed";
}

double seconds(SimTime time) {
    return std::chrono::duration<double>(time).count();
}

void add_numbers(Summary& s, const RunStatistics& numbers) {
    s.cycles = numbers.turns();
    s.execution_time_s = numbers.execution_time_s();
    s.cycle_latency_us = numbers.latency_us();
    s.route_max_m = numbers.route_max_m();
    s.route_rms_m = numbers.route_rms_m();
    s.failsafe_s = seconds(numbers.failsafe());
}

void add_pose(Summary& s, const plant::State& state) {
    s.x_m = state.position_m.x();
    s.y_m = state.position_m.y();
    s.yaw_rad = state.yaw_rad;
    s.vx_mps = state.velocity_mps.x();
}

void add_end(Summary& s, const LoopResult& result, const Loop& loop) {
    s.sim_time_s = seconds(result.sim_time);
    s.exit_reason = exit_reason(result.end);
    if (result.end == LoopEnd::controller) s.error = loop.controller.explain();
    if (result.end == LoopEnd::vehicle) s.error = loop.vehicle.explain();
}

std::size_t expected_turns(SimTime duration, SimTime cycle_duration) {
    constexpr std::int64_t most = 10'000'000;
    return static_cast<std::size_t>(std::min<std::int64_t>(most, duration / cycle_duration + 1));
}

}  // namespace

std::optional<Summary> run_program(const ProgramConfig& config, SimTime duration, ddc::Table& table,
                                   EntryClaims& claims, const std::atomic<bool>& stop,
                                   const Log& log) {
    const auto child = start_program(config.exec, table.name());
    if (child) log("started the program, pid " + std::to_string(child->pid()));
    MeasuredProgram controller({table, config.options, child.get(), stop, log});
    ProgramLink& program = controller.link();
    if (!program.is_connected()) return std::nullopt;
    const ProgramDescription& description = program.description();
    for (const std::string& warning : description.warnings)
        log("interface of the program: " + warning);
    claims.claim(
        config.name, program.peer().id(0),
        program.peer().id(static_cast<ddc::Id>(end_offset(description.ports, description.layout))));

    SimVehicle vehicle = create_vehicle(config.vehicle, config.route);
    Supervisor supervisor(controller, config.timing.cycle_duration);
    MeasuredPacer pacer(config.timing);
    RouteTracker route(config.route ? &*config.route : nullptr);
    MeasuredInputs inputs(program, route);
    RunStatistics numbers(route, expected_turns(duration, config.timing.cycle_duration));
    std::unique_ptr<TraceRecorder> trace;
    if (config.trace)
        trace = std::make_unique<TraceRecorder>(*config.trace, program.inputs(), program.outputs(),
                                                route);
    Loop loop{supervisor, vehicle, pacer, {&route, &inputs, &numbers}};
    if (trace) loop.observers.push_back(trace.get());

    const auto start = std::chrono::steady_clock::now();
    const LoopResult end = run_loop(loop, duration, stop);
    const std::chrono::duration<double> wall_time = std::chrono::steady_clock::now() - start;
    if (trace) trace->close();

    Summary summary;
    summary.name = config.name;
    summary.mode = "measured";
    summary.interface = to_string(program.description().layout.type);
    summary.wall_time_s = wall_time.count();
    summary.has_route = config.route.has_value();
    summary.clamped_outputs = program.clamped_outputs();
    summary.losses = supervisor.losses();
    add_numbers(summary, numbers);
    add_pose(summary, vehicle.feedback().state);
    add_end(summary, end, loop);
    return summary;
}

}  // namespace gateway
