// SPDX-License-Identifier: MIT
#pragma once

#include <plant/number_text.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gateway {

/// What a fault acts on: the first word of its target.
enum class FaultSide {
    inputs,     ///< of a program: `inputs.PORT`
    outputs,    ///< of a program: `outputs.PORT`, or all of them
    process,    ///< of a program
    sensors,    ///< of the simulated vehicle, before the ports: `sensors.SENSOR`
    actuators,  ///< of the simulated vehicle: `actuators.ACTUATOR`
    vehicle,    ///< the simulated vehicle: `vehicle`, or `vehicle.PART`
    world,      ///< ground and surroundings: `world`, or `world.PART`
    links,      ///< connections: `links.LINK`
};

/// The word in a configuration.
const char* to_string(FaultSide side);
/// All words, in the order of the sides.
const std::vector<std::string>& fault_sides();

/// A number that a kind of fault has in the configuration.
struct FaultParameter {
    const char* key;     ///< with its unit, such as `period_s`; see is_of_target
    const char* about;   ///< a sentence for the reference
    plant::Range range;  ///< of valid values
    /// The value without the key; nothing: the key is required.
    std::optional<double> otherwise{};
    /// The number is in the unit of the target. The key may also name a unit, as `bias_m` does for
    /// `bias`; the number is then converted.
    bool is_of_target = false;
};

/// A kind of fault. Each is defined at the place where it acts, and listed there.
struct FaultKind {
    const char* name;
    const char* about;             ///< a sentence for the reference
    std::vector<FaultSide> sides;  ///< on which it acts
    std::vector<FaultParameter> parameters{};
    bool has_ramp = true;  ///< it can be applied in part, see FaultState::factor

    bool acts_on(FaultSide side) const;
};

}  // namespace gateway
