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

std::optional<Summary> run_measured(const ProgramConfig& config, const RunConfig& run,
                                    const RunPlace& place, const Log& log) {
    ddc::Claim claim = claim_header(config, place.table);
    const auto child = start_program(config, place, log);
    MeasuredProgram controller(
        {place.table, config.options, child.get(), place.control.stop, log, &claim});
    ProgramLink& program = controller.link();
    if (!program.is_connected()) return std::nullopt;
    report_warnings(program, log);
    check_drive(config, program);

    const auto vehicle = create_vehicle(config.vehicle, config.route);
    Supervisor supervisor(controller, config.timing.cycle_duration);
    MeasuredPacer measured(config.timing);
    WallClockPacer paced(measured, run.pace, place.control.stop);
    Pacer& pacer = run.pace > 0 ? static_cast<Pacer&>(paced) : measured;
    RouteTracker route(config.route ? &*config.route : nullptr);
    MeasuredInputs inputs(program, route);
    RunStatistics numbers(route, expected_turns(run.duration, config.timing.cycle_duration));
    std::unique_ptr<TraceRecorder> trace;
    if (config.trace)
        trace = std::make_unique<TraceRecorder>(*config.trace, program.inputs(), program.outputs(),
                                                route);
    Loop loop{supervisor, *vehicle, pacer, {&route, &inputs, &numbers}};
    if (trace) loop.observers.push_back(trace.get());

    const auto start = std::chrono::steady_clock::now();
    const LoopResult end = run_loop(loop, run.duration, place.control.stop);
    const std::chrono::duration<double> wall_time = std::chrono::steady_clock::now() - start;
    if (trace) trace->close();

    Summary summary = summarize(config, program, numbers, loop, end);
    summary.mode = "measured";
    summary.wall_time_s = wall_time.count();
    summary.losses = supervisor.losses();
    return summary;
}

}  // namespace gateway
