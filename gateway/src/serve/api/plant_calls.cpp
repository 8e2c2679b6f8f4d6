// SPDX-License-Identifier: MIT
#include "plant_calls.hpp"

#include "config/common/named_files.hpp"
#include "http/json_body.hpp"
#include "plant_port.hpp"
#include "plant_server/create_plant_vehicle.hpp"
#include "plant_server/load_plant_server_config.hpp"
#include "platform/create_vehicle.hpp"

#include <plant/file_error.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace gateway::data_port {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Clock = std::chrono::steady_clock;
using vdsim::PlantVehicleConfig;

/// Limit of the wait for the loop. A tick may take that long.
constexpr std::chrono::seconds longest_tick{10};

/// Relative file names begin at the configuration's folder, or else at the current one.
fs::path folder_of(const vdsim::PlantServerConfig& config) {
    return config.file.empty() ? fs::current_path() : fs::absolute(config.file).parent_path();
}

bool is_below(const fs::path& folder, const fs::path& file) {
    std::error_code error;
    const fs::path top = fs::canonical(folder, error);
    const fs::path resolved = error ? fs::path() : fs::weakly_canonical(file, error);
    return !error &&
           std::mismatch(top.begin(), top.end(), resolved.begin(), resolved.end()).first ==
               top.end();
}

/// Checks all files that a body names, directly or through another file. Links are resolved.
void check_files(const json& value, const fs::path& folder) {
    if (value.is_structured())
        for (const json& item : value) check_files(item, folder);
    if (!value.is_string()) return;
    const std::string text = value.get<std::string>();
    const auto refuse = [&] {
        throw Refusal(403, "'" + std::string(text.c_str()) +
                               "': an added vehicle may only use files below " + folder.string());
    };
    if (text.find('\0') != std::string::npos || !is_below(folder, folder / text)) refuse();
    std::error_code ignored;
    const fs::file_status status = fs::status(folder / text, ignored);
    if (fs::is_other(status)) refuse();  // such as a pipe, which may block a read forever
    if (!fs::is_regular_file(status)) return;
    for (const NamedFile& file : files_read("", folder / text))
        if (!is_below(folder, file.file)) refuse();
}

/// The mistakes as text: with the key for the body, with the position for other files.
std::string messages_of(const plant::FileError& error, const fs::path& body) {
    std::string text;
    for (const plant::Mistake& mistake : error.mistakes()) {
        text += text.empty() ? "" : "; ";
        if (mistake.file != body.string())
            text += plant::to_string(mistake);
        else
            text += (mistake.key.empty() ? "" : mistake.key + ": ") + mistake.reason;
    }
    return text;
}

/// Precondition: the server has that vehicle.
vdsim::PlantVehicle& simulated_by(const vdsim::PlantServer& server, std::uint32_t id) {
    const std::vector<vdsim::PlantVehicle*> vehicles = server.vehicles();
    return **std::find_if(vehicles.begin(), vehicles.end(),
                          [id](const auto* vehicle) { return vehicle->id() == id; });
}

std::uint16_t cmd_port_of(const vdsim::PlantServer& server, std::uint32_t id) {
    for (const auto& port : server.ports())
        for (const auto& vehicle : port->vehicles())
            if (vehicle->id() == id) return port->local().port;
    return 0;
}

}  // namespace

VehicleFacts plant_vehicle_facts(const PlantVehicleConfig& vehicle, const RealTimeOptions& pace) {
    VehicleFacts facts;
    facts.id = vehicle.options.vehicle_id;
    facts.name = name_of(vehicle.options);
    facts.vehicle = vehicle.vehicle;
    facts.period = pace.dt;
    facts.time_scale = pace.time_scale;
    facts.cmd_timeout = vehicle.options.cmd_timeout;
    return facts;
}

PlantCalls::PlantCalls(const vdsim::PlantServerConfig& config, Port& port)
    : config_(config), port_(port) {}

void PlantCalls::add_to(Router& router) {
    router.add(
        {"POST", "/api/vehicles", Access::token, [this](const Call& call) { return add(call); }});
    port_.calls.reset = [this](const json& body) { return reset(body); };
}

