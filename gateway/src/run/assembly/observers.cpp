// SPDX-License-Identifier: MIT
#include "factories.hpp"

#include "run_monitor.hpp"

#include "binding/unbound_columns.hpp"
#include "fault_schedule/fault_observer.hpp"
#include "mcap/message_sinks.hpp"
#include "mcap/recording_file.hpp"
#include "mcap/run_recorder.hpp"
#include "network/networked_program.hpp"
#include "observer/live_line.hpp"
#include "observer/manoeuvre_judge.hpp"
#include "observer/realtime_evidence.hpp"
#include "observer/requirement_watch.hpp"
#include "observer/safety_log.hpp"
#include "observer/status_entries.hpp"
#include "observer/trace_recorder.hpp"
#include "summary/link_report.hpp"
#include "summary/run_statistics.hpp"

#include <plant/number_text.hpp>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <limits>
#include <map>

namespace gateway {
namespace {

/// Number of cycles for which memory is allocated at the start; in realtime mode one hour at 100
/// Hz.
std::size_t expected_cycles(const ProgramRun& run) {
    constexpr std::int64_t in_realtime = 360'000, most = 10'000'000;
    if (run.config.mode == Mode::realtime) return in_realtime;
    const std::int64_t cycles = run.config.duration / run.program.timing.cycle_duration + 1;
    return static_cast<std::size_t>(std::min(most, cycles));
}

std::vector<TraceColumn> realtime_columns(const RealtimePacer& pacer, const Controller& controller,
                                          const vds1::Client* link) {
    using Microseconds = std::chrono::duration<double, std::micro>;
    std::vector<TraceColumn> columns{
        {"lateness_us", [&](const CycleRecord&) { return Microseconds(pacer.lateness()).count(); }},
        {"output_age_us", [&](const CycleRecord&) {
             const auto age = controller.status().output_age;
             return age ? Microseconds(*age).count() : std::numeric_limits<double>::quiet_NaN();
         }}};
    if (link == nullptr) return columns;
    columns.push_back({"round_trip_us", [link](const CycleRecord&) {
                           return Microseconds(link->statistics().last_round_trip).count();
                       }});
    columns.push_back({"state_lag_us", [link](const CycleRecord&) {
                           const auto lag = link->statistics().last_lag;
                           return lag ? Microseconds(*lag).count()
                                      : std::numeric_limits<double>::quiet_NaN();
                       }});
    return columns;
}

void add_readings(const plant::SensorParams& sensors, std::vector<TraceColumn>& columns) {
    for (const plant::ReadingColumn& reading : plant::reading_columns(sensors))
        columns.push_back({reading.name, [reading](const CycleRecord& record) {
                               return reading.of(record.feedback.sensors);
                           }});
}

/// 1 in a cycle in which the rule acted.
void add_rules(const SafetyFilter& safety, std::vector<TraceColumn>& columns) {
    using namespace vehicle_interface;
    for (std::size_t i = 0; i < rule_count; ++i) {
        const auto rule = static_cast<Rule>(i);
        if (safety.mode_of(rule) == RuleMode::off) continue;
        columns.push_back({std::string("safety_") + name_of(rule), [&safety, rule](auto&) {
                               return safety.acted().has(rule) ? 1.0 : 0.0;
                           }});
    }
}

void add_driver(const Driver& driver, std::vector<TraceColumn>& columns) {
    for (const DriverColumn& column : driver_columns())
        columns.push_back({column.name, [&driver, value = column.value](const CycleRecord&) {
                               return driver.values().*value;
                           }});
}

TraceRecorder::Sources trace_sources(const Assembly& assembly) {
    return {assembly.inputs(), assembly.outputs(), *assembly.parts.route};
}

/// Columns that only some runs have.
std::vector<TraceColumn> own_columns(const ProgramRun& run, const Assembly& assembly) {
    std::vector<TraceColumn> columns;
    if (assembly.realtime != nullptr)
        columns = realtime_columns(*assembly.realtime, *assembly.parts.controller, assembly.vds1);
    add_readings(run.program.vehicle.session.sensors, columns);
    if (assembly.driver != nullptr) add_driver(*assembly.driver, columns);
    if (assembly.safety != nullptr) add_rules(*assembly.safety, columns);
    if (assembly.faults)
        for (TraceColumn& column : assembly.faults->columns()) columns.push_back(std::move(column));
    auto unbound = unbound_columns(formulas_of(run.program), trace_sources(assembly), columns,
                                   run.program.options.origin);
    std::move(unbound.begin(), unbound.end(), std::back_inserter(columns));
    return columns;
}

void add_realtime_observers(const ProgramRun& run, Assembly& assembly) {
    RunParts& parts = assembly.parts;
    const Controller& controller = *parts.controller;
    auto statistics = std::make_unique<RealtimeStatistics>(controller, *parts.vehicle,
                                                           *assembly.realtime, run.log);
    const RealtimeStatistics& numbers = *statistics;
    parts.observers.push_back(std::move(statistics));
    parts.observers.push_back(std::make_unique<StatusEntries>(
        run.place.table, run.index, run.program.name, controller, numbers, assembly.safety));
    parts.observers.push_back(std::make_unique<LiveLine>(
        LiveSources{controller, *assembly.realtime, numbers, assembly.vds1}, run.log));
    if (assembly.vds1 != nullptr)
        parts.observers.push_back(std::make_unique<LinkReport>(*assembly.vds1, run.log));
    if (has_evidence(run))
        parts.observers.push_back(std::make_unique<RealtimeEvidence>(
            EvidenceSources{numbers, *assembly.realtime, *parts.profile, assembly.vds1}));
}

/// The standard columns that no message of a vehicle contains.
std::vector<TraceColumn> timing_columns(const Assembly& assembly) {
    std::vector<TraceColumn> columns;
    for (TraceColumn& column : standard_columns(*assembly.parts.route))
        for (const char* name : {"delta_sec", "execution_time_s", "act_s", "route_distance_m"})
            if (column.name == name) columns.push_back(std::move(column));
    if (assembly.realtime != nullptr)
        for (TraceColumn& column :
             realtime_columns(*assembly.realtime, *assembly.parts.controller, assembly.vds1))
            columns.push_back(std::move(column));
    return columns;
}

/// Data that `ddc-gateway rerun` needs in addition to the configuration: the command line may have
/// changed it.
std::map<std::string, std::string> recorded_facts(const ProgramRun& run, const Assembly& assembly) {
    const bool is_realtime = run.config.mode == Mode::realtime;
    std::map<std::string, std::string> facts{{"program", run.program.name},
                                             {"index", std::to_string(run.index)},
                                             {"mode", is_realtime ? "realtime" : "measured"},
                                             {"interface", interface_of(assembly)},
                                             {"seed", std::to_string(run.config.seed)}};
    if (is_realtime) return facts;
    const std::chrono::duration<double> duration = run.config.duration;
    facts["duration_s"] = plant::plain(duration.count());
    facts["execution_time"] = run.program.timing.constant_execution_time ? "constant" : "measured";
    return facts;
}

void describe(RecordingFile& recording, const ProgramRun& run, const Assembly& assembly) {
    if (assembly.program != nullptr)
        recording.attach("interface.json", "application/json", assembly.description().text);
    recording.describe("run", recorded_facts(run, assembly));
    const RecordingEpoch epoch = run.program.record_epoch;
    // Without times of the wall clock, runs that repeat have byte-identical recordings.
    if (epoch == RecordingEpoch::start || !run.program.timing.constant_execution_time)
        recording.describe(clock_metadata, clock_texts(run.place.start, epoch));
}

/// @return null without a recording
std::unique_ptr<SceneRecorder> create_scene_recorder(const ProgramRun& run) {
    if (!run.recording) return nullptr;
    const ProgramConfig& program = run.program;
    return std::make_unique<SceneRecorder>(
        *run.recording, SceneFacts{"", program.name, frame_of(run),
                                   program.remote_vehicle ? nullptr : &program.vehicle,
                                   program.route ? &*program.route : nullptr, run.config.origin});
}

/// @param epoch of the messages
/// @param scene null for live viewers
std::unique_ptr<Observer> create_recorder(const ProgramRun& run, const Assembly& assembly,
                                          std::shared_ptr<MessageSink> sink, SimTime epoch,
                                          std::unique_ptr<SceneRecorder> scene) {
    std::vector<TraceColumn> sensors, faults;
    add_readings(run.program.vehicle.session.sensors, sensors);
    if (assembly.faults) faults = assembly.faults->columns();
    return std::make_unique<RunRecorder>(
        std::move(sink),
        RunRecorder::Sources{assembly.inputs(), assembly.outputs(), assembly.tap.get(),
                             assembly.safety, frame_of(run), epoch},
        std::vector<RunRecorder::Numbers>{
            {"/timing", "ddc_msgs/msg/Timing", timing_columns(assembly)},
            {"/sensors", "ddc_msgs/msg/Sensors", std::move(sensors)},
            {"/faults", "ddc_msgs/msg/Faults", std::move(faults), fault_column(""), true}},
        std::move(scene));
}

/// The first observer: it ends the cycle of the faults.
void add_fault_observer(const ProgramRun& run, Assembly& assembly) {
    assembly.faults->bind(trace_sources(assembly), own_columns(run, assembly));
    assembly.parts.observers.push_back(std::make_unique<FaultObserver>(
        *assembly.faults, *run.faults, run.log, run.config.mode == Mode::realtime));
}

/// Records the simulated time that the program has reached.
class ReachedTime : public Observer {
  public:
    explicit ReachedTime(std::atomic<std::int64_t>& time_ns) : time_ns_(time_ns) {}
    void after_cycle(const CycleRecord& record) override {
        time_ns_.store(record.now.count(), std::memory_order_relaxed);
    }

