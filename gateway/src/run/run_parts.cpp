// SPDX-License-Identifier: MIT
#include "run_parts.hpp"

#include "../program/program_file.hpp"
#include "../vehicle/converted_vehicle.hpp"
#include "../vehicle/sim_vehicle.hpp"

namespace gateway {
namespace {

constexpr double deg_per_rad = 57.29577951308232;

const char* exit_reason(LoopEnd end) {
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

}  // namespace

std::unique_ptr<Vehicle> create_vehicle(const VehicleConfig& config,
                                        const std::optional<Route>& route) {
    VehicleConfig placed = config;
    if (route) {
        if (!placed.x_m) placed.x_m = route->points().front().x_m;
        if (!placed.y_m) placed.y_m = route->points().front().y_m;
        if (!placed.yaw_deg) placed.yaw_deg = route->initial_yaw_rad() * deg_per_rad;
    }
    auto vehicle =
        std::make_unique<SimVehicle>(create_session(placed), config.step, start_of(placed));
    if (!config.converter) return vehicle;
    return std::make_unique<ConvertedVehicle>(std::move(vehicle), *config.converter);
}

std::unique_ptr<ChildProcess> start_program(const ProgramConfig& config, const RunPlace& place,
                                            const Log& log) {
    if (config.exec.empty()) return nullptr;
    auto child = std::make_unique<ChildProcess>(config.exec, own_directory(), place.environment);
    log("started the program, pid " + std::to_string(child->pid()));
    return child;
}

ddc::Claim claim_header(const ProgramConfig& config, ddc::Table& table) {
    const ddc::Id first = config.options.reference_id;
    const ddc::Id size = ddc::interface::header::size;
    if (first > table.capacity() - size) return {};  // the handshake says what is wrong
    return table.claim(first, first + size - 1, config.name);
}

void report_warnings(const ProgramLink& program, const Log& log) {
    for (const std::string& warning : program.description().warnings)
        log("interface of the program: " + warning);
}

void check_drive(const ProgramConfig& config, const ProgramLink& program) {
    const DriveKind kind = drive_kind(program.outputs());
    const VehicleConfig& vehicle = config.vehicle;
    const bool takes_actuation = !config.remote_vehicle && plant::takes_actuation(vehicle.model);
    if (kind == DriveKind::driver && takes_actuation && !vehicle.converter)
        throw ProgramError(
            "the program sets pedals and steering, but the vehicle takes accel_cmd, brake_cmd and "
            "steer_cmd; write `converter: {}` under `vehicle`, which turns the one into the other");
    if (kind != DriveKind::actuators) return;
    if (!takes_actuation)
        throw ProgramError(
            "the program sets accel_cmd, brake_cmd or steer_cmd, which this vehicle does not take; "
            "choose a vehicle.model such as " +
            std::string(plant::model_names(plant::Takes::actuation).front()));
    if (vehicle.converter)
        throw ProgramError(
            "the program sets accel_cmd, brake_cmd or steer_cmd itself; remove vehicle.converter, "
            "which would take their place");
}

Summary summarize(const ProgramConfig& config, const ProgramLink& program,
                  const RunStatistics& numbers, const Loop& loop, const LoopResult& end) {
    Summary s;
    s.name = config.name;
    s.interface = to_string(program.description().layout.type);
    s.cycles = numbers.turns();
    s.execution_time_s = numbers.execution_time_s();
    s.cycle_latency_us = numbers.latency_us();
    s.has_route = config.route.has_value();
    s.route_max_m = numbers.route_max_m();
    s.route_rms_m = numbers.route_rms_m();
    s.failsafe_s = seconds(numbers.failsafe());
    s.clamped_outputs = program.clamped_outputs();
    s.sim_time_s = seconds(end.sim_time);
    const plant::State& state = loop.vehicle.feedback().state;
    s.x_m = state.position_m.x();
    s.y_m = state.position_m.y();
    s.yaw_rad = state.yaw_rad;
    s.vx_mps = state.velocity_mps.x();
    s.exit_reason = exit_reason(end.end);
    if (end.end == LoopEnd::controller) s.error = loop.controller.explain();
    if (end.end == LoopEnd::vehicle) s.error = loop.vehicle.explain();
    return s;
}

void close_trace(TraceRecorder* trace, Summary& summary) {
    if (trace == nullptr) return;
    const RowWriter& rows = trace->close();
    summary.trace_rows_dropped = rows.rows_dropped();
    summary.trace_error = rows.problem();
}

}  // namespace gateway
