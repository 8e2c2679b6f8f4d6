// SPDX-License-Identifier: MIT
#include "http/json_text.hpp"
#include "run_view.hpp"
#include "state_text.hpp"

#include <gateway/base/held_state.hpp>

namespace gateway::data_port {
namespace {

using Seconds = std::chrono::duration<double>;
using Clock = std::chrono::steady_clock;

/// A loop that has published nothing for that long is blocked.
constexpr std::chrono::milliseconds longest_hold_up{500};

struct PartState {
    const char* light;
    std::string words;
};

double seconds_of(std::chrono::nanoseconds time) {
    return Seconds(time).count();
}

bool is_paused(const RunView& view) {
    return view.run != nullptr && view.run->control.pause;
}

std::string in_words(const char* what, std::chrono::nanoseconds age) {
    const auto tenths = std::chrono::duration_cast<std::chrono::milliseconds>(age).count() / 100;
    return std::string(what) + " for " + std::to_string(tenths / 10) + "." +
           std::to_string(tenths % 10) + " s";
}

bool gives_commands(ControllerState state) {
    return state == ControllerState::none || state == ControllerState::answering ||
           state == ControllerState::following;
}

PartState program_part(const RunView& view, const ViewedVehicle& vehicle, const Snapshot& now) {
    const auto age = Clock::now() - now.published_at;
    const ControllerState state = now.controller.state;
    if (vehicle.board.has_ended) return {"grey", "ended"};
    if (is_paused(view)) return {"grey", "paused"};
    if (age > longest_hold_up) return {"red", in_words("silent", age)};
    if (state == ControllerState::silent)
        return {"red", in_words(name_of(state), now.controller.output_age.value_or(age))};
    if (state == ControllerState::away) return {"red", name_of(state)};
    if (!gives_commands(state) && state != ControllerState::failsafe)
        return {"grey", name_of(state)};
    if (now.is_failsafe) return {"red", "fail-safe"};
    if (now.lateness > vehicle.facts.period) return {"amber", "late"};
    if (now.controller.is_manual) return {"grey", "manual control"};
    return {"green", name_of(state == ControllerState::none ? ControllerState::answering : state)};
}

PartState vehicle_part(const Snapshot& now) {
    return now.is_fresh ? PartState{"green", "connected"} : PartState{"red", "lost"};
}

PartState filter_part(const FilterCount& filter, SteadyTime acted_at) {
    if (Clock::now() - acted_at < std::chrono::seconds(1) && acted_at != SteadyTime{})
        return {"amber", filter.last_reason};
    return {"green", "passes"};
}

void write_part(JsonText& json, const char* kind, std::string_view quoted_name,
                const PartState& state, double age_s) {
    json.open('{').key("kind").word(kind).key("name").raw(quoted_name);
    json.key("light").word(state.light).key("words").word(state.words).member("age_s", age_s);
}

void write_figure(JsonText& json, const char* name, double value, const char* unit) {
    json.key("figure").open('{').key("name").word(name).member("value", value);
    json.key("unit").word(unit).close('}').close('}');
}

void write_parts(JsonText& json, const RunView& view, const ViewedVehicle& vehicle,
                 const Snapshot& now) {
    const double age_s = seconds_of(Clock::now() - now.published_at);
    json.key("parts").open('[');
    const auto output_age = now.controller.output_age;
    const bool has_program = vehicle.facts.reference_id.has_value();
    write_part(json, has_program ? "program" : "peer",
               has_program ? vehicle.quoted_name : "\"VDS1 controller\"",
               program_part(view, vehicle, now), output_age ? seconds_of(*output_age) : age_s);
    write_figure(json, "cycles", static_cast<double>(now.cycles), "1");
    write_part(json, vehicle.facts.vehicle ? "vehicle" : "peer", vehicle.quoted_name,
               vehicle_part(now), age_s);
    write_figure(json, "speed", now.state.vx_mps, "m/s");
    for (std::size_t i = 0; i < now.filter_count; ++i) {
        const FilterCount& filter = now.filters[i];
        write_part(json, "filter", '"' + std::string(filter.name) + '"',
                   filter_part(filter, vehicle.filters_acted_at[i]), age_s);
        write_figure(json, "acted", static_cast<double>(filter.acted()), "1");
    }
    json.close(']');
}

}  // namespace

vds1::State unknown_state() {
    vds1::State state;
    state.header.version = 0;
    return known_part(state);
}

vds1::State known_part(vds1::State state) {
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const auto forget = [](std::size_t, const char*, auto& field) {
        if constexpr (std::is_same_v<std::decay_t<decltype(field)>, double>)
            field = none;
        else
            field.fill(none);
    };
    const std::uint16_t version = state.header.version;
    if (version < 1) vds1::visit_v1(state, forget);
    if (version < 2) vds1::visit_v2(state, forget);
    if (version < 3) vds1::visit_v3(state, forget);
    if (version < 5) vds1::visit_v5(state, forget);
    return state;
}

void write_motion(JsonText& json, const vds1::State& s) {
    json.member("x", s.x_m).member("y", s.y_m).member("z", s.z_m).member("yaw", s.yaw_rad);
    json.member("roll", s.roll_rad).member("pitch", s.pitch_rad);
    json.member("vx", s.vx_mps).member("vy", s.vy_mps).member("vz", s.vz_mps);
    json.member("r", s.yaw_rate_radps).member("wx", s.roll_rate_radps);
    json.member("wy", s.pitch_rate_radps).member("ax", s.ax_mps2).member("ay", s.ay_mps2);
    json.member("steer", s.steering_tire_angle_applied_rad);
    json.member("throttle_applied", s.throttle_applied).member("brake_applied", s.brake_applied);
    json.list("Fz", s.tire_fz_n).key("Ft").open('[');
    for (std::size_t i = 0; i < 4; ++i)
        json.open('[').number(s.tire_fx_n[i]).number(s.tire_fy_n[i]).close(']');
    json.close(']').list("wheel_spin", s.wheel_spin_radps).list("susp", s.susp_compression_m);
    json.member("rack_torque", s.rack_torque_nm).list("kappa", s.slip_ratio);
    json.list("alpha", s.slip_angle_rad);
    json.member("m_gx", s.measured_gnss_x_m).member("m_gy", s.measured_gnss_y_m);
    json.member("m_ax", s.measured_ax_mps2).member("m_ay", s.measured_ay_mps2);
    json.member("m_wz", s.measured_yaw_rate_radps).member("m_steer", s.measured_steer_rad);
}

void write_pedals(JsonText& json, const char* key, const PedalCommand* pedals) {
    json.key(key);
    if (pedals == nullptr) {
        json.null();
        return;
    }
    json.open('{').member("throttle", pedals->throttle).member("brake", pedals->brake);
    json.member("steer", pedals->steer_rad).close('}');
}

namespace {

const char* word_of(Blinker blinker) {
    constexpr const char* words[] = {"", "off", "left", "right", "hazard"};
    return is_known(blinker) ? words[static_cast<std::size_t>(blinker)] : "";
}

const char* word_of(Headlight light) {
    constexpr const char* words[] = {"", "off", "on", "high"};
    return is_known(light) ? words[static_cast<std::size_t>(light)] : "";
}

void write_word(JsonText& json, const char* key, std::string_view word) {
    json.key(key);
    word.empty() ? json.null() : json.word(word);
}

void write_report(JsonText& json, const VehicleStateReport& report) {
    write_word(json, "gear", data_port::word_of(report.gear));
    json.key("handbrake").flag(report.hand_brake).key("lamps").open('{');
    write_word(json, "blinker", word_of(report.blinker));
    write_word(json, "headlight", word_of(report.headlight));
    json.close('}').key("horn").flag(report.horn);
}

void write_fleet(JsonText& json, const RunView& view) {
    json.key("fleet").open('{');
    for (const auto& vehicle : view.vehicles()) {
        json.key(std::to_string(vehicle->facts.id)).open('{').key("name").raw(vehicle->quoted_name);
        if (const Publication* latest = vehicle->latest()) {
            const vds1::State& s = latest->snapshot.state;
            json.member("x", s.x_m).member("y", s.y_m).member("z", s.z_m).member("yaw", s.yaw_rad);
            json.member("roll", s.roll_rad).member("pitch", s.pitch_rad);
            json.member("vx", s.vx_mps).member("vy", s.vy_mps);
            json.member("steer", s.steering_tire_angle_applied_rad);
        }
        const PartState state = vehicle->latest() == nullptr
                                    ? PartState{"grey", ""}
                                    : program_part(view, *vehicle, vehicle->latest()->snapshot);
        json.key("light").word(state.light).close('}');
    }
    json.close('}');
}

/// Writes one value per vehicle, by the vehicle's position.
template <class Write>
void write_each(JsonText& json, const char* key, const RunView& view, const Write& write) {
    json.key(key).open('{');
    for (const auto& vehicle : view.vehicles())
        write(json.key(std::to_string(vehicle->facts.id)), *vehicle);
    json.close('}');
}

bool program_drives(const ViewedVehicle& vehicle) {
    return vehicle.latest() == nullptr || !vehicle.latest()->snapshot.controller.is_manual;
}

const PedalCommand* held_pedals(const ViewedVehicle& vehicle) {
    return vehicle.held ? &vehicle.held->pedals : nullptr;
}

void write_run(JsonText& json, const RunView& view, const ViewedVehicle& vehicle) {
    const bool has_ended = view.run == nullptr || vehicle.board.has_ended;
    const bool pauses = is_paused(view);
    json.key("running").flag(!has_ended && !pauses && vehicle.has_latest);
    json.key("paused").flag(pauses).key("setup_mode").flag(false);
    json.key("driver").flag(program_drives(vehicle)).key("name").raw(vehicle.quoted_name);
    json.key("mode").word(view.facts().mode);
    const double scale = view.time_scale(vehicle);
    json.key("time_scale");
    scale > 0 ? json.number(scale) : json.null();
    json.member("real_time_factor", vehicle.rate.real_time_factor);
    json.member("rate_hz", vehicle.rate.rate_hz);
    json.key("source").word(vehicle.has_latest ? view.facts().source : "waiting");
}

void write_vehicles(JsonText& json, const RunView& view, const ViewedVehicle& vehicle) {
    json.member("veh", vehicle.facts.id);
    json.member("live_vid", view.vehicles().front()->facts.id).key("vehicles").open('[');
    for (const auto& other : view.vehicles()) json.number(other->facts.id);
    json.close(']');
    write_each(json, "fleet_driver", view,
               [](JsonText& to, const ViewedVehicle& v) { to.flag(program_drives(v)); });
    write_each(json, "fleet_spec", view, [](JsonText& to, const ViewedVehicle& v) {
        to.word(v.facts.vehicle ? info(v.facts.vehicle->model).name : "remote");
    });
    json.key("fleet_cmd").open('{');
    for (const auto& other : view.vehicles())
        write_pedals(json, std::to_string(other->facts.id).c_str(), held_pedals(*other));
    json.close('}');
}

/// The demanded speed, if the command has one.
double target_speed_mps(const Command& command) {
    if (const auto* velocity = std::get_if<VelocityCommand>(&command.control))
        return velocity->velocity_mps;
    if (const auto* curvature = std::get_if<CurvatureCommand>(&command.control))
        return curvature->velocity_mps;
    if (const auto* pedals = std::get_if<PedalCommand>(&command.control))
        return pedals->aux_speed_target_mps;
    return std::numeric_limits<double>::quiet_NaN();
}

/// The endpoints of CMDs and STATEs.
void write_comms(JsonText& json, const ViewedVehicle& vehicle, const Snapshot& now) {
    json.key("comms");
    if (!vehicle.latest() || !vehicle.board.vds1) {
        json.null();
        return;
    }
    const Vds1Endpoints& link = *vehicle.board.vds1;
    json.open('{').key("attach").flag(link.is_attached).key("host").word(link.host);
    json.member("cmd_port", link.cmd_port).key("state_port");
    link.state_port ? json.number(*link.state_port) : json.null();
    json.key("protocol").word("VDS1").member("protocol_version", vds1::newest_version);
    json.key("plant_running").flag(now.is_fresh && !vehicle.board.has_ended);
    json.key("plant_attach").flag(link.is_attached).close('}');
}

void write_vehicle(JsonText& json, const ViewedVehicle& vehicle, const Snapshot& now) {
    const VehicleFacts& facts = vehicle.facts;
    const bool is_here = facts.vehicle.has_value();
    write_word(json, "level", is_here ? info(facts.vehicle->model).level : std::string_view());
    json.key("vehicle").raw(vehicle.quoted_name);
    json.member("v_target", target_speed_mps(now.command));
    json.member("dt", seconds_of(is_here ? facts.vehicle->step : facts.period));
    json.key("grade");
    is_here ? json.number(facts.vehicle->ground.grade) : json.null();
    json.key("bank");
    is_here ? json.number(facts.vehicle->ground.bank) : json.null();
    json.member("npath", facts.route ? facts.route->points().size() : 0);
    json.key("terrain").null().key("kinematics_warnings").open('[').close(']');
    write_comms(json.key("cosim").null(), vehicle, now);
    write_word(json, "plant_error",
               now.is_fresh ? "" : "no STATE from the vehicle within its time-out");
}

void write_command(JsonText& json, const ViewedVehicle& vehicle, const Snapshot& now) {
    const PedalCommand applied = applied_pedals(now);
    write_pedals(json, "cmd", &applied);
    write_pedals(json, "cmd_in", held_pedals(vehicle));
    json.key("io_age");
    vehicle.held ? json.number(seconds_of(Clock::now() - vehicle.held->asked_at)) : json.null();
    json.key("failsafe").flag(now.is_failsafe).key("manual").flag(now.controller.is_manual);
    json.member("turns", now.cycles).member("failsafe_turns", now.failsafe_cycles);
    json.key("route_distance");
    vehicle.facts.route ? json.number(now.route_distance_m) : json.null();
}

void write_signals(JsonText& json, const ViewedVehicle& vehicle, const Publication* latest) {
    json.key("signals").open('{');
    for (std::size_t i = 0; latest != nullptr && i < latest->signals.size(); ++i)
        json.quoted_key(vehicle.board.signals[i].quoted).number(latest->signals[i]);
    json.close('}');
}

/// A run without faults has no such member.
void write_faults(JsonText& json, const Publication* latest) {
    if (latest == nullptr || latest->faults.empty()) return;
    json.key("faults").open('[');
    for (const bool is_active : latest->faults) json.flag(is_active);
    json.close(']');
}

/// Most of the text; the same for all requests until the next snapshot.
const std::string& members_of(const ViewedVehicle& vehicle, const Snapshot& now) {
    const Publication* latest = vehicle.latest();
    ViewedVehicle::Written& written = vehicle.written;
    if (latest != nullptr && written.of == now.published_at) return written.members;
    JsonText json;
    json.open('{');
    write_motion(json, now.state);
    write_report(json, now.report);
    write_signals(json, vehicle, latest);
    write_faults(json, latest);
    written.members = json.take().substr(1);
    written.of = now.published_at;
    return written.members;
}

/// The state before the first cycle: every number is unknown.
Snapshot unknown() {
    Snapshot snapshot;
    snapshot.state = unknown_state();
    snapshot.published_at = Clock::now();
    snapshot.is_fresh = true;
    snapshot.controller.state = ControllerState::starting;
    return snapshot;
}

}  // namespace

const char* word_of(Gear gear) noexcept {
    constexpr const char* words[] = {"", "drive", "reverse", "park", "low", "neutral"};
    return is_known(gear) ? words[static_cast<std::size_t>(gear)] : "";
}

PedalCommand applied_pedals(const Snapshot& now) noexcept {
    if (const auto* pedals = std::get_if<PedalCommand>(&now.command.control)) return *pedals;
    PedalCommand applied;
    applied.throttle = now.state.throttle_applied;
    applied.brake = now.state.brake_applied;
    applied.steer_rad = now.state.steering_tire_angle_applied_rad;
    return applied;
}

std::string state_json(const RunView& view, const ViewedVehicle& vehicle) {
    const Publication* latest = vehicle.latest();
    const Snapshot none = latest == nullptr ? unknown() : Snapshot{};
    const Snapshot& now = latest == nullptr ? none : latest->snapshot;
    JsonText json;
    json.open('{');
    json.member("t", seconds_of(now.now)).member("timestamp", seconds_of(now.now));
    write_run(json, view, vehicle);
    json.raw(members_of(vehicle, now));
    write_command(json, vehicle, now);
    write_vehicle(json, vehicle, now);
    write_vehicles(json, view, vehicle);
    write_parts(json, view, vehicle, now);
    write_fleet(json, view);
    json.close('}');
    return json.take();
}

}  // namespace gateway::data_port
