// SPDX-License-Identifier: MIT
#include "run_calls.hpp"

#include "control_body.hpp"

#include "http/json_body.hpp"

#include <ddc/interface/signals.hpp>
#include <ddc/interface/visible.hpp>
#include <plant/number_text.hpp>

#include <algorithm>

namespace gateway::data_port {
namespace {

using ddc::interface::hex;
using nlohmann::json;
using nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

/// Limit of the wait for a snapshot: longer than the slices of a pause, too short to be noticed.
constexpr std::chrono::milliseconds state_timeout{60};
constexpr std::chrono::seconds step_timeout{10};

double number_of(const Target& target, const char* name, double usual, double min, double max) {
    const std::string* text = target.find(name);
    if (text == nullptr) return usual;
    double value = 0;
    const std::string complaint = plant::read_number(*text, {min, max}, value);
    if (!complaint.empty()) throw Refusal(400, std::string(name) + ": " + complaint);
    return value;
}

ordered_json value_of(const ddc::Value& value) {
    return std::visit(
        [](const auto& held) -> ordered_json {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>)
                return nullptr;
            else
                return held;
        },
        value);
}

std::string to_text(const ordered_json& document) {
    return document.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

Gear gear_of(const json& value) {
    constexpr Gear gears[] = {Gear::drive, Gear::reverse, Gear::park, Gear::low, Gear::neutral};
    if (value.is_number_integer()) {
        if (value == 1) return Gear::drive;
        if (value == 0) return Gear::neutral;
        if (value == -1) return Gear::reverse;
    }
    for (const Gear gear : gears)
        if (value == word_of(gear)) return gear;
    throw Refusal(400, "gear: must be drive, reverse, park, low, neutral, or 1, -1, 0");
}

void read_if_there(const json& body, const char* key, bool& value) {
    if (!body.contains(key)) return;
    if (!body[key].is_boolean()) throw Refusal(400, std::string(key) + ": must be true or false");
    value = body[key];
}

}  // namespace

void read_command(const json& body, IoCommand& command) {
    constexpr double most_steer_rad = 3.15;
    read_number(body, "throttle", 0, 1, command.pedals.throttle);
    read_number(body, "brake", 0, 1, command.pedals.brake);
    read_number(body, "steer", -most_steer_rad, most_steer_rad, command.pedals.steer_rad);
    if (body.contains("gear")) command.state.gear = gear_of(body["gear"]);
    read_if_there(body, "handbrake", command.state.hand_brake);
    read_if_there(body, "abs_off", command.off.abs);
    read_if_there(body, "traction_off", command.off.traction);
    read_if_there(body, "esc_off", command.off.esc);
}

namespace {

Response response_of(const Reply& reply) {
    if (reply.outcome != Reply::Outcome::done) return problem(409, reply.text);
    return json_answer(to_text({{"ok", true}, {"text", reply.text}}));
}

}  // namespace

void RunCalls::add_to(Router& router) {
    const auto add = [&](const char* method, const char* path, Access access, auto answer) {
        router.add({method, path, access, std::move(answer)});
    };
    const auto read_state = [this](const Call& call) { return state(call); };
    add("GET", "/healthz", Access::anyone,
        [](const Call&) { return json_answer("{\"ok\":true}"); });
    add("GET", "/api/state", Access::local, read_state);
    add("GET", "/api/io", Access::local, read_state);
    add("POST", "/api/io", Access::local, [this](const Call& call) { return io(call); });
    router.add({"GET", "/api/stream", Access::local,
                [this](const Call& call) { return stream(call); }, true});
    add("GET", "/metrics", Access::local, [this](const Call&) { return metrics(); });
    add("GET", "/api/config", Access::token,
        [this](const Call&) { return json_answer(config_json(view_)); });
    add("GET", "/api/stats", Access::token, [this](const Call&) { return stats(); });
    add("GET", "/api/log", Access::token, [this](const Call& call) {
        const double after = number_of(call.target, "after", 0, 0, 1e15);
        return json_answer(log_.json_after(static_cast<std::uint64_t>(after)));
    });
    add("POST", "/api/control", Access::token, [this](const Call& call) { return control(call); });
}

void RunCalls::add_tables_to(Router& router) {
    router.add({"GET", "/api/tables", Access::token, [this](const Call&) { return tables(); }});
    router.add({"GET", "/api/tables/*", Access::token,
                [this](const Call& call) { return table_of(call); }});
}

double stream_rate_hz(const Target& target) {
    constexpr double slowest = 1, fastest = 60, usual = 20;
    return number_of(target, "rate", usual, slowest, fastest);
}

std::string vehicles_json(const RunView& view) {
    std::string ids;
    for (const auto& vehicle : view.vehicles())
        ids += (ids.empty() ? "" : ",") + std::to_string(vehicle->facts.id);
    return "\"vehicles\":[" + ids + "]";
}

ViewedVehicle& vehicle_named(const RunView& view, const std::string& id_or_name) {
    if (ViewedVehicle* found = view.find(id_or_name)) return *found;
    throw Refusal(404, "unknown vehicle " + id_or_name, vehicles_json(view));
}

ViewedVehicle& vehicle_named(const RunView& view, const json& body) {
    const auto found = body.find("vehicle");
    if (found == body.end()) return *view.vehicles().front();
    if (found->is_number_unsigned())
        return vehicle_named(view, std::to_string(found->get<std::uint64_t>()));
    if (found->is_string()) return vehicle_named(view, found->get<std::string>());
    throw Refusal(400, "vehicle: must be its number or its name");
}

ViewedVehicle& RunCalls::chosen(const Call& call) const {
    const std::string* name = call.target.find("vehicle");
    return name == nullptr ? *view_.vehicles().front() : vehicle_named(view_, *name);
}

Answer RunCalls::when_recent(ViewedVehicle& vehicle) {
    view_.request_states();
    view_.poll();
    if (view_.is_recent(vehicle)) return json_answer(state_json(view_, vehicle));
    return view_.reply_when(
        [this, &vehicle](bool is_over) -> std::optional<Response> {
            if (view_.is_recent(vehicle) || is_over) return json_answer(state_json(view_, vehicle));
            vehicle.request_state();
            return std::nullopt;
        },
        state_timeout);
}

/// The metrics of all vehicles, each as recent as its state in /api/state.
Answer RunCalls::metrics() {
    return view_.reply_when(
        [this](bool is_over) -> std::optional<Response> {
            bool are_recent = true;
            for (const auto& vehicle : view_.vehicles()) {
                if (view_.is_recent(*vehicle)) continue;
                are_recent = false;
                vehicle->request_state();
            }
            if (!are_recent && !is_over) return std::nullopt;
            return Response{200, "text/plain; version=0.0.4; charset=utf-8", metrics_text(view_)};
        },
        state_timeout);
}

/// Replies when the loop has published whether it accepts the command.
Answer RunCalls::when_accepted(ViewedVehicle& vehicle, std::uint64_t number) {
    return view_.reply_when(
        [this, &vehicle, number](bool is_over) -> std::optional<Response> {
            const Publication* latest = vehicle.latest();
            if (latest != nullptr && latest->snapshot.command_number >= number) {
                if (latest->snapshot.is_command_accepted)
                    return json_answer(state_json(view_, vehicle));
                vehicle.held.reset();
                return problem(409,
                               "another controller holds this vehicle, over VDS1; it is released "
                               "when its CMDs have timed out");
            }
            if (is_over || vehicle.board.has_ended)
                return problem(503, "the vehicle's loop did not read this command in time");
            vehicle.request_state();
            return std::nullopt;
        },
        step_timeout);
}

Answer RunCalls::state(const Call& call) {
    return when_recent(chosen(call));
}

Answer RunCalls::stream(const Call& call) {
    struct Sent {
        std::uint64_t cycles;
        bool is_paused, has_ended;
    };
    ViewedVehicle& vehicle = chosen(call);
    EventStream stream;
    stream.events_per_s = stream_rate_hz(call.target);
    stream.longest_silence = longest_silence_of_stream;
    stream.begin = [this](const Wake& wake) { view_.add_wake(wake); };
    stream.next = [this, &vehicle, sent = Sent{}, has_begun = false,
                   until = Clock::time_point()]() mutable -> std::optional<std::string> {
        view_.arm_bell();
        view_.poll();
        const auto now = Clock::now();
        if (until == Clock::time_point()) until = now + longest_silence_of_stream;
        const Publication* latest = vehicle.latest();
        const Sent next{latest != nullptr ? latest->snapshot.cycles : 0,
                        view_.run != nullptr && view_.run->control.pause, vehicle.board.has_ended};
        const bool is_same = next.cycles == sent.cycles && next.is_paused == sent.is_paused &&
                             next.has_ended == sent.has_ended;
        // A loop publishes only on request, so the latest snapshot may be old.
        if (now < until && (!view_.is_recent(vehicle) || (is_same && has_begun))) {
            vehicle.request_state();
            return std::nullopt;
        }
        sent = next;
        has_begun = true;
        until = now + longest_silence_of_stream;
        return state_json(view_, vehicle);
    };
    return stream;
}

Answer RunCalls::stats() {
    view_.request_states();
    for (const auto& vehicle : view_.vehicles()) vehicle->board.durations_requested = true;
    return view_.reply_when(
        [this](bool is_over) -> std::optional<Response> {
            bool is_complete = true;
            for (const auto& vehicle : view_.vehicles()) {
                VehicleBoard& board = vehicle->board;
                if (!board.is_ready) continue;
                is_complete = is_complete && (!board.durations_requested || board.has_ended);
                static_cast<void>(
                    board.durations->take());  // after the poll, which reads older data
            }
            if (!is_complete && !is_over) return std::nullopt;
            return json_answer(stats_json(view_));
        },
        state_timeout);
}

Answer RunCalls::tables() const {
    auto programs = ordered_json::array();
    for (const auto& vehicle : view_.vehicles()) {
        const ddc::Id first = vehicle->facts.reference_id.value_or(0);
        programs.push_back(
            {{"ref", hex(first)},
             {"name", vehicle->facts.name},
             {"vehicle", vehicle->facts.id},
             {"entries", vehicle->board.is_ready ? vehicle->board.entries.size() : 0},
             {"href", "/api/tables/" + hex(first)}});
    }
    return json_answer(to_text({{"table", view_.facts().table_name}, {"programs", programs}}));
}

Answer RunCalls::table_of(const Call& call) const {
    const std::string& tail = call.tail;
    const std::string digits = tail.rfind("0x", 0) == 0 ? tail.substr(2) : tail;
    ddc::Id first = 0;
    const char* const end = digits.data() + digits.size();
    const bool is_id = std::from_chars(digits.data(), end, first, 16).ptr == end;
    const auto& vehicles = view_.vehicles();
    const auto found = std::find_if(vehicles.begin(), vehicles.end(), [&](const auto& vehicle) {
        return is_id && vehicle->facts.reference_id == first;
    });
    if (found == vehicles.end())
        throw Refusal(404, "no program of this run has the reference id '" + tail + "'");
    auto entries = ordered_json::array();
    const VehicleBoard& board = (*found)->board;
    if (!board.is_ready) return json_answer("[]");
    for (const EntryName& name : board.entries) {
        const ddc::Entry entry = board.table->entry(name.id);
        entries.push_back({{"id", hex(name.id)},
                           {"name", name.name},
                           {"type", ddc::to_string(entry.type)},
                           {"value", value_of(entry.value)},
                           {"owner", name.is_programs ? "program" : "gateway"},
                           {"writes", entry.sequence / 2}});
    }
    return json_answer(to_text(entries));
}

Answer RunCalls::handle(const RunRequest& request) {
    if (view_.run == nullptr) return problem(409, "the run has ended");
    const Reply reply = handle_request(request, *view_.run);
    if (!reply.later) return response_of(reply);
    return view_.reply_when(
        [later = reply.later](bool is_over) -> std::optional<Response> {
            if (const std::optional<Reply> last = later()) return response_of(*last);
            if (!is_over) return std::nullopt;
            return problem(503, "the steps are not complete yet; the run still executes them");
        },
        step_timeout);
}

Answer RunCalls::control(const Call& call) {
    const json body = parse_body(call.request.body);
    if (reset && asks_for_reset(body)) return reset(body);
    return handle(request_of(body));
}

/// Starts from the previous command, unless that has timed out or was released.
std::uint64_t send_command(const RunView& view, ViewedVehicle& vehicle, const json& body) {
    const auto now = Clock::now();
    const bool drives = vehicle.board.is_driven_here;
    const bool was_released = std::exchange(vehicle.was_driven_here, drives) && !drives;
    const bool is_over = vehicle.held && now - vehicle.held->asked_at >= view.cmd_timeout(vehicle);
    IoCommand command = vehicle.held && !was_released && !is_over ? *vehicle.held : IoCommand{};
    read_command(body, command);
    command.asked_at = now;
    command.number = ++vehicle.commands;
    vehicle.held = command;
    vehicle.board.command.filling() = command;
    vehicle.board.command.publish();
    return command.number;
}

Answer RunCalls::io(const Call& call) {
    const json body = parse_body(call.request.body);
    check_keys(body, {"vehicle", "throttle", "brake", "steer", "gear", "handbrake", "abs_off",
                      "traction_off", "esc_off"});
    ViewedVehicle& vehicle = vehicle_named(view_, body);
    if (!vehicle.facts.refusal.empty()) throw Refusal(403, vehicle.facts.refusal);
    const std::uint64_t number = send_command(view_, vehicle, body);
    return view_.facts().answers_commands ? when_accepted(vehicle, number) : when_recent(vehicle);
}

}  // namespace gateway::data_port
