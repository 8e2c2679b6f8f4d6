// SPDX-License-Identifier: MIT
#include "peer_vehicle.hpp"

#include <gateway/base/controller_state.hpp>
#include "api/run_calls.hpp"
#include "api/state_text.hpp"
#include "http/json_body.hpp"

#include <nlohmann/json.hpp>

#include <limits>

namespace gateway::studio {
namespace {

using data_port::json_string;
using data_port::JsonText;

/// Time-out of a manual command.
constexpr std::chrono::milliseconds command_timeout{500};

double seconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

}  // namespace

PeerVehicle::PeerVehicle(std::string name, const vds1::ClientOptions& options, bool is_attached)
    : name_(std::move(name)),
      host_(options.peer_address),
      cmd_port_(options.peer_port),
      is_attached_(is_attached),
      client_(options) {}

bool PeerVehicle::is_driven(SteadyTime now) const {
    return held_ && now - held_->asked_at < command_timeout;
}

void PeerVehicle::update(SteadyTime now) {
    client_.receive(now);
    if (is_driven(now)) send(now);
}

void PeerVehicle::drive(const nlohmann::json& body, SteadyTime now) {
    data_port::IoCommand command = is_driven(now) ? *held_ : data_port::IoCommand{};
    data_port::read_command(body, command);
    command.asked_at = now;
    held_ = command;
    send(now);
}

void PeerVehicle::send(SteadyTime now) {
    Command command;
    command.control = held_->pedals;
    command.state = held_->state;
    client_.send(command, now);
}

const char* PeerVehicle::light(SteadyTime now) const {
    if (!client_.has_state()) return "grey";
    if (!client_.is_fresh(now)) return "red";
    return client_.statistics().is_ignored && is_driven(now) ? "amber" : "green";
}

/// Values that the STATE does not have are null.
void PeerVehicle::write(JsonText& json, SteadyTime now, bool is_paused) const {
    const bool is_fresh = client_.has_state() && client_.is_fresh(now);
    const vds1::State state =
        client_.has_state() ? data_port::known_part(client_.state()) : data_port::unknown_state();
    const double time_s = client_.has_state() ? state.header.timestamp_s : 0;
    const std::string name = json_string(name_);
    json.member("t", time_s).member("timestamp", time_s);
    json.key("running").flag(is_fresh && !is_paused).key("paused").flag(is_paused);
    json.key("setup_mode").flag(false).key("driver").flag(!is_driven(now));
    json.key("manual").flag(is_driven(now)).key("failsafe").flag(false);
    json.member("failsafe_turns", 0).key("name").raw(name).key("vehicle").raw(name);
    json.key("mode").word("realtime").key("time_scale").null().key("real_time_factor").null();
    json.member("rate_hz", client_.statistics().state_rate_hz).member("turns", count());
    json.key("source").word(client_.has_state() ? "cosim" : "waiting");
    data_port::write_motion(json, state);
    write_command(json, state, now);
    json.key("gear").null().key("handbrake").null().key("horn").null();
    json.key("lamps").open('{').key("blinker").null().key("headlight").null().close('}');
    for (const char* key :
         {"level", "dt", "v_target", "route_distance", "grade", "bank", "terrain", "cosim"})
        json.key(key).null();
    json.key("plant_error");
    client_.has_state() && !is_fresh && !is_paused ? json.word("no STATE within its time-out")
                                                   : json.null();
    write_comms(json, now);
    json.member("npath", 0).key("kinematics_warnings").open('[').close(']');
    write_part(json, now, is_paused);
    json.key("signals").open('{').close('}');
}

void PeerVehicle::write_command(JsonText& json, const vds1::State& state, SteadyTime now) const {
    PedalCommand applied;
    applied.throttle = state.throttle_applied;
    applied.brake = state.brake_applied;
    applied.steer_rad = state.steering_tire_angle_applied_rad;
    data_port::write_pedals(json, "cmd", &applied);
    data_port::write_pedals(json, "cmd_in", held_pedals());
    json.key("io_age");
    held_ ? json.number(seconds(now - held_->asked_at)) : json.null();
}

void PeerVehicle::write_comms(JsonText& json, SteadyTime now) const {
    json.key("comms")
        .open('{')
        .key("attach")
        .flag(is_attached_)
        .key("host")
        .raw(json_string(host_));
    json.member("cmd_port", cmd_port_).member("state_port", client_.local_port());
    json.key("protocol").word("VDS1").member("protocol_version", vds1::newest_version);
    json.key("plant_running").flag(client_.has_state() && client_.is_fresh(now));
    json.key("plant_attach").flag(is_attached_).close('}');
}

void PeerVehicle::write_part(JsonText& json, SteadyTime now, bool is_paused) const {
    const bool is_fresh = client_.has_state() && client_.is_fresh(now);
    json.key("parts").open('[').open('{').key("kind").word("peer").key("name").raw(
        json_string(name_));
    json.key("light").word(is_paused ? "grey" : light(now));
    const ControllerState state = is_fresh              ? ControllerState::answering
                                  : client_.has_state() ? ControllerState::silent
                                                        : ControllerState::waiting;
    json.key("words").word(is_paused ? "paused" : name_of(state));
    json.key("age_s");
    client_.has_state() ? json.number(seconds(client_.age(now))) : json.null();
    json.key("figure").open('{').key("name").word("STATE");
    json.member("value", client_.statistics().state_rate_hz).key("unit").word("1/s").close('}');
    json.close('}').close(']');
}

void PeerVehicle::write_place(JsonText& json, SteadyTime now) const {
    json.key("name").raw(json_string(name_));
    if (client_.has_state()) {
        const vds1::State& s = client_.state();
        json.member("x", s.x_m).member("y", s.y_m).member("z", s.z_m).member("yaw", s.yaw_rad);
        json.member("roll", s.roll_rad).member("pitch", s.pitch_rad);
        json.member("vx", s.vx_mps).member("vy", s.vy_mps);
        json.member("steer", s.steering_tire_angle_applied_rad);
    }
    json.key("light").word(light(now));
}

}  // namespace gateway::studio
