// SPDX-License-Identifier: MIT
#include "read_realtime.hpp"

#include "read_pace.hpp"

#include <cmath>

namespace gateway {
namespace {

/// Of the period; the rest is left for what else a turn does.
constexpr double longest_wait = 0.875;

}  // namespace

void read_realtime(plant::YamlReader reader, RealtimeConfig& config) {
    reader.time("period_s", config.pace.dt, {1e-4, 10});
    read_overrun_and_scale(reader, config.pace);
    reader.time("program_timeout_s", config.program.program_timeout, {1e-3, 1e6});
    reader.choice("send", config.program.send, {"on_period", "on_output"});
    reader.choice("begin", config.begins_on_state, {"on_period", "on_state"});
    int spin_us = 0;
    reader.number("spin_us", spin_us, {0, 100'000});
    config.spin = std::chrono::microseconds(spin_us);
    const double period_ns = static_cast<double>(config.pace.dt.count()) / config.pace.time_scale;
    config.program.longest_wait = std::chrono::nanoseconds(std::llround(period_ns * longest_wait));
    read_scheduling(reader, config.scheduling);
}

}  // namespace gateway
