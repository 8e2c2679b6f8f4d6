// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/autohyu/pedal_map.hpp>
#include <gateway/seams.hpp>
#include "../geodesy/geodetic.hpp"
#include "../route/route.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace gateway {

/// What inputs are computed from at one instant.
struct Moment {
    const Feedback& feedback;
    const Trajectory& trajectory;
    SimTime now{0};
    std::optional<VehicleAhead> ahead{};
    WorldOrigin origin{};
};

/// What outputs are converted with at one instant.
struct OutputContext {
    double vx_mps;
    const autohyu::PedalMap& pedals;
};

/// Which vehicles take an output.
enum class DriveKind {
    any,        ///< every vehicle
    driver,     ///< those with pedals and a tyre angle
    actuators,  ///< actuation vehicles
};

/// Parts of a command, as bits. Two outputs of one program must not set the same.
namespace part {
constexpr unsigned throttle = 1u << 0;
constexpr unsigned brake = 1u << 1;
constexpr unsigned steering = 1u << 2;
constexpr unsigned gear = 1u << 3;
constexpr unsigned acceleration_advice = 1u << 4;
constexpr unsigned accel_actuation = 1u << 5;
constexpr unsigned brake_actuation = 1u << 6;
constexpr unsigned steer_actuation = 1u << 7;
}  // namespace part

/// How messages name parts.
struct PartName {
    unsigned parts;
    std::string_view name;
};

inline constexpr PartName part_names[] = {
    {part::throttle | part::brake, "the pedals"},
    {part::steering, "the steering"},
    {part::gear, "the gear"},
    {part::acceleration_advice, "the desired acceleration"},
    {part::accel_actuation, "the accelerator"},
    {part::brake_actuation, "the brake"},
    {part::steer_actuation, "the steering"},
};

/// What the gateway does for an input signal of ddc/interface/signals.hpp.
struct InputSignal {
    std::string_view name;
    std::size_t elements;
    /// Writes all elements, in the unit of the catalogue.
    void (*function)(const Moment&, double* elements);
    /// It tells of other vehicles, for which the loop must look.
    bool looks_ahead = false;
};

/// What the gateway does with an output signal of ddc/interface/signals.hpp.
struct OutputSignal {
    std::string_view name;
    std::size_t elements;
    DriveKind drive;
    unsigned sets;  ///< bits of `part`
    /// Takes all elements, in the unit of the catalogue, into a command.
    void (*function)(const OutputContext&, const double* elements, Command&);
};

/// The table's row of a signal; null if the gateway has none. Rows stay where they are, outputs in
/// the order of the catalogue.
const InputSignal* find_input_signal(std::string_view name);
const OutputSignal* find_output_signal(std::string_view name);

/// What both set, or null; of several parts the one that is told.
const PartName* first_shared(const OutputSignal& a, const OutputSignal& b);

}  // namespace gateway
