// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/safety_config.hpp"

#include <cstdint>

namespace gateway::vehicle_interface {

/// Ignores values that the vehicle does not support, and reports each field once.
class UnsupportedFields {
  public:
    Outcome apply(Commands& commands, const Abilities& can) noexcept {
        std::uint32_t found = 0;
        const auto ignore = [&found](unsigned field, auto& value, bool is_demand) {
            if (!is_demand) return;
            value = {};
            found |= 1U << field;
        };
        float& rear = commands.control.rear_wheel_angle_rad;
        ignore(0, rear, !can.rear_steer && rear != 0);
        if (commands.state) {
            VehicleStateCommand& state = *commands.state;
            ignore(1, state.blinker, !can.blinker && state.blinker > Blinker::off);
            ignore(2, state.headlight, !can.headlight && state.headlight > Headlight::off);
            ignore(3, state.wiper, !can.wiper && state.wiper > Wiper::off);
            ignore(4, state.horn, !can.horn && state.horn);
            ignore(5, state.hand_brake, !can.hand_brake && state.hand_brake);
            const auto gear = static_cast<unsigned>(state.gear);
            ignore(6 + gear, state.gear, gear < can.gears.size() && !can.gears[gear]);
        }
        return outcome(found);
    }

  private:
    Outcome outcome(std::uint32_t found) noexcept {
        if (found == 0) return no_action;
        const bool is_new = (found & ~reported_) != 0;
        reported_ |= found;
        return action(is_new ? Reports(Report::unsupported_field) : Reports());
    }

    std::uint32_t reported_ = 0;  ///< one bit for each field, and for each gear
};

}  // namespace gateway::vehicle_interface
