// SPDX-License-Identifier: MIT
#include "pace_config.hpp"

namespace gateway {

void read_overrun_and_scale(ConfigReader& reader, RealTimeOptions& pace) {
    pace.overrun = static_cast<OverrunPolicy>(
        reader.choice("overrun", {"skip", "catch_up", "stretch"}).value_or(0));
    reader.number("time_scale", pace.time_scale, limits::time_scale);
}

}  // namespace gateway
