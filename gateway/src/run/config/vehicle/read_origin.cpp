// SPDX-License-Identifier: MIT
#include "read_vehicle.hpp"

namespace gateway {

std::optional<WorldOrigin> read_origin(plant::YamlReader& reader) {
    auto section = reader.section("origin");
    if (!section) return std::nullopt;
    WorldOrigin origin;
    if (section->require("latitude_deg"))
        section->number("latitude_deg", origin.latitude_deg, {-90, 90});
    if (section->require("longitude_deg"))
        section->number("longitude_deg", origin.longitude_deg, {-180, 180});
    section->number("altitude_m", origin.altitude_m, {-1e4, 1e5});
    section->number("heading_deg", origin.heading_deg, {-360, 360});
    return origin;
}

}  // namespace gateway