void PlantCalls::begin(vdsim::PlantServer& server, const Controlled& run) {
    server_ = &server;
    control_ = &run.control;
    server.make_room(PlantPort::most_added);
    for (const auto& port : server.ports()) cmd_ports_.emplace_back(port->local().port, port.get());
    const std::vector<SafetyBoard*> boards = run.boards->all();
    for (const PlantVehicleConfig& vehicle : config_.vehicles) {
        const auto is_its_board = [&](const SafetyBoard* board) {
            return board->name == name_of(vehicle.options);
        };
        const auto board = std::find_if(boards.begin(), boards.end(), is_its_board);
        vdsim::PlantVehicle& simulated = simulated_by(server, vehicle.options.vehicle_id);
        add_entry(vehicle, board == boards.end() ? nullptr : *board, simulated,
                  cmd_port_of(server, vehicle.options.vehicle_id));
        simulated.monitors.push_back(entries_.back()->monitor.get());
    }
}

/// Adds the entry of the next vehicle of the view.
void PlantCalls::add_entry(const PlantVehicleConfig& vehicle, SafetyBoard* board,
                           const vdsim::PlantVehicle& simulated, std::uint16_t cmd_port) {
    VehicleBoard& board_of_vehicle = port_.view.vehicles()[entries_.size()]->board;
    board_of_vehicle.vds1 = Vds1Endpoints{false, config_.bind, cmd_port, {}};
    const auto& destinations = vehicle.options.destinations;
    if (!destinations.empty())
        board_of_vehicle.vds1->state_port = destinations.front().endpoint.port;
    auto entry = std::make_unique<Entry>();
    entry->config = vehicle;
    entry->board = board;
    vdsim::PlantFaults* const faults = simulated.faults();
    entry->monitor = std::make_unique<PlantMonitor>(board_of_vehicle, *server_, *control_,
                                                    faults ? &faults->board() : nullptr);
    entries_.push_back(std::move(entry));
}

/// Resets one vehicle, or all.
Answer PlantCalls::reset(const json& body) {
    check_keys(body, {"do", "action", "vehicle"});
    std::vector<Entry*> chosen;
    const ViewedVehicle* only =
        body.contains("vehicle") ? &vehicle_named(port_.view, body) : nullptr;
    for (const auto& vehicle : port_.view.vehicles())
        if (only == nullptr || only == vehicle.get())
            chosen.push_back(entries_[vehicle->index].get());
    for (const Entry* entry : chosen)
        if (!entry->monitor->has_restarted())
            throw Refusal(409, "the previous reset is still pending; try again later");
    for (Entry* entry : chosen)
        entry->fresh = {create_vehicle(entry->config.vehicle),
                        create_plant_filters(entry->config, entry->board)};
    for (Entry* entry : chosen) entry->monitor->restart(entry->fresh);
    for (const auto& vehicle : port_.view.vehicles())
        if (only == nullptr || only == vehicle.get()) vehicle->held.reset();
    return port_.view.reply_when(
        [this, chosen](bool is_over) -> std::optional<Response> {
            const bool is_done = std::all_of(chosen.begin(), chosen.end(), [](const Entry* entry) {
                return entry->monitor->has_restarted();
            });
            if (is_done) return json_answer("{\"ok\":true,\"text\":\"ok\"}");
            if (is_over)
                return problem(503,
                               "the reset is still pending; it takes effect with the next tick");
            port_.view.request_states();
            return std::nullopt;
        },
        longest_tick);
}

std::uint32_t PlantCalls::free_id() const {
    std::uint32_t id = 0;
    while (port_.view.find(std::to_string(id)) != nullptr) ++id;
    return id;
}

/// Default values: a free id, and the CMD port of the first vehicle.
PlantVehicleConfig PlantCalls::read(json body) const {
    if (!body.contains("vehicle_id")) body["vehicle_id"] = free_id();
    if (!body.contains("cmd_port")) body["cmd_port"] = cmd_ports_.front().first;
    const fs::path folder = folder_of(config_);
    check_files(body, folder);
    const fs::path placeholder = folder / "body";
    try {
        return vdsim::load_plant_vehicle(placeholder, body.dump(), config_.pace.dt);
    } catch (const plant::FileError& error) {
        throw Refusal(400, messages_of(error, placeholder));
    }
}

