// SPDX-License-Identifier: MIT
#include "numbering.hpp"

#include <cstddef>
#include <iterator>

namespace gateway::vehicle_interface::spec {
namespace {

// Autoware's code for each of the specification's, in its order.
constexpr Blinker blinkers[] = {Blinker::off, Blinker::left, Blinker::right, Blinker::hazard};
constexpr Headlight headlights[] = {Headlight::off, Headlight::on, Headlight::high};
constexpr Wiper wipers[] = {Wiper::off, Wiper::low, Wiper::high, Wiper::clean};
constexpr Gear gears[] = {Gear::drive, Gear::reverse, Gear::park, Gear::low, Gear::neutral};
constexpr DrivingMode modes[] = {DrivingMode::manual, DrivingMode::not_ready,
                                 DrivingMode::autonomous, DrivingMode::disengaged};

template <class Code, std::size_t count>
Code later(const Code (&codes)[count], std::uint8_t code) noexcept {
    return code < count ? codes[code] : static_cast<Code>(no_meaning);
}

/// @return false, with `code` unchanged, if it is not in the list
template <class Code, std::size_t count>
bool find(const Code (&codes)[count], Code wanted, std::uint8_t& code) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
        if (codes[i] != wanted) continue;
        code = static_cast<std::uint8_t>(i);
        return true;
    }
    return false;
}

/// Converts the fields that command and report have in common.
template <class Later, class Spec>
Later common_to_later(const Spec& in) noexcept {
    Later out;
    out.stamp = in.stamp;
    out.blinker = later(blinkers, in.blinker);
    out.headlight = later(headlights, in.headlight);
    out.wiper = later(wipers, in.wiper);
    out.gear = later(gears, in.gear);
    out.mode = later(modes, in.mode);
    out.hand_brake = in.hand_brake;
    out.horn = in.horn;
    return out;
}

template <class Spec, class Later>
std::optional<Spec> common_from_later(const Later& in) noexcept {
    Spec out;
    out.stamp = in.stamp;
    out.hand_brake = in.hand_brake;
    out.horn = in.horn;
    const bool is_good = find(blinkers, in.blinker, out.blinker) &&
                         find(headlights, in.headlight, out.headlight) &&
                         find(wipers, in.wiper, out.wiper) && find(gears, in.gear, out.gear) &&
                         find(modes, in.mode, out.mode);
    return is_good ? std::optional<Spec>(out) : std::nullopt;
}

}  // namespace

std::uint8_t later_code(CodeField field, std::uint8_t code) noexcept {
    switch (field) {
        case CodeField::blinker:
            return static_cast<std::uint8_t>(later(blinkers, code));
        case CodeField::headlight:
            return static_cast<std::uint8_t>(later(headlights, code));
        case CodeField::wiper:
            return static_cast<std::uint8_t>(later(wipers, code));
        case CodeField::gear:
            return static_cast<std::uint8_t>(later(gears, code));
        case CodeField::mode:
            return static_cast<std::uint8_t>(later(modes, code));
    }
    return no_meaning;
}

std::uint8_t spec_code(CodeField field, std::uint8_t later) noexcept {
    constexpr std::uint8_t last_gear = 4;  // no field has more codes
    for (std::uint8_t code = 0; code <= last_gear; ++code)
        if (later_code(field, code) == later) return code;
    return no_meaning;
}

VehicleStateCommand to_later(const StateCommand& command) noexcept {
    auto out = common_to_later<VehicleStateCommand>(command);
    if (command.mode == 0) out.mode = DrivingMode::no_command;
    if (command.autonomous) out.mode = DrivingMode::autonomous;
    return out;
}

VehicleStateReport to_later(const StateReport& report) noexcept {
    auto out = common_to_later<VehicleStateReport>(report);
    if (report.fuel != no_meaning) out.fuel_percent = report.fuel;
    return out;
}

std::optional<StateCommand> from_later(const VehicleStateCommand& command) noexcept {
    VehicleStateCommand said = command;
    if (said.mode == DrivingMode::no_command) said.mode = DrivingMode::manual;
    auto out = common_from_later<StateCommand>(said);
    if (out) out->autonomous = command.mode == DrivingMode::autonomous;
    return out;
}

std::optional<StateReport> from_later(const VehicleStateReport& report) noexcept {
    auto out = common_from_later<StateReport>(report);
    if (out) out->fuel = report.fuel_percent.value_or(no_meaning);
    return out;
}

}  // namespace gateway::vehicle_interface::spec
