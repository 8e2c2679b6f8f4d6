// SPDX-License-Identifier: MIT
#include <gateway/vdsim_realtime.hpp>

#include "command_end.hpp"
#include "plant_arguments.hpp"

#include <gateway/exit_code.hpp>
#include <gateway/run_streams.hpp>
#include "../control/control_socket.hpp"
#include "../filter/first_acts.hpp"
#include "../output/log_error.hpp"
#include "../realtime/side_thread.hpp"
#include "../vdsim/plant_statistics.hpp"
#include "../vdsim/scale_file.hpp"
#include "../vehicle/create_vehicle.hpp"

#include <ddc/version.h>
#include <ddc/command/command_line.hpp>
#include <plant/file_error.hpp>

#include <nlohmann/json.hpp>

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

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

/// What other threads tell the vehicles' safety rules and hear from them.
using Boards = std::vector<std::unique_ptr<SafetyBoard>>;

std::unique_ptr<PlantVehicle> make_vehicle(const PlantVehicleConfig& config, double time_scale,
                                           Boards& boards) {
    SafetyBoard* board = nullptr;
    if (config.safety)
        board = boards
                    .emplace_back(std::make_unique<SafetyBoard>(
                        "vehicle " + std::to_string(config.options.vehicle_id),
                        config.safety->config.cabin))
                    .get();
    return std::make_unique<PlantVehicle>(
        config.options, create_vehicle(config.vehicle),
        create_filters({config.safety, wheel_base_of(config.vehicle), board}), time_scale);
}

std::unique_ptr<PlantServer> make_server(const PlantServerConfig& config, Boards& boards) {
    auto server = std::make_unique<PlantServer>(config.pace, allowed_addresses(config));
    std::map<std::uint16_t, CmdPort*> ports;
    for (const PlantVehicleConfig& vehicle : config.vehicles) {
        CmdPort*& port = ports[vehicle.cmd_port];
        if (port == nullptr)
            port = &server->add_port(vds1::make_endpoint(config.bind, vehicle.cmd_port));
        port->add(make_vehicle(vehicle, config.pace.time_scale, boards));
    }
    return server;
}

/// The plant can do without: then it says so.
std::unique_ptr<ControlSocket> open_control_socket(const PlantServer& server, RunControl& control,
                                                   StepGate& gate, const Boards& boards,
                                                   const ControlSocket::Report& tell) {
    Controlled vehicles{control, {&gate}, false, {}};
    for (const auto& board : boards) vehicles.boards.push_back(board.get());
    const std::uint16_t port = server.ports().front()->local().port;
    try {
        return std::make_unique<ControlSocket>(control_socket_name(port), std::move(vehicles),
                                               tell);
    } catch (const std::runtime_error& error) {
        tell(std::string("ddc-gateway ctl cannot reach this: ") + error.what());
        return nullptr;
    }
}

void serve(const PlantServerConfig& config, std::ostream& out, spdlog::logger& logger,
           RunControl& control) {
    Boards boards;
    const auto server = make_server(config, boards);
    const double rate_hz = 1e9 / static_cast<double>(config.pace.dt.count());
    for (const auto& port : server->ports())
        logger.info("{} vehicle{} at {} ticks/s, CMD at {}", port->vehicles().size(),
                    port->vehicles().size() == 1 ? "" : "s", rate_hz, to_string(port->local()));
    if (config.bind.rfind("127.", 0) != 0)
        logger.warn("every host that reaches {} can drive; VDS1 has no password", config.bind);
    PlantNumbers before;
    before.taken_at = std::chrono::steady_clock::now();
    const auto tell = [&](const std::string& text) { logger.warn(text); };
    std::vector<FirstActs> first_acts;
    for (const auto& board : boards) first_acts.emplace_back(*board);
    SideThread<PlantNumbers> teller([&](const PlantNumbers& now) {
        for (std::size_t i = 0; i < boards.size(); ++i)
            first_acts[i].tell(
                [&](const std::string& text) { tell(boards[i]->name + ": " + text); });
        logger.info(live_text(now, before));
        before = now;
    });
    server->once_a_second = [&] {
        PlantNumbers now = gather(*server, std::chrono::steady_clock::now());
        now.is_paused = control.pause;
        static_cast<void>(teller.try_offer(now));
    };
    std::optional<ScaleFile> scale_file;
    if (config.scale_file) scale_file.emplace(*config.scale_file, control, tell);
    StepGate gate(control, "the vehicles");
    const auto socket = open_control_socket(*server, control, gate, boards, tell);
    apply_scheduling(config.scheduling, tell);
    server->run(config.duration, control, gate);
    gate.leave();
    limit_wait(out);
    out << statistics_of(*server, config.origin).dump(2) << std::endl;
}

int run_command(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
                RunControl& control) {
    ddc::command::CommandLine line("vdsim_realtime",
                                   "Simulated vehicles as VDS1 peers, in real time.");
    PlantArguments given(line);
    if (const std::optional<int> code = line.parse(arguments, out, err)) return *code;
    spdlog::logger logger("vdsim_realtime",
                          std::make_shared<spdlog::sinks::ostream_sink_mt>(err, true));
    logger.set_pattern("%n: %v");
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
    const auto run = [&] {
        serve(config, out, logger, control);
        return out ? done : degraded;
    };
    return exit_code_of(run, logger);
}

}  // namespace

int vdsim_realtime(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
                   RunControl& control) {
    return after_results(run_command(arguments, out, err, control), "vdsim_realtime", out, err);
}

}  // namespace gateway::vdsim
