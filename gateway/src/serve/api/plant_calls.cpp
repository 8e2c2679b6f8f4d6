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

/// For the loop to take what is handed over; a tick may be that long.
constexpr std::chrono::seconds longest_tick{10};

/// Where file names begin: at the configuration's file, else where the command line's do.
fs::path folder_of(const vdsim::PlantServerConfig& config) {
    return config.file.empty() ? fs::current_path() : fs::absolute(config.file).parent_path();
}

bool lies_below(const fs::path& folder, const fs::path& file) {
    std::error_code error;
    const fs::path top = fs::canonical(folder, error);
    const fs::path place = error ? fs::path() : fs::weakly_canonical(file, error);
    return !error &&
           std::mismatch(top.begin(), top.end(), place.begin(), place.end()).first == top.end();
}

/// Every text in a body may name a file, and that another one; links are resolved.
void check_files(const json& value, const fs::path& folder) {
    if (value.is_structured())
        for (const json& item : value) check_files(item, folder);
    if (!value.is_string()) return;
    const std::string text = value.get<std::string>();
    const auto refuse = [&] {
        throw Refusal(403, "'" + std::string(text.c_str()) +
                               "': a vehicle that is added names files below " + folder.string() +
                               " only");
    };
    if (text.find('\0') != std::string::npos || !lies_below(folder, folder / text)) refuse();
    std::error_code ignored;
    const fs::file_status status = fs::status(folder / text, ignored);
    if (fs::is_other(status)) refuse();  // such as a pipe, of which a read may never end
    if (!fs::is_regular_file(status)) return;
    for (const NamedFile& file : files_read("", folder / text))
        if (!lies_below(folder, file.file)) refuse();
}

/// Of the body the keys alone, of files that it names their places.
std::string told_of(const plant::FileError& error, const fs::path& body) {
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
        const auto of_it = [&](const SafetyBoard* board) {
            return board->name == name_of(vehicle.options);
        };
        const auto board = std::find_if(boards.begin(), boards.end(), of_it);
        enter(vehicle, board == boards.end() ? nullptr : *board,
              cmd_port_of(server, vehicle.options.vehicle_id));
    }
    for (vdsim::PlantVehicle* vehicle : server.vehicles())
        vehicle->monitors.push_back(look_of(vehicle->id()));
}

PlantLook* PlantCalls::look_of(std::uint32_t id) const {
    const auto entry = std::find_if(entries_.begin(), entries_.end(), [&](const auto& e) {
        return e->config.options.vehicle_id == id;
    });
    return (*entry)->look.get();
}

/// The next vehicle of the view.
void PlantCalls::enter(const PlantVehicleConfig& vehicle, SafetyBoard* board,
                       std::uint16_t cmd_port) {
    VehicleBoard& seen = port_.view.vehicles()[entries_.size()]->board;
    seen.vds1 = Vds1Link{false, config_.bind, cmd_port, {}};
    const auto& destinations = vehicle.options.destinations;
    if (!destinations.empty()) seen.vds1->state_port = destinations.front().endpoint.port;
    auto entry = std::make_unique<Entry>();
    entry->config = vehicle;
    entry->board = board;
    entry->look = std::make_unique<PlantLook>(seen, *server_, *control_);
    entries_.push_back(std::move(entry));
}

