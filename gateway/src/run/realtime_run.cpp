// SPDX-License-Identifier: MIT
#include "realtime_run.hpp"

#include "../pacer/realtime_pacer.hpp"
#include "../program/failsafe.hpp"
#include "../program/realtime_inputs.hpp"
#include "../program/status_entries.hpp"
#include "../record/trace_recorder.hpp"
#include "../vehicle/vds1_vehicle.hpp"
#include "link_report.hpp"
#include "live_line.hpp"

#include <limits>

namespace gateway {
namespace {

/// Turns of which a percentile is kept exactly: an hour at 100 Hz.
constexpr std::size_t expected_turns = 360'000;

std::vector<TraceColumn> realtime_columns(const RealtimePacer& pacer,
                                          const RealtimeProgram& program,
                                          const vds1::ClientStatistics* link) {
    using Microseconds = std::chrono::duration<double, std::micro>;
    std::vector<TraceColumn> columns{
        {"lateness_us", [&] { return Microseconds(pacer.lateness()).count(); }},
        {"output_age_us", [&] {
             const auto age = program.output_age();
             return age ? Microseconds(*age).count() : std::numeric_limits<double>::quiet_NaN();
         }}};
    if (link != nullptr)
        columns.push_back(
            {"round_trip_us", [link] { return Microseconds(link->last_round_trip).count(); }});
    return columns;
}

std::unique_ptr<Vds1Vehicle> create_remote_vehicle(const ProgramConfig& config) {
    if (!config.remote_vehicle) return nullptr;
    const RealTimeOptions& pace = config.realtime.pace;
    Vds1VehicleOptions options{*config.remote_vehicle, pace.dt};
    options.client.look_period = RealTimeRunner(pace, {}).period();
    return std::make_unique<Vds1Vehicle>(options);
}

LinkSummary summarize(const vds1::ClientStatistics& link) {
    LinkSummary summary;
    summary.cmd_sent = link.sent;
    summary.state_taken = link.taken;
    summary.state_lost = link.lost;
    summary.state_reordered = link.reordered;
    summary.state_duplicates = link.duplicates;
    summary.cmd_ignored = link.ignored;
    summary.state_not_ours = link.other_vehicle;
    summary.state_refused = link.not_finite + link.foreign;
    for (const std::uint64_t count : link.rejected) summary.state_refused += count;
    summary.round_trips = link.round_trip.count();
    summary.round_trip_us = link.round_trip.percentiles_us();
    return summary;
}

void add_realtime(Summary& summary, const RealtimePacer& pacer, const RealtimeProgram& program,
                  const RealtimeStatistics& numbers) {
    RealtimeSummary realtime;
    const RealTimeRunner& runner = pacer.runner();
    realtime.lateness_us = runner.lateness().percentiles_us();
    realtime.output_age_us = numbers.output_age().percentiles_us();
    realtime.overruns = runner.counters().overruns;
    realtime.skipped = runner.counters().skipped;
    realtime.pauses = pacer.pauses();
    realtime.program_silences = program.watch().silences();
    realtime.state_losses = numbers.state_losses();
    realtime.rejected_outputs = program.rejected_outputs();
    summary.realtime = realtime;
    summary.missed_inputs = program.missed_inputs();
    summary.losses = program.losses();
}

}  // namespace

std::optional<Summary> run_realtime(const ProgramRun& run) {
    const ProgramConfig& config = run.config;
    const RunPlace& place = run.place;
    const Log& log = run.log;
    const auto child = start_program(config, place, log);
    const auto remote = create_remote_vehicle(config);
    const auto simulated = remote ? nullptr : create_vehicle(config.vehicle, config.route);
    Vehicle& vehicle = remote ? static_cast<Vehicle&>(*remote) : *simulated;
    RealtimeProgram program(
        {place.table, config.options, child.get(), place.control.stop, log, &run.claim},
        config.realtime.program);
    if (!program.link().is_connected()) return std::nullopt;
    report_warnings(program.link(), log);
    check_drive(config, program.link());

    RealtimePacer pacer(config.realtime.pace, place.control);
    if (config.realtime.begins_on_state && remote)
        pacer.begin_when_readable(remote->client().descriptor());
    RouteTracker route(config.route ? &*config.route : nullptr);
    RealtimeInputs inputs(program, route);
    RunStatistics numbers(route, expected_turns);
    RealtimeStatistics statistics(program);
    StatusEntries status(place.table, run.index, config.name, statistics);
    const vds1::ClientStatistics* link = remote ? &remote->client().statistics() : nullptr;
    LiveLine live({pacer, statistics, link}, log);
    pacer.on_pause = [&](bool is_paused) {
        if (!is_paused) return;
        program.idle();
        status.show_pause();
        vehicle.stand_by(failsafe_after(program.last_command(), config.options.failsafe_actuation));
    };
    std::optional<TraceRecorder> trace;
    Loop loop{program, vehicle, pacer, {&route, &statistics, &inputs, &numbers, &status, &live}};
    if (run.trace)
        loop.observers.push_back(&trace.emplace(
            run.trace,
            TraceRecorder::Sources{program.link().inputs(), program.link().outputs(), route,
                                   plant::reading_columns(config.vehicle.session.sensors)},
            log, realtime_columns(pacer, program, link)));
    std::optional<LinkReport> report;
    if (remote) loop.observers.push_back(&report.emplace(remote->client(), log));

    apply_scheduling(config.realtime.scheduling, log);
    const auto start = std::chrono::steady_clock::now();
    const LoopResult end = run_loop(loop, run.run.duration, place.control.stop);
    const std::chrono::duration<double> wall_time = std::chrono::steady_clock::now() - start;
    program.idle();
    vehicle.stand_by(failsafe_after(program.last_command(), config.options.failsafe_actuation));

    Summary summary = summarize(config, program.link(), numbers, loop, end);
    summary.mode = "realtime";
    summary.wall_time_s = wall_time.count();
    add_realtime(summary, pacer, program, statistics);
    if (link != nullptr) summary.realtime->link = summarize(*link);
    if (!statistics.was_vehicle_heard() && statistics.turns() > 0)
        summary.realtime->never_heard = vehicle.explain();
    close_trace(trace ? &*trace : nullptr, summary);
    return summary;
}

}  // namespace gateway
