// SPDX-License-Identifier: MIT
#include "run_port.hpp"

#include "../config/read_controllers.hpp"
#include "../run/factories.hpp"
#include "force_feedback.hpp"
#include "io_controller.hpp"
#include "publisher.hpp"
#include "run_calls.hpp"
#include "server.hpp"
#include "target_calls.hpp"

#include <ddc/interface/layout.hpp>

#include <algorithm>

namespace gateway::data_port {
namespace {

bool is_shared(std::size_t index, const RunConfig& config) {
    const auto drives = [&](const ProgramConfig& p) { return p.vehicle_of == index; };
    return config.programs[index].vehicle_of ||
           std::any_of(config.programs.begin(), config.programs.end(), drives);
}

/// Why a person at the port cannot drive that vehicle, or nothing.
std::string refusal_of(std::size_t index, const RunConfig& config) {
    const ProgramConfig& program = config.programs[index];
    if (!config.data_port->takes_commands)
        return "this run takes no commands here; write `data_port: {control: true}`";
    if (config.mode == Mode::measured && !(config.pace > 0))
        return "a person cannot drive a run that goes as fast as it can; start it with --pace 1";
    if (is_shared(index, config))
        return std::string("commands of a person ") + no_controllers_of_shared_vehicle;
    const bool takes_pedals = program.remote_vehicle || program.vehicle.converter ||
                              !plant::takes_actuation(program.vehicle.model);
    if (!takes_pedals)
        return "this vehicle.model does not take pedals; write `converter: {}` under `vehicle`";
    return {};
}

Guard guard_of(const DataPortConfig& config) {
    Guard guard;
    guard.is_loopback = vds1::is_loopback(vds1::make_endpoint(config.bind, 0));
    if (config.needs_token) guard.token = config.token.empty() ? make_token() : config.token;
    return guard;
}

/// The entries before the ports.
void add_header(const ProgramRun& run, const ddc::interface::Layout& layout, VehicleBoard& board) {
    namespace header = ddc::interface::header;
    const ProgramOptions& options = run.program.options;
    std::vector<EntryName> entries;
    for (const auto& entry : ddc::interface::header_entries(layout.type)) {
        const bool is_gateways =
            entry.offset == header::time_mode || entry.offset == header::run_cycle_switch ||
            entry.offset == header::delta_sec || entry.offset == header::simulation_running;
        entries.push_back(
            {options.reference_id + ddc::interface::header_offset(entry.offset, options.order),
             std::string(entry.name), !is_gateways});
    }
    board.entries.insert(board.entries.begin(), entries.begin(), entries.end());
}

}  // namespace

struct RunPort::Parts {
    Parts(const RunConfig& config, std::string text, const Guard& its_guard, Page page)
        : guard(its_guard),
          view(config, std::move(text)),
          telemetry(view, config.data_port->telemetry),
          targets(view, telemetry, *config.data_port),
          router(guard, std::move(page)),
          local(vds1::make_endpoint(config.data_port->bind, config.data_port->port)),
          server(std::make_unique<Server>(local)) {
        local = server->local();
        if (config.data_port->force_feedback_port)
            wheel.emplace(view, *config.data_port->force_feedback_port);
        calls.add_to(router);
        targets.add_to(router);
    }

    Guard guard;
    LogBoard log;
    std::optional<Controlled> run;
    RunView view;
    RunCalls calls{view, log};
    Telemetry telemetry;
    TargetCalls targets;
    std::optional<ForceFeedback> wheel;
    Router router;
    vds1::Endpoint local;
    std::unique_ptr<Server> server;
};

RunPort::RunPort(RunConfig& config, std::string text, Page page)
    : parts_(std::make_unique<Parts>(config, std::move(text), guard_of(*config.data_port),
                                     std::move(page))) {
    RunView& view = parts_->view;
    view.cmd_timeout = config.data_port->cmd_timeout;
    for (const auto& vehicle : view.vehicles()) {
        vehicle->refusal = refusal_of(vehicle->id, config);
        if (!vehicle->refusal.empty()) continue;
        config.programs[vehicle->id].persons.push_back(
            [&board = vehicle->board, timeout = view.cmd_timeout] {
                return std::make_unique<IoController>(board, timeout);
            });
    }
}

RunPort::~RunPort() = default;

std::string RunPort::address() const {
    const std::string& token = parts_->guard.token;
    return "http://" + to_string(parts_->local) + "/" + (token.empty() ? "" : "?token=" + token);
}

void RunPort::log(const std::string& text) {
    parts_->log.add("info", text);
}

void RunPort::begin(const Controlled& run) {
    Parts& parts = *parts_;
    parts.run.emplace(run);
    parts.view.run = &*parts.run;
    if (parts.wheel)
        parts.server->watch(parts.wheel->descriptor(), [&parts] { parts.wheel->take(); });
    parts.server->start([&parts](const Request& request) { return parts.router.answer(request); },
                        [&parts] { parts.view.ask(); },
                        [&parts] { return parts.telemetry.work(); });
}

std::unique_ptr<Observer> RunPort::look_at(const ProgramRun& run, const Assembly& assembly) {
    const ProgramLink& program = assembly.program->link();
    VehicleBoard& board = parts_->view.vehicles()[run.index]->board;
    auto publisher = std::make_unique<Publisher>(
        board, LoopSources{assembly.parts, program.inputs(), program.outputs(), assembly.realtime});
    add_header(run, program.description().layout, board);
    parts_->calls.table = &run.place.table;
    board.is_there = true;
    return publisher;
}

void RunPort::end() noexcept {
    parts_->server.reset();
    parts_->view.run = nullptr;
}

}  // namespace gateway::data_port
