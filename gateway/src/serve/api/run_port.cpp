// SPDX-License-Identifier: MIT
#include "run_port.hpp"

#include "assembly/factories.hpp"
#include "board/io_controller.hpp"
#include "board/publisher.hpp"
#include "config/program/read_controllers.hpp"
#include "port.hpp"

#include <ddc/interface/layout.hpp>

#include <algorithm>

namespace gateway::data_port {
namespace {

bool is_shared(std::size_t index, const RunConfig& config) {
    const auto drives = [&](const ProgramConfig& p) { return p.vehicle_of == index; };
    return config.programs[index].vehicle_of ||
           std::any_of(config.programs.begin(), config.programs.end(), drives);
}

/// Why manual control over the port cannot drive that vehicle; empty if it can.
std::string refusal_of(std::size_t index, const RunConfig& config) {
    const ProgramConfig& program = config.programs[index];
    if (!config.data_port->takes_commands)
        return "manual control over the data port is disabled; set `data_port: {control: true}`";
    if (config.mode == Mode::measured && !(config.pace > 0))
        return "manual driving needs a paced run; start it with --pace 1";
    if (is_shared(index, config))
        return std::string("manual commands ") + no_controllers_of_shared_vehicle;
    const bool takes_pedals = program.remote_vehicle || program.vehicle.converter ||
                              !plant::takes_actuation(program.vehicle.model);
    if (!takes_pedals)
        return "this vehicle.model does not accept pedals; write `converter: {}` under `vehicle`";
    return {};
}

VehicleFacts program_facts(std::size_t index, const RunConfig& config) {
    const ProgramConfig& program = config.programs[index];
    const bool is_realtime = config.mode == Mode::realtime;
    VehicleFacts facts;
    facts.id = index;
    facts.name = program.name;
    if (!program.remote_vehicle) facts.vehicle = program.vehicle;
    facts.route = program.route;
    facts.reference_id = program.options.reference_id;
    facts.period = program.realtime.pace.dt;
    facts.time_scale = is_realtime ? program.realtime.pace.time_scale : config.pace;
    facts.refusal = refusal_of(index, config);
    facts.cmd_timeout = config.data_port->cmd_timeout;
    return facts;
}

std::vector<VehicleFacts> program_vehicles(const RunConfig& config) {
    std::vector<VehicleFacts> vehicles;
    for (std::size_t i = 0; i < config.programs.size(); ++i)
        vehicles.push_back(program_facts(i, config));
    return vehicles;
}

RunFacts run_facts(const RunConfig& config, std::string text) {
    RunFacts facts;
    facts.mode = config.mode == Mode::realtime ? "realtime" : "measured";
    facts.duration = config.duration;
    facts.table_name = config.table_name;
    facts.text = std::move(text);
    return facts;
}

Vds1Endpoints link_of(const vds1::Client& client) {
    const std::string peer = client.peer();
    const std::size_t colon = peer.rfind(':');
    return {true, peer.substr(0, colon),
            static_cast<std::uint16_t>(std::stoi(peer.substr(colon + 1))), client.local_port()};
}

/// Adds the entries of the program's header, which precede its ports.
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

/// Calls several observers.
class Observers : public Observer {
  public:
    void add(std::unique_ptr<Observer> observer) {
        if (observer) observers_.push_back(std::move(observer));
    }

    void after_cycle(const CycleRecord& record) override {
        for (const auto& each : observers_) each->after_cycle(record);
    }
    void stand_by() override {
        for (const auto& each : observers_) each->stand_by();
    }
    void finish(Summary& summary) override {
        for (const auto& each : observers_) each->finish(summary);
    }

  private:
    std::vector<std::unique_ptr<Observer>> observers_;
};

}  // namespace

RunPort::RunPort(RunConfig& config, std::string text, Page page,
                 std::vector<std::unique_ptr<ProtocolPublisher>> publishers)
    : publishers_(std::move(publishers)),
      port_(std::make_unique<Port>(run_facts(config, std::move(text)), program_vehicles(config),
                                   *config.data_port, std::move(page))) {
    port_->calls.add_tables_to(port_->router);
    for (const auto& publisher : publishers_) publisher->add_to(*port_);
    for (const auto& vehicle : port_->view.vehicles()) {
        if (!vehicle->facts.refusal.empty()) continue;
        config.programs[vehicle->index].manual_controllers.push_back(
            [&board = vehicle->board, timeout = config.data_port->cmd_timeout] {
                return std::make_unique<IoController>(board, timeout);
            });
    }
}

RunPort::~RunPort() = default;

Endpoint RunPort::local() const {
    return port_->local;
}

const std::string& RunPort::token() const {
    return port_->guard.token;
}

void RunPort::log(const LogMessage& message) {
    port_->log.add(message);
}

void RunPort::begin(const Controlled& run) {
    port_->begin(run);
}

std::unique_ptr<Observer> RunPort::look_at(const ProgramRun& run, const Assembly& assembly) {
    VehicleBoard& board = port_->view.vehicles()[run.index]->board;
    auto publisher = std::make_unique<Publisher>(
        board, LoopSources{assembly.parts, assembly.inputs(), assembly.outputs(), assembly.realtime,
                           assembly.vds1, run.faults});
    if (assembly.vds1 != nullptr) board.vds1 = link_of(*assembly.vds1);
    if (assembly.program != nullptr) add_header(run, assembly.description().layout, board);
    board.table = &run.place.table;
    board.is_ready = true;
    auto observers = std::make_unique<Observers>();
    observers->add(std::move(publisher));
    for (const auto& protocol : publishers_) observers->add(protocol->attach(run, assembly));
    return observers;
}

void RunPort::end() noexcept {
    port_->end();
}

}  // namespace gateway::data_port
