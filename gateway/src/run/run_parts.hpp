// SPDX-License-Identifier: MIT
#pragma once

#include "../program/child_process.hpp"
#include "../program/program_link.hpp"
#include "../record/run_statistics.hpp"
#include "../record/trace_recorder.hpp"
#include "run_config.hpp"
#include "summary.hpp"

#include <gateway/loop.hpp>
#include <gateway/run_control.hpp>

#include <ddc/claim.hpp>

#include <functional>
#include <memory>

/// What a measured and a realtime run of one program have in common.
namespace gateway {

/// Told what is going on, a sentence at a time; from any thread, never from inside a cycle.
using Log = std::function<void(const std::string&)>;

/// Where one program runs: all of a run's programs share it.
struct RunPlace {
    ddc::Table& table;
    RunControl& control;
    /// Of the programs that the run starts.
    std::vector<std::pair<std::string, std::string>> environment;
};

/// One program of a run.
struct ProgramRun {
    const ProgramConfig& config;
    const RunConfig& run;
    std::size_t index;                  ///< among the run's programs
    std::shared_ptr<OutputFile> trace;  ///< null if none is wanted
    const RunPlace& place;
    const Log& log;
    ddc::Claim& claim;  ///< of the program's header
};

/// The simulated vehicle that a configuration describes, at its start.
std::unique_ptr<Vehicle> create_vehicle(const VehicleConfig& config,
                                        const std::optional<Route>& route);

/// Starts the program of the configuration, or nothing if somebody else does.
std::unique_ptr<ChildProcess> start_program(const ProgramConfig& config, const RunPlace& place,
                                            const Log& log);

/// Claims the program's header, so that no other run touches it and this one touches no other's.
/// @throws ddc::TableError naming the process that holds some of it
ddc::Claim claim_header(const ProgramConfig& config, ddc::Table& table);

/// Tells what the program's interface is warned of.
void report_warnings(const ProgramLink& program, const Log& log);

/// @throws ProgramError if the program's outputs do not move the vehicle
void check_drive(const ProgramConfig& config, const ProgramLink& program);

/// What every summary has.
Summary summarize(const ProgramConfig& config, const ProgramLink& program,
                  const RunStatistics& numbers, const Loop& loop, const LoopResult& end);

/// Ends the trace, if there is one, and tells the summary of it.
void close_trace(TraceRecorder* trace, Summary& summary);

}  // namespace gateway
