// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// The signals of a vehicle that an FMU simulates, by the names in its map.
namespace gateway {

/// Signals of a command; the names are those of fmu_inputs().
enum class FmuInput : std::size_t {
    throttle,
    brake,
    steer,
    rear_steer,
    gear,
    hand_brake,
    acceleration,
    velocity,
    torque_fl,
    torque_fr,
    torque_rl,
    torque_rr,
};

/// Number of the signals of a command.
inline constexpr std::size_t fmu_input_count = 12;
using FmuInputs = std::array<double, fmu_input_count>;

/// Start values; the names are those of fmu_starts().
enum class FmuStart : std::size_t { x, y, yaw, vx };
inline constexpr std::size_t fmu_start_count = 4;

/// A signal without place in the feedback.
struct FmuSignal {
    const char* name;
    const char* unit;  ///< SI, as in base/number/units.hpp
    double min, max;   ///< unless the map has other limits
};

/// A value of the feedback.
struct FmuOutput {
    std::string name;
    const char* unit;  ///< SI, as in base/number/units.hpp
    double& (*of)(Feedback&, std::size_t wheel);
    std::size_t wheel;  ///< FL, FR, RL, RR; 0 for a value of the vehicle
};

/// In the order of FmuInput.
const std::vector<FmuSignal>& fmu_inputs();
/// In the order of FmuStart.
const std::vector<FmuSignal>& fmu_starts();
/// All values of the feedback that an FMU may report.
const std::vector<FmuOutput>& fmu_outputs();

/// Position of an output's name in fmu_outputs().
std::optional<std::size_t> fmu_output_named(const std::string& name);

}  // namespace gateway
