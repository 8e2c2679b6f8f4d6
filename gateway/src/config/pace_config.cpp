// SPDX-License-Identifier: MIT
#include "pace_config.hpp"

#include "../number/limits.hpp"

namespace gateway {

void read_overrun_and_scale(plant::YamlReader& reader, RealTimeOptions& pace) {
    reader.choice("overrun", pace.overrun, {"skip", "catch_up", "stretch"});
    reader.number("time_scale", pace.time_scale, limits::time_scale);
}

}  // namespace gateway
