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
    static constexpr std::size_t most_targets = 64;  ///< of all vehicles together

    std::size_t vehicle = 0;  ///< its position among the vehicles
    bool is_enabled = true;
    double rate_hz = 50;
    bool sends_state = true;
    bool sends_command = true;
    std::vector<Endpoint> targets;

    /// One machine, as far as the address tells: neither none, nor a group, nor all.
    static constexpr bool is_unicast(const Endpoint& target) {
        const std::uint32_t first = target.address >> 24U;
        return first != 0 && first < 224;
    }
};

/// HTTP for people and tools.
struct DataPortConfig {
    std::uint16_t port = 0;  ///< 0: any that is free
    std::string bind = "127.0.0.1";
    bool needs_token = true;
    std::string token;  ///< empty: a random one
    /// POST /api/io may drive, in a run.
    bool takes_commands = false;
    /// In a run a person at the port is silent without a command for so long on the clock.
    std::chrono::nanoseconds cmd_timeout{500'000'000};
    /// Of each vehicle once at most.
    std::vector<TelemetryConfig> telemetry;
    /// Of the loopback, for steering wheels with force feedback; nothing: none.
    std::optional<std::uint16_t> force_feedback_port;
    /// Addresses off the loopback that telemetry may be sent to when it is asked for over HTTP.
    std::vector<std::string> allow;
    /// Those of other places whose pages may use /foxglove, such as "https://app.foxglove.dev".
    std::vector<std::string> origins;
};

}  // namespace gateway
