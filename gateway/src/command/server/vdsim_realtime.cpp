// SPDX-License-Identifier: MIT
#include <gateway/command/vdsim_realtime.hpp>

#include "line/announce_option.hpp"
#include "line/command_end.hpp"
#include "line/make_logger.hpp"
#include "line/page_at.hpp"
#include "plant_arguments.hpp"

#include <gateway/base/exit_code.hpp>
#include <gateway/base/run_streams.hpp>
#include "api/plant_port.hpp"
#include "control/control_socket.hpp"
#include "fault_schedule/fault_observer.hpp"
#include "foxglove/foxglove_publisher.hpp"
#include "mcap/recording_file.hpp"
#include "output/free_name.hpp"
#include "output/log_error.hpp"
#include "plant_server/create_plant_vehicle.hpp"
#include "plant_server/plant_recorder.hpp"
#include "plant_server/plant_statistics.hpp"
#include "plant_server/scale_file.hpp"
#include "realtime/granted_scheduling.hpp"
#include "realtime/side_thread.hpp"
#include "ros2/plant_publisher.hpp"
#include "safety/first_acts.hpp"
#include "service/service.hpp"
#include "service/watched_loop.hpp"
#include "text/file_text.hpp"

#include <ddc/version.h>
#include <ddc/command/command_line.hpp>
#include <plant/file_error.hpp>

