// SPDX-License-Identifier: MIT
#pragma once

#include "config_reader.hpp"

#include <gateway/realtime_runner.hpp>

namespace gateway {

/// Reads `overrun` and `time_scale`, which a run and vdsim_realtime share. @throws ConfigError
void read_overrun_and_scale(ConfigReader& reader, RealTimeOptions& pace);

}  // namespace gateway
