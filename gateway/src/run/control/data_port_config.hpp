// SPDX-License-Identifier: MIT
#pragma once

#include "socket/endpoint.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// One vehicle's telemetry: JSON over UDP.
struct TelemetryConfig {
    static constexpr double slowest_hz = 1, fastest_hz = 200;
    static constexpr std::size_t most_targets = 64;  ///< for all vehicles together

    std::size_t vehicle = 0;  ///< its index among the vehicles
    bool is_enabled = true;
    double rate_hz = 50;
    bool sends_state = true;
    bool sends_command = true;
    std::vector<Endpoint> targets;

    /// An address of one machine: neither 0.0.0.0, nor multicast, nor broadcast.
    static constexpr bool is_unicast(const Endpoint& target) {
        const std::uint32_t first = target.address >> 24U;
        return first != 0 && first < 224;
    }
};

/// HTTP for users and tools.
struct DataPortConfig {
    std::uint16_t port = 0;  ///< 0: any free port
    std::string bind = "127.0.0.1";
    bool needs_token = true;
    std::string token;  ///< empty: a random one
    /// POST /api/io may drive vehicles of a run.
    bool takes_commands = false;
    /// Manual control over the data port times out after this time on the clock without a command.
    std::chrono::nanoseconds cmd_timeout{500'000'000};
    /// At most one for each vehicle.
    std::vector<TelemetryConfig> telemetry;
    /// On the loopback, for steering wheels with force feedback; nothing: none.
    std::optional<std::uint16_t> force_feedback_port;
    /// Addresses besides the loopback that requests over HTTP may set as targets of telemetry.
    std::vector<std::string> allow;
    /// Origins of other web pages that may use /foxglove, such as "https://app.foxglove.dev".
    std::vector<std::string> origins;
};

}  // namespace gateway