#include <nlohmann/json.hpp>

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gateway::vdsim {
namespace {

using namespace exit_code;

/// The exchange of other threads with the safety rules of the vehicles.
using Boards = std::vector<std::unique_ptr<SafetyBoard>>;

/// Logs messages to the console, the data port, the recording and the service manager. Callable
/// from any thread.
struct PlantLog {
    void say(const LogMessage& message) const {
        show(message);
        if (recording) recording->log(message);
        service.status(message.text);
    }
    void warn(const std::string& text) const {
        show(warning_of("gateway", text));
        if (recording) recording->log(warning_of("gateway", text));
    }
    /// Warns of a problem of the recording, and so does not write to it.
    void warn_of_recording(const std::string& text) const { show(warning_of("gateway", text)); }
    void show(const LogMessage& message) const {
        logger.log(level_of(message), message.text);
        if (port) port->log(message);
    }

    spdlog::logger& logger;
    Service& service;
    std::unique_ptr<data_port::PlantPort> port;  ///< null: none
    std::shared_ptr<RecordingFile> recording;    ///< null: none
};

/// The faults of the vehicles that have some.
using Faults = std::vector<std::unique_ptr<PlantFaults>>;

/// @param config its vehicles are connected with their faults
std::unique_ptr<PlantServer> make_server(PlantServerConfig& config, Boards& boards,
                                         Faults& faults) {
    auto server = std::make_unique<PlantServer>(config.pace, allowed_addresses(config));
    std::map<std::uint16_t, CmdPort*> ports;
    for (PlantVehicleConfig& vehicle : config.vehicles) {
        CmdPort*& port = ports[vehicle.cmd_port];
        if (port == nullptr) port = &server->add_port(make_endpoint(config.bind, vehicle.cmd_port));
        auto board = create_board(vehicle);
        auto of_vehicle = create_plant_faults(vehicle, config.pace.dt);
        port->add(
            create_plant_vehicle(vehicle, config.pace.time_scale, board.get(), of_vehicle.get()));
        if (of_vehicle) faults.push_back(std::move(of_vehicle));
        if (board) boards.push_back(std::move(board));
    }
    return server;
}

/// @return null if the socket cannot be opened, which is logged; the plant then runs without it
std::unique_ptr<ControlSocket> open_control_socket(const PlantServer& server,
                                                   const Controlled& vehicles,
                                                   const ControlSocket::Report& report) {
    const std::uint16_t port = server.ports().front()->local().port;
    try {
        return std::make_unique<ControlSocket>(control_socket_name(port), vehicles, report);
    } catch (const std::runtime_error& error) {
        report(std::string("ddc-gateway ctl cannot reach this process: ") + error.what());
        return nullptr;
    }
}

void open_data_port(const PlantServerConfig& config, PlantLog& log) {
    if (!config.data_port) return;
    std::vector<std::unique_ptr<data_port::ProtocolPublisher>> publishers;
    publishers.push_back(
        std::make_unique<foxglove::FoxglovePublisher>(config.data_port->origins, config.origin));
    log.port = std::make_unique<data_port::PlantPort>(config, text_if_any(config.file), page_at,
                                                      std::move(publishers));
}

/// Announces the addresses of the vehicles and of the data port, and logs that of the data port.
/// @param is_terminal whether the log is shown only on a terminal
void report_addresses(const PlantServer& server, const PlantLog& log, std::optional<int> descriptor,
                      bool is_terminal) {
    Announcement announcement;
    for (const auto& port : server.ports()) announcement.vds1.push_back(to_string(port->local()));
    if (log.port) {
        announcement.http = {to_string(log.port->local())};
        announcement.token = log.port->token();
    }
    announce(descriptor, announcement, [&](const std::string& text) { log.warn(text); });
    for (const std::string& address : announcement.http)
        log.logger.info("data port at " +
                        shown_address("http://" + address + "/", announcement.token, is_terminal));
}

/// @throws std::runtime_error if the file cannot be written
void record(const PlantServerConfig& config, PlantLog& log) {
    log.recording = std::make_shared<RecordingFile>(
        std::make_shared<OutputFile>(output_name(*config.record)),
        [&log](const std::string& text) { log.warn_of_recording(text); });
    log.recording->attach("vdsim_realtime.yaml", "application/yaml", text_if_any(config.file));
}

/// What makes the messages of the vehicles.
struct Recorders {
    std::unique_ptr<PlantRecorder> live;       ///< for the data port; null: it has no viewers
    std::unique_ptr<PlantRecorder> recording;  ///< with other times than live; null: none
};

/// Messages are made once for the recording and the data port, unless their times differ.
Recorders make_recorders(const PlantServerConfig& config, PlantServer& server, PlantLog& log) {
    Recorders recorders;
    const bool has_other_times = config.record && config.record_epoch == RecordingEpoch::start;
    if (config.data_port || (config.record && !has_other_times))
        recorders.live = std::make_unique<PlantRecorder>(server.vehicles());
    if (config.record) {
        const auto start = std::chrono::system_clock::now();
        record(config, log);
        log.recording->describe(clock_metadata, clock_texts(start, config.record_epoch));
        if (has_other_times)
            recorders.recording = std::make_unique<PlantRecorder>(
                server.vehicles(), epoch_of(start, config.record_epoch));
        PlantRecorder& recorder = has_other_times ? *recorders.recording : *recorders.live;
        recorder.add_sink(log.recording);
        recorder.add_scenes(*log.recording, config.vehicles, config.origin);
    }
    for (PlantRecorder* each : {recorders.live.get(), recorders.recording.get()})
        if (each != nullptr) each->follow(server);
    return recorders;
}

/// Publishes the vehicles in ROS 2. @return null if `ros2` is not configured
/// @throws std::runtime_error
std::unique_ptr<ros2::PlantPublisher> show_in_ros2(const PlantServerConfig& config,
                                                   PlantServer& server, const Boards& boards,
                                                   const PlantLog& log) {
    if (!config.ros2) return nullptr;
    auto publisher = std::make_unique<ros2::PlantPublisher>(
        config, server, boards, [&log](const std::string& text) { log.warn(text); });
    log.say(fmt::format("publishing in ROS 2, domain {}", config.ros2->domain));
    return publisher;
}

/// @return whether the recording is complete
bool close_recording(const std::string& statistics, PlantLog& log) {
    if (!log.recording) return true;
    const std::string problem = log.recording->close(statistics);
    if (!problem.empty()) log.warn_of_recording(problem);
    const std::uint64_t dropped = log.recording->dropped();
    if (dropped > 0)
        log.warn_of_recording(fmt::format("{} messages are not in the recording", dropped));
    return problem.empty() && dropped == 0;
}

void introduce(const PlantServerConfig& config, const PlantServer& server, const PlantLog& log) {
    const double rate_hz = 1e9 / static_cast<double>(config.pace.dt.count());
    for (const auto& port : server.ports())
        log.say(fmt::format("{} vehicle{} at {} ticks/s, CMD at {}", port->vehicles().size(),
                            port->vehicles().size() == 1 ? "" : "s", rate_hz,
                            to_string(port->local())));
    const bool has_default = std::any_of(
        config.vehicles.begin(), config.vehicles.end(),
        [](const auto& vehicle) { return vehicle.safety && vehicle.safety->is_default; });
    const bool is_driven_here =
        config.data_port || (config.ros2 && (config.ros2->commands == Ros2Commands::control ||
                                             config.ros2->vehicle_interface));
    if (has_default && is_driven_here) log.say(vehicle_interface::default_rules_text());
    if (config.bind.rfind("127.", 0) != 0)
        log.warn("every host that reaches " + config.bind + " can drive; VDS1 has no password");
}

void report_scheduling(const GrantedScheduling& scheduling, const PlantLog& log) {
    log.say("scheduling: " + text_of(scheduling.settings()));
    for (const GrantedSetting& setting : scheduling.settings())
        if (!setting.advice.empty()) log.warn(setting.advice);
}

/// Logs each rule that has acted for the first time.
/// @param reported grows with the boards, which may have become more
void report_first_acts(const std::vector<SafetyBoard*>& boards, std::vector<FirstActs>& reported,
                       const Log& log) {
    for (std::size_t i = 0; i < boards.size(); ++i) {
        if (i == reported.size()) reported.emplace_back(*boards[i]);
        reported[i].report([&](const LogMessage& message) {
            log(message.with_text(boards[i]->name + ": " + message.text));
        });
    }
}

/// Logs the faults that have begun or ended. @param logs grow with the boards
void report_faults(const std::vector<FaultBoard*>& boards, std::vector<FaultLog>& logs,
                   const Log& log) {
    for (std::size_t i = 0; i < boards.size(); ++i) {
        if (i == logs.size())
            logs.emplace_back(*boards[i], [log, name = boards[i]->owner](const LogMessage& each) {
                log(each.with_text(name + ": " + each.text));
            });
        logs[i].report();
    }
}

/// Offers the numbers of the server to the status thread once a second.
void offer_numbers(PlantServer& server, const RunControl& control,
                   SideThread<PlantNumbers>& status_thread) {
    server.once_a_second = [&] {
        PlantNumbers now = gather(server, std::chrono::steady_clock::now());
        now.is_paused = control.pause;
        static_cast<void>(status_thread.try_offer(now));
    };
}

/// Logs the errors of vehicles that have failed since the numbers before.
void report_failures(const PlantNumbers& before, const PlantNumbers& now, const PlantLog& log) {
    for (const std::string& failure : now.failures)
        if (std::find(before.failures.begin(), before.failures.end(), failure) ==
            before.failures.end())
            log.say(error_of("vehicle", failure));
}

/// @param announce_at see announce()
/// @param is_terminal whether the log is shown only on a terminal
/// @return the exit code
int serve(PlantServerConfig config, std::optional<int> announce_at, bool is_terminal,
          std::ostream& out, spdlog::logger& logger, RunControl& control) {
    Service service([&](const std::string& text) { logger.error(text); });
    Boards boards;
    Faults faults;
    const auto server = make_server(config, boards, faults);
    StepGate gate(control, "the vehicles");
    PlantLog log{logger, service, nullptr, nullptr};
    open_data_port(config, log);
    const Recorders recorders = make_recorders(config, *server, log);
    auto in_ros2 = show_in_ros2(config, *server, boards, log);
    report_addresses(*server, log, announce_at, is_terminal);
    introduce(config, *server, log);
    PlantNumbers before;
    before.taken_at = std::chrono::steady_clock::now();
    const auto warn = [&](const std::string& text) { log.warn(text); };
    Controlled vehicles{control, {&gate}};
    for (const auto& board : boards) vehicles.boards->add(*board);
    for (const auto& each : faults) vehicles.faults->add(each->board());
    std::vector<FirstActs> first_acts;
    std::vector<FaultLog> fault_logs;
    std::optional<SideThread<PlantNumbers>> status_thread;
    status_thread.emplace([&](const PlantNumbers& now) {
        report_first_acts(vehicles.boards->all(), first_acts, warn);
        report_faults(vehicles.faults->all(), fault_logs, [&](const auto& each) { log.say(each); });
        if (now.roll_overs > before.roll_overs) log.warn(roll_over_text(now));
        report_failures(before, now, log);
        log.say({LogLevel::status, "gateway", live_text(now, before)});
        before = now;
    });
    offer_numbers(*server, control, *status_thread);
    std::optional<ScaleFile> scale_file;
    if (config.scale_file) scale_file.emplace(*config.scale_file, control, warn);
    const auto socket = open_control_socket(*server, vehicles, warn);
    if (log.port) log.port->begin(*server, vehicles, *recorders.live);
    const GrantedScheduling scheduling(config.scheduling, std::chrono::microseconds(0));
    report_scheduling(scheduling, log);
    {
        const WatchedLoop watched("the vehicles");
        service.ready();
        server->run(config.duration, control, gate);
    }
    service.ending(control);
    gate.leave();
    in_ros2.reset();
    status_thread.reset();
    report_faults(vehicles.faults->all(), fault_logs, [&](const auto& each) { log.say(each); });
    const PlantNumbers last = gather(*server, std::chrono::steady_clock::now());
    if (last.roll_overs > before.roll_overs) log.warn(roll_over_text(last));
    report_failures(before, last, log);
    if (log.port) log.port->end();
    const std::string statistics = statistics_of(*server, config.origin).dump(2) + "\n";
    const bool is_recorded = close_recording(statistics, log);
    limit_wait(out);
    out << statistics << std::flush;
    const bool is_whole = last.roll_overs == 0 && last.failures.empty();
    return out && is_recorded && is_whole ? done : degraded;
}

int run_command(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
                RunControl& control) {
    ddc::command::CommandLine line("vdsim_realtime",
                                   "Simulates vehicles in real time, as VDS1 peers.");
    PlantArguments given(line);
    if (const auto code = parse_or_end(line, "vdsim_realtime", arguments, out, err)) return *code;
    spdlog::logger logger = make_logger("vdsim_realtime", err);
    PlantServerConfig config;
    try {
        config = given.config();
        for (const std::string& warning : config.warnings) logger.warn(warning);
        for (const PlantVehicleConfig& vehicle : config.vehicles)
            for (const std::string& warning : vehicle.vehicle.warnings) logger.warn(warning);
    } catch (const std::exception& error) {  // FileError, invalid_argument
        log_error(logger, error);
        return bad_input;
    }
    if (given.is_only_checked()) return done;
    return exit_code_of(
        [&] {
            return serve(config, given.announce(), goes_to_terminal(err), out, logger, control);
        },
        logger);
}

}  // namespace

int vdsim_realtime(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
                   RunControl& control) {
    return after_results(run_command(arguments, out, err, control), "vdsim_realtime", out, err);
}

}  // namespace gateway::vdsim
