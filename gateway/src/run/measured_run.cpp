// SPDX-License-Identifier: MIT
#include "measured_run.hpp"

#include "../program/ddc_inputs.hpp"
#include "../record/run_statistics.hpp"
#include "../record/trace_recorder.hpp"
#include "../vehicle/sim_vehicle.hpp"

#include <gateway/loop.hpp>

#include <ddc/inspect.hpp>

#include <algorithm>
#include <memory>

namespace gateway {
namespace {

/// The run's table; removed at the end if this run made it and nobody else uses it.
class OwnTable {
  public:
    explicit OwnTable(const std::string& name) {
        const auto names = ddc::table_names();
        existed_ = std::find(names.begin(), names.end(), name) != names.end();
        ddc::TableOptions options;
        options.name = name;
        table_ = ddc::Table::open_or_create(options);
    }
    ~OwnTable() {
        const std::string name = table_->name();
        table_.reset();
        if (existed_) return;
        try {
            ddc::remove_table(name, ddc::Removal::if_unused);
        } catch (const ddc::TableError&) {  // somebody else removed it
        }
    }
    OwnTable(const OwnTable&) = delete;
    OwnTable& operator=(const OwnTable&) = delete;
    ddc::Table& operator*() { return *table_; }

  private:
    bool existed_ = false;
    std::optional<ddc::Table> table_;
};

std::unique_ptr<plant::VehicleDynamics> create_dynamics(VehicleConfig::Model model) {
    return model == VehicleConfig::Model::kinematic ? plant::create_kinematic()
                                                    : plant::create_seven_dof();
}

SimVehicle create_vehicle(const VehicleConfig& config, const std::optional<Route>& route) {
    const Point start = route ? route->points().front() : Point{};
    const double yaw_rad = config.yaw_deg ? *config.yaw_deg / 57.29577951308232
                           : route        ? route->initial_yaw_rad()
                                          : 0;
    auto session = std::make_unique<plant::SimSession>(create_dynamics(config.model),
                                                       plant::create_flat_ground(), config.session);
    return SimVehicle(std::move(session), config.step,
                      plant::rolling_state(config.session.vehicle, config.x_m.value_or(start.x_m),
                                           config.y_m.value_or(start.y_m), yaw_rad, config.vx_mps));
}

std::unique_ptr<ChildProcess> start_program(const RunConfig& config) {
    if (config.exec.empty()) return nullptr;
    const auto directory = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    return std::make_unique<ChildProcess>(
        config.exec, directory,
        std::vector<std::pair<std::string, std::string>>{{"DDC_NAME", config.table_name}});
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

Summary summarise(const RunConfig& config, const DdcProgram& program, const RunStatistics& numbers,
                  const Vehicle& vehicle, const LoopResult& result, double wall_time_s) {
    Summary s;
    s.mode = "measured";
    s.interface = to_string(program.description().layout.type);
    s.cycles = numbers.turns();
    s.sim_time_s = std::chrono::duration<double>(result.sim_time).count();
    s.wall_time_s = wall_time_s;
    s.execution_time_s = numbers.execution_time_s();
    s.cycle_latency_us = numbers.latency_us();
    s.has_route = config.route.has_value();
    s.route_max_m = numbers.route_max_m();
    s.route_rms_m = numbers.route_rms_m();
    const plant::State& state = vehicle.feedback().state;
    s.x_m = state.position_m.x();
    s.y_m = state.position_m.y();
    s.yaw_rad = state.yaw_rad;
    s.vx_mps = state.velocity_mps.x();
    s.clamped_outputs = program.clamped_outputs();
    s.exit_reason = exit_reason(result.end);
    return s;
}

std::size_t expected_turns(const RunConfig& config) {
    constexpr std::int64_t most = 10'000'000;
    return static_cast<std::size_t>(
        std::min<std::int64_t>(most, config.duration / config.timing.cycle_duration + 1));
}

}  // namespace

RunResult run_measured(const RunConfig& config, const std::atomic<bool>& stop, const Log& log) {
    OwnTable table(config.table_name);
    const auto child = start_program(config);
    if (child) log("started the program, pid " + std::to_string(child->pid()));
    DdcProgram program(*table, config.program, child.get(), stop, log);
    if (!program.connected()) return {{}, {}, false};
    for (const std::string& warning : program.description().warnings)
        log("interface of the program: " + warning);

    SimVehicle vehicle = create_vehicle(config.vehicle, config.route);
    MeasuredPacer pacer(config.timing);
    const Route* route = config.route ? &*config.route : nullptr;
    DdcInputs inputs(*table, program.inputs(), route);
    RunStatistics numbers(route, expected_turns(config));
    std::unique_ptr<TraceRecorder> trace;
    if (config.trace)
        trace = std::make_unique<TraceRecorder>(*config.trace, program.inputs(), program.outputs(),
                                                route);
    Loop loop{program, vehicle, pacer, {&inputs, &numbers}};
    if (trace) loop.observers.push_back(trace.get());

    const auto start = std::chrono::steady_clock::now();
    const LoopResult end = run_loop(loop, config.duration, stop);
    const std::chrono::duration<double> wall_time = std::chrono::steady_clock::now() - start;
    if (trace) trace->close();

    RunResult result;
    result.summary = summarise(config, program, numbers, vehicle, end, wall_time.count());
    if (end.end == LoopEnd::controller) result.error = program.explain();
    if (end.end == LoopEnd::vehicle) result.error = vehicle.explain();
    return result;
}

}  // namespace gateway
