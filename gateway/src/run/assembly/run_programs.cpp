// SPDX-License-Identifier: MIT
#include "run_programs.hpp"

#include "run_monitor.hpp"
#include "shared_world.hpp"

#include "control/control_socket.hpp"
#include "fault_schedule/fault_schedule.hpp"
#include "mcap/recording_file.hpp"
#include "network/network.hpp"
#include "process/claim_program.hpp"
#include "process/leftover_program.hpp"
#include "process/own_table.hpp"
#include "safety/safety_board.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <thread>

namespace gateway {
namespace {

/// Claims the headers of all programs, before any of them is started and writes there.
/// @param results get the name of each program, and the reason if its header cannot be claimed
std::vector<ddc::Claim> claim_headers(const RunConfig& config, ddc::Table& table,
                                      std::vector<ProgramResult>& results) {
    std::vector<ddc::Claim> claims(config.programs.size());
    for (std::size_t i = 0; i < claims.size(); ++i) {
        results[i].name = config.programs[i].name;
        try {
            claims[i] = claim_header(table, config.programs[i].options.reference_id,
                                     config.programs[i].name);
        } catch (const ddc::TableError& error) {
            results[i].error = error.what();
        }
    }
    return claims;
}

/// Whether the gateway itself will start the program.
bool is_to_start(const ProgramConfig& program, const KeptProgram* kept) {
    return program.tcp || (!program.exec.empty() && (kept == nullptr || !kept->child));
}

/// Refuses programs if another one answers at the same reference id, before any of them is started.
/// @param results get the reason
void refuse_leftovers(const RunConfig& config, ddc::Table& table, const RunControl& control,
                      const Log& log, KeptPrograms* kept, std::vector<ProgramResult>& results) {
    std::vector<ProgramPeer> starting;
    std::vector<ProgramResult*> of;
    for (std::size_t i = 0; i < results.size(); ++i) {
        const ProgramConfig& program = config.programs[i];
        if (!results[i].error.empty() ||
            !is_to_start(program, kept == nullptr ? nullptr : kept->of(i)))
            continue;
        starting.push_back({table, program.options, nullptr, control.stop, log});
        of.push_back(&results[i]);
    }
    const std::vector<std::string> problems = leftover_problems(starting);
    for (std::size_t i = 0; i < problems.size(); ++i) of[i]->error = problems[i];
}

/// Null if no SOCKET port is connected to anything.
std::unique_ptr<Network> create_network(const RunConfig& config) {
    if (!config.network) return nullptr;
    std::vector<std::string> addresses;
    for (const ProgramConfig& program : config.programs) addresses.push_back(program.address);
    return std::make_unique<Network>(*config.network, addresses);
}

/// Null without a recording.
std::shared_ptr<RecordingFile> open_recording(const RunOptions& options, std::size_t program,
                                              const Log& log) {
    if (program >= options.recordings.size() || !options.recordings[program]) return nullptr;
    auto recording = std::make_shared<RecordingFile>(options.recordings[program], log);
    for (const AttachedFile& file : options.files)
        recording->attach(file.name, file.media_type, file.text);
    return recording;
}

/// Closes a recording with the results of its run. In measured mode values that differ between
/// equal runs are left out, so that recordings are equal too.
void close_recording(RecordingFile& recording, Mode mode, ProgramResult& result) {
    auto json = to_json(std::vector<ProgramResult>{result}, false);
    if (mode == Mode::measured) json.erase("timing");
    const std::string problem = recording.close(json.dump(2) + "\n");
    if (!result.summary) return;
    result.summary->recording_error = problem;
    result.summary->recording_messages_dropped = recording.dropped();
}

/// Runs one program; its end or error becomes the result.
/// @param world null with a separate simulated time
void run_to_result(ProgramRun run, SharedWorld* world, ProgramResult& result) {
    std::optional<SharedMember> member;
    const Log unless_paused = [&](const LogMessage& message) {
        if (!run.place.control.pause) run.log(message);
    };
    if (world != nullptr) run.shared = &member.emplace(*world, run.index, unless_paused);
    try {
        result.summary = run_program(run);
        if (result.summary) result.error = result.summary->error;
    } catch (const std::exception& error) {  // ProgramError, TableError, errors of files
        result.error = error.what();
    }
    if (run.gate != nullptr) run.gate->leave();
}

/// One for each simulated time; none in realtime mode.
std::vector<std::unique_ptr<StepGate>> create_gates(const RunConfig& config,
                                                    const RunControl& control) {
    std::vector<std::unique_ptr<StepGate>> gates;
    const auto& programs = config.programs;
    if (config.mode == Mode::realtime) return gates;
    if (config.shares_time) {
        gates.push_back(std::make_unique<StepGate>(control, "all", programs.size()));
        return gates;
    }
    for (const ProgramConfig& program : programs)
        gates.push_back(std::make_unique<StepGate>(control, program.name));
    return gates;
}

/// One for each program; null if its vehicle has no safety rules.
std::vector<std::unique_ptr<SafetyBoard>> create_boards(const RunConfig& config) {
    std::vector<std::unique_ptr<SafetyBoard>> boards;
    for (const ProgramConfig& program : config.programs) {
        const bool has_board = program.safety && !program.vehicle_of;
        boards.push_back(has_board ? std::make_unique<SafetyBoard>(program.name, *program.safety)
                                   : nullptr);
    }
    return boards;
}

/// One for each program; null if it has no faults.
std::vector<std::unique_ptr<FaultBoard>> create_fault_boards(const RunConfig& config) {
    std::vector<std::unique_ptr<FaultBoard>> boards;
    for (const ProgramConfig& program : config.programs) {
        const auto& board = boards.emplace_back(
            program.faults.empty() ? nullptr : std::make_unique<FaultBoard>(program.name));
        if (board) fill_board(program.faults, *board);
    }
    return boards;
}

StepGate* gate_of(std::size_t program, const std::vector<std::unique_ptr<StepGate>>& gates) {
    return gates.empty() ? nullptr : gates[std::min(program, gates.size() - 1)].get();
}

Controlled controlled(const RunConfig& config, RunControl& control,
                      const std::vector<std::unique_ptr<StepGate>>& gates,
                      const std::vector<std::unique_ptr<SafetyBoard>>& boards,
                      const std::vector<std::unique_ptr<FaultBoard>>& faults) {
    Controlled run{control, {}, config.mode == Mode::measured};
    for (const ProgramConfig& program : config.programs)
        run.has_remote_vehicle = run.has_remote_vehicle || program.remote_vehicle;
    for (const auto& gate : gates) run.gates.push_back(gate.get());
    for (const auto& board : boards)
        if (board) run.boards->add(*board);
    for (const auto& board : faults)
        if (board) run.faults->add(*board);
    return run;
}

std::string socket_name(const RunConfig& config) {
    ddc::Id lowest = config.programs.front().options.reference_id;
    for (const ProgramConfig& program : config.programs)
        lowest = std::min(lowest, program.options.reference_id);
    return run_socket_name(config.table_name, lowest);
}

/// A run continues without it, and reports that.
std::unique_ptr<ControlSocket> open_control_socket(const std::string& name, const Controlled& run,
                                                   const Log& log) {
    try {
        return std::make_unique<ControlSocket>(name, run, log);
    } catch (const std::runtime_error& error) {
        log(std::string("ddc-gateway ctl cannot reach this run: ") + error.what());
        return nullptr;
    }
}

/// Calls begin() and end() of the monitors.
class Watch {
  public:
    Watch(const std::vector<RunMonitor*>& monitors, const Controlled& run) : monitors_(monitors) {
        for (RunMonitor* each : monitors_) each->begin(run);
    }
    ~Watch() {
        for (RunMonitor* each : monitors_) each->end();
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

  private:
    const std::vector<RunMonitor*>& monitors_;
};

}  // namespace

std::vector<ProgramResult> run_programs(const RunConfig& config,
                                        const std::vector<std::shared_ptr<OutputFile>>& traces,
                                        RunControl& control, const Log& log,
                                        const RunOptions& options) {
    KeptPrograms* const kept = options.kept;
    OwnTable table(config.table());
    std::vector<ProgramResult> results(config.programs.size());
    std::vector<ddc::Claim> claims = claim_headers(config, *table, results);
    refuse_leftovers(config, *table, control, log, kept, results);
    std::vector<std::thread> threads;
    const auto gates = create_gates(config, control);
    const auto boards = create_boards(config);
    const auto faults = create_fault_boards(config);
    const Controlled run = controlled(config, control, gates, boards, faults);
    const auto socket = open_control_socket(socket_name(config), run, log);
    const auto network = create_network(config);
    const RunPlace place{*table,
                         control,
                         network.get(),
                         options.monitors,
                         options.reached,
                         std::chrono::system_clock::now(),
                         config.program_environment()};
    const Watch watch(options.monitors, run);
    std::optional<SharedWorld> world;
    if (config.shares_time) world.emplace(config, control.stop, boards);
    Readiness readiness(results.size(), options.on_ready);
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (results[i].error.empty()) continue;
        const Readiness::Member absent(readiness);
        if (world) world->leave(i);
        if (StepGate* gate = gate_of(i, gates)) gate->leave();
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (!results[i].error.empty()) continue;
        threads.emplace_back([&, i] {
            const Log log_with_name = [&](const LogMessage& message) {
                log(message.with_text(config.programs[i].name + ": " + message.text));
            };
            const Log& program_log = config.is_list ? log_with_name : log;
            const auto recording = open_recording(options, i, program_log);
            const Log recorded = [&](const LogMessage& message) {
                program_log(message);
                if (recording) recording->log(message);
            };
            Readiness::Member member(readiness);
            run_to_result({config.programs[i], config, i, traces[i], recording, place, recorded,
                           claims[i], nullptr, gate_of(i, gates), boards[i].get(), faults[i].get(),
                           kept == nullptr ? nullptr : kept->of(i), member},
                          world ? &*world : nullptr, results[i]);
            if (recording) close_recording(*recording, config.mode, results[i]);
        });
    }
    for (std::thread& thread : threads) thread.join();
    return results;
}

nlohmann::ordered_json to_json(const std::vector<ProgramResult>& results, bool is_list) {
    auto list = nlohmann::ordered_json::array();
    for (const ProgramResult& result : results)
        list.push_back(result.summary ? to_json(*result.summary)
                                      : nlohmann::ordered_json{{"name", result.name},
                                                               {"exit_reason", "not_started"},
                                                               {"error", result.error}});
    return is_list ? nlohmann::ordered_json{{"programs", list}} : list[0];
}

}  // namespace gateway
