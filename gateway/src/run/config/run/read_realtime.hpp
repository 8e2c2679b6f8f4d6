// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include "realtime/scheduling.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

struct RealtimeConfig;

/// Reads `overrun` and `time_scale`, which a run and vdsim_realtime share.
void read_overrun_and_scale(plant::YamlReader& reader, RealTimeOptions& pace);

/// Reads `priority`, `lock_memory` and `cpus`, which they share as well.
void read_scheduling(plant::YamlReader& reader, SchedulingOptions& options);

/// Reads the section `realtime` of a run.
void read_realtime(plant::YamlReader reader, RealtimeConfig& config);

}  // namespace gateway
