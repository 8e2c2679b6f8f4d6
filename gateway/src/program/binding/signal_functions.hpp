// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>
#include <gateway/vehicle/autohyu/pedal_map.hpp>
#include "geodesy/geodetic.hpp"
#include "route/route.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace gateway {

/// The data from which inputs are computed, at one instant.
struct Moment {
    const Feedback& feedback;
    const Trajectory& trajectory;
    SimTime now{0};
    Surroundings around{};
    WorldOrigin origin{};
};

/// The data with which outputs are converted, at one instant.
struct OutputContext {
    double vx_mps;
    const autohyu::PedalMap& pedals;
    SimTime now{0};  ///< of the cycle
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
constexpr unsigned motion = 1u << 8;  ///< all of a level's control, and its stamp
constexpr unsigned blinker = 1u << 9;
constexpr unsigned headlight = 1u << 10;
constexpr unsigned wiper = 1u << 11;
constexpr unsigned mode = 1u << 12;
constexpr unsigned hand_brake = 1u << 13;
constexpr unsigned horn = 1u << 14;
constexpr unsigned speed_advice = 1u << 15;
constexpr unsigned abs_switch = 1u << 16;
constexpr unsigned traction_switch = 1u << 17;
constexpr unsigned esc_switch = 1u << 18;
constexpr unsigned state = gear | blinker | headlight | wiper | mode | hand_brake | horn;
}  // namespace part

/// The name of parts, for messages.
struct PartName {
    unsigned parts;
    std::string_view name;
};

inline constexpr PartName part_names[] = {
    {part::throttle | part::brake, "the pedals"},
    {part::steering, "the steering"},
    {part::gear, "the gear"},
    {part::acceleration_advice, "the desired acceleration"},
    {part::speed_advice, "the desired velocity"},
    {part::accel_actuation, "the accelerator"},
    {part::brake_actuation, "the brake"},
    {part::steer_actuation, "the steering"},
    {part::motion, "the motion"},
    {part::blinker, "the blinker"},
    {part::headlight, "the headlight"},
    {part::wiper, "the wiper"},
    {part::mode, "the mode"},
    {part::hand_brake, "the hand brake"},
    {part::horn, "the horn"},
    {part::abs_switch, "the switch of ABS"},
    {part::traction_switch, "the switch of traction control"},
    {part::esc_switch, "the switch of ESC"},
};

/// How the gateway computes an input signal of ddc/interface/signals.hpp.
struct InputSignal {
    std::string_view name;
    std::size_t elements;
    /// Writes all elements, in the unit of the catalogue.
    void (*function)(const Moment&, double* elements);
    /// The signal depends on other vehicles.
    bool looks_around = false;
};

/// The level of an output that every vehicle accepts.
inline constexpr std::optional<Level> any_level;

/// The parts that outputs of a level set, for messages: "a driver's pedals and steering".
const char* what_is_set(Level level);

/// How the gateway uses an output signal of ddc/interface/signals.hpp.
struct OutputSignal {
    std::string_view name;
    std::size_t elements;
    std::optional<Level> level;  ///< level of the commands it is a part of
    unsigned sets;               ///< bits of `part`
    /// Converts all elements, in the unit of the catalogue, into a command. Elements that the
    /// program's message lacks are not a number.
    void (*function)(const OutputContext&, const double* elements, Command&);
};

/// The function of a signal; null if the gateway has none. Pointers remain valid. Outputs are in
/// the order of the catalogue.
const InputSignal* find_input_signal(std::string_view name);
const OutputSignal* find_output_signal(std::string_view name);

/// A part that both set, or null; of several the first for messages. Outputs of two levels, which
/// cannot be combined, share none.
const PartName* first_shared(const OutputSignal& a, const OutputSignal& b);

}  // namespace gateway