  private:
    std::atomic<std::int64_t>& time_ns_;
};

/// Records with the times of the wall clock. Live viewers have simulated times, so their messages
/// are made separately.
void add_recorder_with_epoch(const ProgramRun& run, Assembly& assembly, SimTime epoch) {
    assembly.parts.observers.push_back(
        create_recorder(run, assembly, run.recording, epoch, create_scene_recorder(run)));
}

/// Adds the monitors' observers, and before them the observer that makes the messages of each cycle
/// for their sinks.
void add_monitors(const ProgramRun& run, Assembly& assembly) {
    if (!run.recording && run.place.monitors.empty()) return;
    assembly.sinks = std::make_shared<MessageSinks>();
    const SimTime epoch = epoch_of(run.place.start, run.program.record_epoch);
    std::unique_ptr<SceneRecorder> scene;
    if (run.recording) describe(*run.recording, run, assembly);
    if (run.recording && epoch > SimTime{0}) {
        add_recorder_with_epoch(run, assembly, epoch);
    } else if (run.recording) {
        assembly.sinks->add_sink(run.recording);
        scene = create_scene_recorder(run);
    }
    auto recorder = create_recorder(run, assembly, assembly.sinks, SimTime{0}, std::move(scene));
    std::vector<std::unique_ptr<Observer>> observers;
    for (RunMonitor* monitor : run.place.monitors)
        if (auto observer = monitor->look_at(run, assembly))
            observers.push_back(std::move(observer));
    auto& all = assembly.parts.observers;
    if (!assembly.sinks->is_empty()) all.push_back(std::move(recorder));
    std::move(observers.begin(), observers.end(), std::back_inserter(all));
}

}  // namespace

std::string frame_of(const ProgramRun& run) {
    return run.config.is_list ? run.program.name + "/" + vehicle_frame : vehicle_frame;
}

SimTime shortest_cycle(const ProgramRun& run) {
    return run.config.mode == Mode::realtime ? run.program.realtime.pace.dt
                                             : run.program.timing.cycle_duration;
}

std::vector<const requirement::Formula*> formulas_of(const ProgramConfig& config) {
    std::vector<const requirement::Formula*> formulas = formulas_of(config.faults);
    for (const requirement::Requirement& each : config.requirements)
        formulas.push_back(&each.formula);
    return formulas;
}

bool has_evidence(const ProgramRun& run) {
    return run.config.mode == Mode::realtime && run.program.realtime.has_evidence;
}

void add_observers(const ProgramRun& run, Assembly& assembly) {
    auto& observers = assembly.parts.observers;
    if (assembly.faults) add_fault_observer(run, assembly);
    const std::size_t execution_times = assembly.realtime != nullptr ? 0 : expected_cycles(run);
    observers.push_back(std::make_unique<RunStatistics>(*assembly.parts.route, execution_times));
    if (run.place.reached != nullptr)
        observers.push_back(std::make_unique<ReachedTime>(run.place.reached->at(run.index)));
    if (assembly.realtime != nullptr) add_realtime_observers(run, assembly);
    if (assembly.sockets) observers.push_back(std::make_unique<SocketPost>(*assembly.sockets));
    if (assembly.rules != nullptr && run.board != nullptr)
        observers.push_back(std::make_unique<SafetyLog>(*assembly.rules, *run.board, run.log));
    if (run.program.manoeuvre)
        observers.push_back(std::make_unique<ManoeuvreJudge>(
            *run.program.manoeuvre, run.program.vehicle.session.vehicle, expected_cycles(run)));
    if (run.trace)
        observers.push_back(std::make_unique<TraceRecorder>(run.trace, trace_sources(assembly),
                                                            run.log, own_columns(run, assembly)));
    add_monitors(run, assembly);
    // Must be the last one: it reads the summary that the others have filled.
    if (!run.program.requirements.empty())
        observers.push_back(std::make_unique<RequirementWatch>(
            run.program.requirements, trace_sources(assembly), own_columns(run, assembly),
            RunSpan{shortest_cycle(run), run.config.duration}));
}

}  // namespace gateway