void PlantCalls::check_identity(const PlantVehicleConfig& vehicle) const {
    for (const auto& other : port_.view.vehicles()) {
        if (other->facts.id == vehicle.options.vehicle_id)
            throw Refusal(
                409, "vehicle_id: vehicle " + std::to_string(other->facts.id) + " already exists",
                vehicles_json(port_.view));
        if (other->facts.name == name_of(vehicle.options))
            throw Refusal(409, "name: vehicle '" + other->facts.name + "' already exists",
                          vehicles_json(port_.view));
    }
}

/// Assigns the vehicle to its CMD port, which is opened if necessary. @return the port
std::uint16_t PlantCalls::join(const PlantVehicleConfig& vehicle,
                               std::unique_ptr<vdsim::PlantVehicle> made) {
    added_ = {};
    const auto found = std::find_if(cmd_ports_.begin(), cmd_ports_.end(), [&](const auto& port) {
        return port.first == vehicle.cmd_port;
    });
    if (found != cmd_ports_.end()) {
        added_.vehicle = std::move(made);
        added_.port = found->second;
        return found->first;
    }
    try {
        added_.new_port = std::make_unique<vdsim::CmdPort>(
            make_endpoint(config_.bind, vehicle.cmd_port), config_.pace.dt, Clock::now(),
            allowed_addresses(config_));
    } catch (const std::runtime_error& error) {
        throw Refusal(409, std::string("cmd_port: ") + error.what());
    }
    added_.new_port->reserve(PlantPort::most_added);
    added_.new_port->add(std::move(made));
    cmd_ports_.emplace_back(added_.new_port->local().port, added_.new_port.get());
    return cmd_ports_.back().first;
}

Answer PlantCalls::add(const Call& call) {
    if (!server_->has_taken())
        throw Refusal(409, "the previous vehicle is still being added; try again later");
    if (entries_.size() >= config_.vehicles.size() + PlantPort::most_added)
        throw Refusal(409, "at most " + std::to_string(PlantPort::most_added) +
                               " vehicles can be added to a running vdsim_realtime");
    PlantVehicleConfig vehicle = read(parse_body(call.request.body));
    check_identity(vehicle);
    std::unique_ptr<SafetyBoard> board = create_board(vehicle);
    std::unique_ptr<vdsim::PlantFaults> faults;
    std::unique_ptr<vdsim::PlantVehicle> made;
    try {
        faults = create_plant_faults(vehicle, config_.pace.dt);
        made = create_plant_vehicle(vehicle, config_.pace.time_scale, board.get(), faults.get());
    } catch (const std::invalid_argument& error) {
        throw Refusal(400, error.what());
    }
    vdsim::PlantVehicle& its = *made;
    const std::uint16_t cmd_port = join(vehicle, std::move(made));
    const ViewedVehicle& viewed = port_.view.add(plant_vehicle_facts(vehicle, config_.pace));
    port_.telemetry.add_vehicle();
    add_entry(vehicle, board.get(), its, cmd_port);
    its.monitors.push_back(entries_.back()->monitor.get());
    if (board) port_.run->boards->add(*boards_.emplace_back(std::move(board)));
    if (faults) port_.run->faults->add(faults_.emplace_back(std::move(faults))->board());
    server_->hand_over(added_);
    return added(viewed, cmd_port);
}

Answer PlantCalls::added(const ViewedVehicle& vehicle, std::uint16_t cmd_port) {
    return port_.view.reply_when(
        [this, &vehicle, cmd_port](bool is_over) -> std::optional<Response> {
            if (!server_->has_taken()) {
                if (is_over)
                    return problem(
                        503, "the vehicle is still being added; it starts with the next tick");
                port_.view.request_states();
                return std::nullopt;
            }
            Response done = json_answer(nlohmann::ordered_json{
                {"id", vehicle.facts.id},
                {"name", vehicle.facts.name},
                {"cmd_port", cmd_port}}.dump());
            done.status = 201;
            done.headers.emplace_back("Location",
                                      "/api/state?vehicle=" + std::to_string(vehicle.facts.id));
            return done;
        },
        longest_tick);
}

}  // namespace gateway::data_port
