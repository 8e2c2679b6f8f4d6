// SPDX-License-Identifier: MIT
#include "factories.hpp"
#include "kept_programs.hpp"
#include "run_placement.hpp"

#include "columns/recording_clock.hpp"
#include "realtime/granted_scheduling.hpp"
#include "service/watched_loop.hpp"

namespace gateway {
namespace {

const char* exit_reason(LoopEnd end, const Feedback& feedback) {
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
    return feedback.has_rolled_over ? "rolled_over" : "vehicle_failed";
}

void add_controller(const Controller& controller, Summary& s) {
    const ControllerStatus status = controller.status();
    s.losses = status.losses;
    s.missed_inputs = status.missed_inputs;
    s.clamped_outputs = status.clamped_outputs;
    s.change_overs = status.change_overs;
    s.manual_timeouts = status.manual_timeouts;
}

void add_vehicle(const Vehicle& vehicle, Summary& s) {
    const plant::State& state = vehicle.feedback().state;
    s.x_m = state.position_m.x();
    s.y_m = state.position_m.y();
    s.yaw_rad = state.yaw_rad;
    s.vx_mps = state.velocity_mps.x();
}

void add_end(const RunParts& parts, const LoopResult& end, Summary& s) {
    s.sim_time_s = std::chrono::duration<double>(end.sim_time).count();
    s.exit_reason = exit_reason(end.end, parts.vehicle->feedback());
    if (end.end == LoopEnd::controller) s.error = parts.controller->explain();
    if (end.end == LoopEnd::vehicle) s.error = parts.vehicle->explain();
}

void add_filters(const FilterChain& filters, Summary& s) {
    for (const FilterChain::Entry& entry : filters.entries())
        if (entry.count.acted() > 0) s.filters.push_back(entry.count);
}

/// Default rules are reported only if they have acted.
void add_safety(const Assembly& assembly, Summary& s) {
    const SafetyFilter* const rules = assembly.rules;
    if (rules != nullptr && (assembly.safety != nullptr || rules->has_acted()))
        s.safety.emplace(*rules);
}

RuleReach reach_of(const ProgramRun& run, const Assembly& assembly) {
    if (run.program.vehicle_of) return RuleReach::all;
    return assembly.rules == nullptr ? RuleReach::none : assembly.rules->reach();
}

/// Keeps the program for the next run, if it had no error in this one.
void keep_program(const ProgramRun& run, LoopEnd end, Assembly& assembly) {
    const bool is_whole = end == LoopEnd::duration || end == LoopEnd::vehicle;
    if (run.kept == nullptr || assembly.program == nullptr || !is_whole ||
        !assembly.program->link().is_there() || assembly.program->status().losses > 0)
        return;
    *run.kept = {std::move(assembly.child), run.program.exec, run.program.options.reference_id};
}

/// Logs what was granted to the loop, and what its settings take from others.
void report_scheduling(const ProgramRun& run, const Assembly& assembly,
                       const GrantedScheduling& scheduling, GrantedSummary& summary) {
    const Machine machine = read_machine(MachineTree(), assembly.interface);
    summary = {utc_text(run.place.start), facts_of(run, assembly, machine), scheduling.settings(),
               starvation_warnings(placement_of(run, assembly, machine))};
    run.log("scheduling: " + text_of(summary.settings));
    for (const GrantedSetting& setting : summary.settings)
        if (!setting.advice.empty()) run.log(warning_of("gateway", setting.advice));
    for (const std::string& warning : summary.warnings) run.log(warning_of("gateway", warning));
}

}  // namespace

std::optional<Summary> run_program(const ProgramRun& run) {
    std::optional<WatchedLoop> watched(std::in_place, run.program.name);
    const auto assembly = assemble(run);
    if (!assembly) return std::nullopt;
    RunParts& parts = assembly->parts;
    Loop loop(parts);
    Summary summary;
    std::optional<GrantedScheduling> scheduling;  // in force as long as the loop runs
    if (assembly->realtime != nullptr) {
        assembly->realtime->while_paused = [&] { loop.stand_by(); };
        scheduling.emplace(run.program.realtime.scheduling, run.program.realtime.spin);
        report_scheduling(run, *assembly, *scheduling, summary.realtime_part().scheduling);
    }
    summary.name = run.program.name;
    summary.mode = run.config.mode == Mode::realtime ? "realtime" : "measured";
    summary.seed = run.config.seed;
    summary.settings = run.config.settings;
    summary.interface = interface_of(*assembly);

    const auto start = std::chrono::steady_clock::now();
    const LoopResult end = loop.run(run.config.duration, run.place.control.stop);
    const std::chrono::duration<double> wall_time = std::chrono::steady_clock::now() - start;
    watched.reset();

    summary.wall_time_s = wall_time.count();
    summary.waits = run.place.table.waits();
    add_end(parts, end, summary);
    add_controller(*parts.controller, summary);
    add_vehicle(*parts.vehicle, summary);
    add_filters(parts.filters, summary);
    add_safety(*assembly, summary);
    summary.rule_reach = reach_of(run, *assembly);
    for (const auto& observer : parts.observers) observer->finish(summary);
    if (run.config.profiles) summary.profile = std::move(parts.profile);
    keep_program(run, end.end, *assembly);
    return summary;
}

}  // namespace gateway
