// SPDX-License-Identifier: MIT
#include "telemetry.hpp"

#include "http/json_text.hpp"

#include <algorithm>

namespace gateway::data_port {
namespace {

using Clock = std::chrono::steady_clock;

/// Period of polling. It limits the age of a sent state, together with the period of the loop.
constexpr std::chrono::milliseconds look_period{5};
/// Datagrams that are further behind are skipped.
constexpr std::chrono::milliseconds longest_backlog{50};

std::chrono::nanoseconds period_of(const TelemetryConfig& config) {
    return std::chrono::round<std::chrono::nanoseconds>(
        std::chrono::duration<double>(1 / config.rate_hz));
}

void write_state(JsonText& json, const Snapshot& now) {
    const vds1::State& s = now.state;
    json.member("x", s.x_m).member("y", s.y_m).member("z", s.z_m).member("yaw", s.yaw_rad);
    json.member("roll", s.roll_rad).member("pitch", s.pitch_rad);
    json.member("vx", s.vx_mps).member("vy", s.vy_mps).member("r", s.yaw_rate_radps);
    json.member("wx", s.roll_rate_radps).member("wy", s.pitch_rate_radps);
    json.member("ax", s.ax_mps2).member("ay", s.ay_mps2);
    json.member("steer", s.steering_tire_angle_applied_rad).list("Fz", s.tire_fz_n);
    json.key("wheel").open('{').list("spin", s.wheel_spin_radps);
    json.list("slip_ratio", s.slip_ratio).list("slip_angle", s.slip_angle_rad).close('}');
    json.key("applied").open('{').member("throttle", s.throttle_applied);
    json.member("brake", s.brake_applied).close('}');
    json.key("failsafe").flag(now.is_failsafe);
}

void write_command(JsonText& json, const PedalCommand& command) {
    json.key("cmd").open('{').member("throttle", command.throttle);
    json.member("brake", command.brake).member("steer", command.steer_rad).close('}');
}

}  // namespace

std::string telemetry_json(const TelemetryConfig& config, std::size_t id, const Snapshot& now) {
    const double t_s = std::chrono::duration<double>(now.now).count();
    JsonText json;
    json.open('{').member("timestamp", t_s).member("t", t_s).member("veh", id);
    if (config.sends_state) write_state(json, now);
    if (config.sends_command) write_command(json, applied_pedals(now));
    json.close('}');
    return json.take();
}

Telemetry::Telemetry(RunView& view, const std::vector<TelemetryConfig>& configs) : view_(view) {
    for (std::size_t i = 0; i < view.vehicles().size(); ++i) add_vehicle();
    for (const TelemetryConfig& config : configs) set(config);
}

void Telemetry::add_vehicle() {
    TelemetryConfig& added = configs_.emplace_back();
    added.vehicle = configs_.size() - 1;
    added.is_enabled = false;
    due_.emplace_back();
}

void Telemetry::set(const TelemetryConfig& config) {
    for (const Endpoint& to : config.targets) open_socket_for(to);
    configs_[config.vehicle] = config;
    due_[config.vehicle] = Clock::now();
    const bool has_elsewhere = std::any_of(configs_.begin(), configs_.end(), [](const auto& each) {
        return !std::all_of(each.targets.begin(), each.targets.end(), is_loopback);
    });
    if (!has_elsewhere) elsewhere_.reset();
}

void Telemetry::open_socket_for(const Endpoint& to) {
    if (is_loopback(to)) {
        if (!on_loopback_) on_loopback_.emplace(make_endpoint("127.0.0.1", 0));
    } else if (!elsewhere_) {
        elsewhere_.emplace(Endpoint{});
    }
}

bool Telemetry::is_active(const TelemetryConfig& config) const {
    return config.is_enabled && !config.targets.empty() &&
           !view_.vehicles()[config.vehicle]->board.has_ended;
}

std::optional<SteadyTime> Telemetry::work() {
    std::optional<SteadyTime> next;
    const SteadyTime now = Clock::now();
    for (const TelemetryConfig& config : configs_) {
        if (!is_active(config)) continue;
        if (!next) view_.poll();
        SteadyTime& due = due_[config.vehicle];
        if (now >= due) {
            send(config);
            due = std::max(due + period_of(config), now - longest_backlog);
        }
        next = std::min({next.value_or(SteadyTime::max()), due, now + look_period});
    }
    if (next) view_.request_states();
    return next;
}

/// Sends nothing before the first snapshot, which has the time.
void Telemetry::send(const TelemetryConfig& config) {
    const ViewedVehicle& vehicle = *view_.vehicles()[config.vehicle];
    const Publication* latest = vehicle.latest();
    if (latest == nullptr) return;
    const std::string text = telemetry_json(config, vehicle.facts.id, latest->snapshot);
    for (const Endpoint& to : config.targets) {
        const UdpSocket& socket = is_loopback(to) ? *on_loopback_ : *elsewhere_;
        static_cast<void>(
            socket.send(to, reinterpret_cast<const std::byte*>(text.data()), text.size()));
    }
}

}  // namespace gateway::data_port
