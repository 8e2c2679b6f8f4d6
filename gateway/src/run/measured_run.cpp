// SPDX-License-Identifier: MIT
#include "measured_run.hpp"

#include "../pacer/wall_clock_pacer.hpp"
#include "../program/measured_inputs.hpp"
#include "../program/supervisor.hpp"
#include "../record/trace_recorder.hpp"

#include <algorithm>

namespace gateway {
namespace {

std::size_t expected_turns(SimTime duration, SimTime cycle_duration) {
    constexpr std::int64_t most = 10'000'000;
    return static_cast<std::size_t>(std::min<std::int64_t>(most, duration / cycle_duration + 1));
}

}  // namespace

std::optional<Summary> run_measured(const ProgramRun& run) {
    const ProgramConfig& config = run.config;
    const SimTime duration = run.run.duration;
    const RunPlace& place = run.place;
    const std::atomic<bool>& stop = place.control.stop;
    const auto child = start_program(config, place, run.log);
    MeasuredProgram controller(
        {place.table, config.options, child.get(), stop, run.log, &run.claim});
    ProgramLink& program = controller.link();
    if (!program.is_connected()) return std::nullopt;
    report_warnings(program, run.log);
    check_drive(config, program);

    const auto vehicle = create_vehicle(config.vehicle, config.route);
    Supervisor supervisor(controller, config.timing.cycle_duration);
    MeasuredPacer measured(config.timing);
    WallClockPacer paced(measured, run.run.pace, stop);
    Pacer& pacer = run.run.pace > 0 ? static_cast<Pacer&>(paced) : measured;
    RouteTracker route(config.route ? &*config.route : nullptr);
    MeasuredInputs inputs(program, route);
    RunStatistics numbers(route, expected_turns(duration, config.timing.cycle_duration));
    std::optional<TraceRecorder> trace;
    Loop loop{supervisor, *vehicle, pacer, {&route, &inputs, &numbers}};
    if (run.trace)
        loop.observers.push_back(&trace.emplace(
            run.trace,
            TraceRecorder::Sources{program.inputs(), program.outputs(), route,
                                   plant::reading_columns(config.vehicle.session.sensors)},
            run.log));

    const auto start = std::chrono::steady_clock::now();
    const LoopResult end = run_loop(loop, duration, stop);
    const std::chrono::duration<double> wall_time = std::chrono::steady_clock::now() - start;

    Summary summary = summarize(config, program, numbers, loop, end);
    summary.mode = "measured";
    summary.wall_time_s = wall_time.count();
    summary.losses = supervisor.losses();
    summary.missed_inputs = inputs.missed();
    close_trace(trace ? &*trace : nullptr, summary);
    return summary;
}

}  // namespace gateway
