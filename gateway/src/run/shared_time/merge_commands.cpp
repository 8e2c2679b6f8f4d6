// SPDX-License-Identifier: MIT
#include "merge_commands.hpp"

#include <spdlog/fmt/fmt.h>

namespace gateway {
namespace {

void merge_pedals(const PedalCommand& from, unsigned parts, Command& to) noexcept {
    constexpr unsigned own = part::throttle | part::brake | part::steering |
                             part::acceleration_advice | part::speed_advice;
    if ((parts & own) == 0) return;
    PedalCommand& control = control_of<PedalCommand>(to);
    if (parts & part::throttle) control.throttle = from.throttle;
    if (parts & part::brake) control.brake = from.brake;
    if (parts & part::steering) control.steer_rad = from.steer_rad;
    if (parts & part::acceleration_advice)
        control.aux_accel_target_mps2 = from.aux_accel_target_mps2;
    if (parts & part::speed_advice) control.aux_speed_target_mps = from.aux_speed_target_mps;
}

void merge_actuation(const ActuationCommand& from, unsigned parts, Command& to) noexcept {
    ActuationCommand& control = control_of<ActuationCommand>(to);
    if (parts & part::accel_actuation) control.accel = from.accel;
    if (parts & part::brake_actuation) control.brake = from.brake;
    if (parts & part::steer_actuation) control.steer = from.steer;
}

void merge_state(const VehicleStateCommand& from, unsigned parts,
                 VehicleStateCommand& to) noexcept {
    if (parts & part::gear) to.gear = from.gear;
    if (parts & part::blinker) to.blinker = from.blinker;
    if (parts & part::headlight) to.headlight = from.headlight;
    if (parts & part::wiper) to.wiper = from.wiper;
    if (parts & part::mode) to.mode = from.mode;
    // An invalid gear also sets the hand brake.
    if (parts & (part::gear | part::hand_brake)) to.hand_brake |= from.hand_brake;
    if (parts & part::horn) to.horn = from.horn;
}

/// Why two outputs of different programs cannot drive one vehicle, or nothing.
std::string conflict(const OutputSignal& a, const OutputSignal& b) {
    if (const PartName* shared = first_shared(a, b))
        return fmt::format("both set {}; keep one of them", shared->name);
    if (!a.level || !b.level || a.level == b.level) return {};
    return fmt::format("one sets {}, the other {}; keep one kind", what_is_set(*a.level),
                       what_is_set(*b.level));
}

}  // namespace

void merge(const Command& from, unsigned parts, Command& to) noexcept {
    if (const auto* pedals = std::get_if<PedalCommand>(&from.control))
        merge_pedals(*pedals, parts, to);
    if (const auto* actuation = std::get_if<ActuationCommand>(&from.control))
        merge_actuation(*actuation, parts, to);
    if (parts & part::motion) {
        to.control = from.control;
        to.stamp = from.stamp;
    }
    if ((parts & part::state) != 0 && from.state) merge_state(*from.state, parts, state_of(to));
}

unsigned parts_of(const DriverOutputs& outputs) {
    unsigned parts = 0;
    for (const DrivenPort& port : outputs.ports) parts |= port.signal->sets;
    return parts;
}

std::string conflict(const DriverOutputs& a, const DriverOutputs& b) {
    for (const DrivenPort& first : a.ports)
        for (const DrivenPort& second : b.ports)
            if (const auto reason = conflict(*first.signal, *second.signal); !reason.empty())
                return fmt::format("ports '{}' of '{}' and '{}' of '{}' drive one vehicle: {}",
                                   first.name, a.program, second.name, b.program, reason);
    return {};
}

}  // namespace gateway
