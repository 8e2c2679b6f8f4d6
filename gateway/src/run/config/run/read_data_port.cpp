// SPDX-License-Identifier: MIT
#include "read_sections.hpp"

#include "config/common/read_address.hpp"
#include "control/origin.hpp"
#include "number/limits.hpp"

#include <algorithm>
#include <cctype>

namespace gateway {
namespace {

/// A shorter token can be guessed.
constexpr std::size_t shortest_token = 16;

bool is_plain(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
    });
}

void read_token(plant::YamlReader& reader, DataPortConfig& config) {
    if (!reader.text("token", config.token)) return;
    if (config.token == "none") {
        config.needs_token = false;
        config.token.clear();
    } else if (config.token.size() < shortest_token || !is_plain(config.token)) {
        reader.refuse(
            "token",
            "must be none, or at least 16 letters, digits, '-', '_' and '.'; without the key a "
            "random one is generated");
    }
}

void read_origins(plant::YamlReader& reader, DataPortConfig& config) {
    reader.texts("origins", config.origins);
    for (const std::string& origin : config.origins)
        if (const std::string problem = origin_problem(origin); !problem.empty())
            reader.refuse("origins", problem);
}

std::optional<std::size_t> vehicle_of(const std::string& text,
                                      const std::vector<VehicleWords>& vehicles) {
    for (std::size_t i = 0; i < vehicles.size(); ++i)
        if (text == vehicles[i].number || text == vehicles[i].name) return i;
    return std::nullopt;
}

void read_receiver(plant::YamlReader& reader, TelemetryConfig& config) {
    Endpoint to = make_endpoint(read_address(reader, "address"), 0);
    reader.require("port");
    reader.number("port", to.port, limits::port);
    if (!TelemetryConfig::is_unicast(to))
        reader.refuse("address", "must be the address of one machine");
    config.targets.push_back(to);
}

TelemetryConfig read_target(plant::YamlReader& reader, const std::vector<VehicleWords>& vehicles) {
    TelemetryConfig config;
    std::string vehicle = vehicles.empty() ? "0" : vehicles.front().number;
    reader.text("vehicle", vehicle);
    const auto found = vehicle_of(vehicle, vehicles);
    if (!found) reader.refuse("vehicle", "there is no vehicle '" + vehicle + "' here");
    config.vehicle = found.value_or(0);
    reader.number("rate_hz", config.rate_hz,
                  {TelemetryConfig::slowest_hz, TelemetryConfig::fastest_hz});
    reader.flag("send_state", config.sends_state);
    reader.flag("send_cmd", config.sends_command);
    reader.require("to");
    for (plant::YamlReader& to : reader.sections("to")) read_receiver(to, config);
    return config;
}

void read_targets(plant::YamlReader& reader, const std::vector<VehicleWords>& vehicles,
                  DataPortConfig& config) {
    std::size_t count = 0;
    for (plant::YamlReader& item : reader.sections("targets")) {
        const TelemetryConfig read = read_target(item, vehicles);
        for (const TelemetryConfig& other : config.telemetry)
            if (other.vehicle == read.vehicle && item.good("vehicle"))
                item.refuse("vehicle", "has targets in another item too; put all under its `to`");
        count += read.targets.size();
        config.telemetry.push_back(read);
    }
    if (count > TelemetryConfig::most_targets)
        reader.refuse("targets", "has more than " + std::to_string(TelemetryConfig::most_targets) +
                                     " targets");
}

}  // namespace

DataPortConfig read_data_port(plant::YamlReader& reader,
                              const std::vector<VehicleWords>& vehicles) {
    DataPortConfig config;
    reader.number("port", config.port, limits::own_port);
    config.bind = read_address(reader, "bind");
    read_token(reader, config);
    read_targets(reader, vehicles, config);
    std::uint16_t wheel_port = 0;
    if (reader.number("force_feedback_port", wheel_port, limits::port))
        config.force_feedback_port = wheel_port;
    reader.texts("allow", config.allow);
    for (const std::string& address : config.allow) check_address(reader, "allow", address);
    read_origins(reader, config);
    const bool is_local = is_loopback(make_endpoint(config.bind, 0));
    if (!is_local && config.token.empty() && reader.good())
        reader.refuse(
            "bind", "is reachable from other machines: needs a `token` of at least 16 characters");
    return config;
}

void read_driving(plant::YamlReader& reader, DataPortConfig& config) {
    reader.flag("control", config.takes_commands);
    reader.time("cmd_timeout_s", config.cmd_timeout, limits::cmd_timeout_s);
}

}  // namespace gateway
