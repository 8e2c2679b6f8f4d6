// SPDX-License-Identifier: MIT
#include "target_calls.hpp"

#include "http/json_body.hpp"
#include "run_calls.hpp"

#include <algorithm>

namespace gateway::data_port {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

std::string address_of(const Endpoint& endpoint) {
    const std::string text = to_string(endpoint);
    return text.substr(0, text.find(':'));
}

ordered_json json_of(const TelemetryConfig& config) {
    ordered_json targets = ordered_json::array();
    for (const Endpoint& target : config.targets)
        targets.push_back({{"ip", address_of(target)}, {"port", target.port}});
    return {{"tx",
             {{"enabled", config.is_enabled},
              {"rate", config.rate_hz},
              {"send_state", config.sends_state},
              {"send_cmd", config.sends_command}}},
            {"targets", targets}};
}

void read_flag(const json& body, const char* key, bool& value) {
    if (!body.contains(key)) return;
    if (!body[key].is_boolean()) throw Refusal(400, std::string(key) + ": must be true or false");
    value = body[key];
}

}  // namespace

TargetCalls::TargetCalls(const RunView& view, Telemetry& telemetry, const DataPortConfig& config)
    : view_(view), telemetry_(telemetry) {
    for (const std::string& address : config.allow)
        allowed_.push_back(make_endpoint(address, 0).address);
    for (const TelemetryConfig& configured : config.telemetry)
        for (const Endpoint& target : configured.targets) allowed_.push_back(target.address);
}

void TargetCalls::add_to(Router& router) {
    router.add(
        {"GET", "/api/io/targets", Access::local, [this](const Call&) { return targets(false); }});
    router.add(
        {"POST", "/api/io/targets", Access::token, [this](const Call& call) { return set(call); }});
}

Answer TargetCalls::targets(bool was_set) const {
    ordered_json answer;
    if (was_set) answer["ok"] = true;
    answer["vehicles"] = ordered_json::array();
    answer["live"] = view_.vehicles().front()->facts.id;
    answer["configs"] = ordered_json::object();
    for (const TelemetryConfig& config : telemetry_.configs()) {
        const std::size_t id = view_.vehicles()[config.vehicle]->facts.id;
        answer["vehicles"].push_back(id);
        answer["configs"][std::to_string(id)] = json_of(config);
    }
    return json_answer(answer.dump());
}

Answer TargetCalls::set(const Call& call) {
    const json body = parse_body(call.request.body);
    check_keys(body, {"vehicle", "enabled", "send_state", "send_cmd", "rate", "targets"});
    const TelemetryConfig config = changed(body, vehicle_named(view_, body));
    check_count(config);
    telemetry_.set(config);
    return targets(true);
}

/// Reads the values of the body; other values remain. Targets without `enabled` enable telemetry.
TelemetryConfig TargetCalls::changed(const json& body, const ViewedVehicle& vehicle) const {
    TelemetryConfig config = telemetry_.configs()[vehicle.index];
    read_number(body, "rate", TelemetryConfig::slowest_hz, TelemetryConfig::fastest_hz,
                config.rate_hz);
    read_flag(body, "send_state", config.sends_state);
    read_flag(body, "send_cmd", config.sends_command);
    if (body.contains("targets")) {
        config.targets = targets_of(body["targets"]);
        config.is_enabled = !config.targets.empty();
    }
    read_flag(body, "enabled", config.is_enabled);
    return config;
}

std::vector<Endpoint> TargetCalls::targets_of(const json& list) const {
    if (!list.is_array()) throw Refusal(400, "targets: must be a list of {\"ip\", \"port\"}");
    std::vector<Endpoint> targets;
    for (const json& target : list)
        targets.push_back(target_of(target, "targets[" + std::to_string(targets.size()) + "]"));
    return targets;
}

Endpoint TargetCalls::target_of(const json& target, const std::string& place) const {
    if (!target.is_object() || !target.contains("ip") || !target.contains("port") ||
        !target["ip"].is_string() || !target["port"].is_number_integer())
        throw Refusal(
            400, place + ": must be an object such as {\"ip\": \"127.0.0.1\", \"port\": 9870}");
    const double port = target["port"].get<double>();
    if (!(port >= 1 && port <= 65535))
        throw Refusal(400, place + ".port: must be a number from 1 to 65535");
    Endpoint endpoint;
    try {
        endpoint = make_endpoint(target["ip"], static_cast<std::uint16_t>(port));
    } catch (const std::invalid_argument& error) {
        throw Refusal(400, place + ".ip: " + error.what());
    }
    if (!TelemetryConfig::is_unicast(endpoint))
        throw Refusal(400, place + ".ip: must be a unicast address");
    const bool is_allowed = is_loopback(endpoint) || std::find(allowed_.begin(), allowed_.end(),
                                                               endpoint.address) != allowed_.end();
    if (!is_allowed)
        throw Refusal(403, place + ".ip: is not a loopback address; add it to `data_port.allow`");
    return endpoint;
}

void TargetCalls::check_count(const TelemetryConfig& changed) const {
    std::size_t count = changed.targets.size();
    for (const TelemetryConfig& other : telemetry_.configs())
        if (other.vehicle != changed.vehicle) count += other.targets.size();
    if (count > TelemetryConfig::most_targets)
        throw Refusal(400, "targets: at most " + std::to_string(TelemetryConfig::most_targets) +
                               " for all vehicles together");
}

}  // namespace gateway::data_port