/// One vehicle, or all.
Answer PlantCalls::reset(const json& body) {
    check_keys(body, {"do", "action", "vehicle"});
    std::vector<Entry*> which;
    const ViewedVehicle* only =
        body.contains("vehicle") ? &vehicle_named(port_.view, body) : nullptr;
    for (const auto& vehicle : port_.view.vehicles())
        if (only == nullptr || only == vehicle.get())
            which.push_back(entries_[vehicle->index].get());
    for (const Entry* entry : which)
        if (!entry->look->has_restarted())
            throw Refusal(409, "the loop has not taken the reset before this one");
    for (Entry* entry : which)
        entry->fresh = {create_vehicle(entry->config.vehicle),
                        create_plant_filters(entry->config, entry->board)};
    for (Entry* entry : which) entry->look->restart(entry->fresh);
    for (const auto& vehicle : port_.view.vehicles())
        if (only == nullptr || only == vehicle.get()) vehicle->held.reset();
    return port_.view.when(
        [this, which](bool is_over) -> std::optional<Response> {
            const bool is_done = std::all_of(which.begin(), which.end(), [](const Entry* entry) {
                return entry->look->has_restarted();
            });
            if (is_done) return json_answer("{\"ok\":true,\"text\":\"ok\"}");
            if (is_over) return problem(503, "the loop has not begun anew in time; it still will");
            port_.view.ask();
            return std::nullopt;
        },
        longest_tick);
}

std::uint32_t PlantCalls::free_id() const {
    std::uint32_t id = 0;
    while (port_.view.find(std::to_string(id)) != nullptr) ++id;
    return id;
}

/// What is left out: an id that is free, the CMD port of the first vehicle.
PlantVehicleConfig PlantCalls::read(json body) const {
    if (!body.contains("vehicle_id")) body["vehicle_id"] = free_id();
    if (!body.contains("cmd_port")) body["cmd_port"] = cmd_ports_.front().first;
    const fs::path folder = folder_of(config_);
    check_files(body, folder);
    const fs::path stands_for = folder / "body";
    try {
        return vdsim::load_plant_vehicle(stands_for, body.dump(), config_.pace.dt);
    } catch (const plant::FileError& error) {
        throw Refusal(400, told_of(error, stands_for));
    }
}

void PlantCalls::check_identity(const PlantVehicleConfig& vehicle) const {
    for (const auto& other : port_.view.vehicles()) {
        if (other->facts.id == vehicle.options.vehicle_id)
            throw Refusal(409, "vehicle_id: there is a vehicle " + std::to_string(other->facts.id),
                          vehicles_json(port_.view));
        if (other->facts.name == name_of(vehicle.options))
            throw Refusal(409, "name: there is a vehicle '" + other->facts.name + "'",
                          vehicles_json(port_.view));
    }
}

/// @return the CMD port
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
    if (!server_->has_taken()) throw Refusal(409, "the loop has not taken the vehicle before");
    if (entries_.size() >= config_.vehicles.size() + PlantPort::most_added)
        throw Refusal(409, std::to_string(PlantPort::most_added) + " vehicles were added already");
    const PlantVehicleConfig vehicle = read(parse_body(call.request.body));
    check_identity(vehicle);
    std::unique_ptr<SafetyBoard> board = create_board(vehicle);
    std::unique_ptr<vdsim::PlantVehicle> made;
    try {
        made = create_plant_vehicle(vehicle, config_.pace.time_scale, board.get());
    } catch (const std::invalid_argument& error) {
        throw Refusal(400, error.what());
    }
    vdsim::PlantVehicle& its = *made;
    const std::uint16_t cmd_port = join(vehicle, std::move(made));
    const ViewedVehicle& viewed = port_.view.add(plant_vehicle_facts(vehicle, config_.pace));
    port_.telemetry.add_vehicle();
    enter(vehicle, board.get(), cmd_port);
    its.monitors.push_back(entries_.back()->look.get());
    if (board) port_.run->boards->add(*boards_.emplace_back(std::move(board)));
    server_->hand_over(added_);
    return added(viewed, cmd_port);
}

Answer PlantCalls::added(const ViewedVehicle& vehicle, std::uint16_t cmd_port) {
    return port_.view.when(
        [this, &vehicle, cmd_port](bool is_over) -> std::optional<Response> {
            if (!server_->has_taken()) {
                if (is_over)
                    return problem(503,
                                   "the loop has not taken the vehicle in time; it still will");
                port_.view.ask();
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
