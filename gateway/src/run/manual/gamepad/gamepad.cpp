// SPDX-License-Identifier: MIT
#include "gamepad.hpp"

#include <gateway/base/held_state.hpp>
#include "number/limits.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gateway {
namespace {

/// The range of drivers of common gamepads, for sources without a description, such as recordings.
PadAxisValue usual_axis(std::uint16_t code) noexcept {
    const bool is_trigger = code == ABS_Z || code == ABS_RZ || code == ABS_GAS || code == ABS_BRAKE;
    return is_trigger ? PadAxisValue{0, 255, 0} : PadAxisValue{-32768, 32767, 0};
}

/// @param way 0 to 1 @return the same with the axis's dead zone and expo
double shaped(double way, const PadAxis& axis) noexcept {
    if (way <= axis.dead_zone) return 0;
    const double rest = (way - axis.dead_zone) / (1 - axis.dead_zone);
    return (1 - axis.expo) * rest + axis.expo * rest * rest * rest;
}

Headlight next(Headlight code) noexcept {
    if (code == Headlight::on) return Headlight::high;
    return code == Headlight::high ? Headlight::off : Headlight::on;
}

Wiper next(Wiper code) noexcept {
    if (code == Wiper::low) return Wiper::high;
    return code == Wiper::high ? Wiper::off : Wiper::low;
}

}  // namespace

void Gamepad::on_event(const input_event& event) noexcept {
    if (event.type == EV_SYN && event.code == SYN_DROPPED) {
        is_dropping_ = true;
    } else if (is_dropping_) {
        if (event.type != EV_SYN || event.code != SYN_REPORT) return;
        is_dropping_ = false;
        has_lost_ = true;
        held_.fill(false);
    } else if (event.type == EV_ABS || event.type == EV_KEY) {
        if (event.type == EV_ABS) move(event.code, event.value);
        see_buttons(event);
    }
}

void Gamepad::move(std::uint16_t code, std::int32_t value) noexcept {
    for (std::size_t i = 0; i < pad_uses; ++i)
        if (map_.axes[i].code == code) axes_[i].value = value;
    if (way(PadUse::brake) > 0) velocity_mps_ = 0;
}

void Gamepad::see_buttons(const input_event& event) noexcept {
    for (std::size_t i = 0; i < pad_actions; ++i) {
        const auto& button = map_.buttons[i];
        if (!button || button->type != event.type || button->code != event.code) continue;
        const bool is_down = button->direction > 0 ? event.value > 0 : event.value < 0;
        if (!std::exchange(held_[i], is_down) && is_down) act(static_cast<PadAction>(i));
    }
}

void Gamepad::act(PadAction action) noexcept {
    if (action == PadAction::autonomous) is_pressed_ = !is_pressed_;
    if (!is_driving_) return;
    const auto toggle = [this](Blinker code) {
        state_.blinker = state_.blinker == code ? Blinker::off : code;
    };
    switch (action) {
        case PadAction::drive:
            state_.gear = Gear::drive;
            break;
        case PadAction::reverse:
            state_.gear = Gear::reverse;
            break;
        case PadAction::neutral:
            state_.gear = Gear::neutral;
            break;
        case PadAction::park:
            state_.gear = Gear::park;
            break;
        case PadAction::blinker_left:
            return toggle(Blinker::left);
        case PadAction::blinker_right:
            return toggle(Blinker::right);
        case PadAction::hazard:
            return toggle(Blinker::hazard);
        case PadAction::headlights:
            state_.headlight = next(state_.headlight);
            break;
        case PadAction::wipers:
            state_.wiper = next(state_.wiper);
            break;
        case PadAction::hand_brake:
            state_.hand_brake = !state_.hand_brake;
            break;
        case PadAction::faster:
            return step(map_.velocity_step_mps);
        case PadAction::slower:
            return step(-map_.velocity_step_mps);
        case PadAction::autonomous:
        case PadAction::horn:  // active while it is held
            break;
    }
}

/// A held brake takes precedence.
void Gamepad::step(double velocity_mps) noexcept {
    if (way(PadUse::brake) > 0) return;
    velocity_mps_ =
        std::clamp(velocity_mps_ + velocity_mps, limits::speed_mps.min, limits::speed_mps.max);
}

void Gamepad::set_axis(PadUse use, const PadAxisValue& axis) noexcept {
    const PadAxis& mapped = map_.axis(use);
    PadAxisValue& own = axes_[static_cast<std::size_t>(use)];
    own = {mapped.min.value_or(axis.min), mapped.max.value_or(axis.max), axis.value};
}

void Gamepad::release() noexcept {
    for (std::size_t i = 0; i < pad_uses; ++i) {
        const auto use = static_cast<PadUse>(i);
        set_axis(use, usual_axis(map_.axes[i].code));
        PadAxisValue& axis = axes_[i];
        const std::int64_t middle = (std::int64_t{axis.min} + axis.max) / 2;
        const std::int32_t released = map_.axes[i].is_inverted ? axis.max : axis.min;
        axis.value = use == PadUse::steer ? static_cast<std::int32_t>(middle) : released;
    }
    held_.fill(false);
    is_dropping_ = is_pressed_ = has_lost_ = false;
}

void Gamepad::begin(const VehicleStateReport& found, double velocity_mps) noexcept {
    state_ = command_of(found);
    velocity_mps_ = 0;
    step(std::isfinite(velocity_mps) ? velocity_mps : 0);
    is_driving_ = true;
}

double Gamepad::way(PadUse use) const noexcept {
    const PadAxis& mapped = map_.axis(use);
    const PadAxisValue& axis = axes_[static_cast<std::size_t>(use)];
    if (axis.max <= axis.min) return 0;
    const double min = axis.min, max = axis.max;
    const double part = std::clamp((axis.value - min) / (max - min), 0.0, 1.0);
    const double turned = mapped.is_inverted ? 1 - part : part;
    if (use != PadUse::steer) return mapped.scale * shaped(turned, mapped);
    const double left = 1 - 2 * turned;  // the values of a stick increase to the right
    return mapped.scale * std::copysign(shaped(std::abs(left), mapped), left);
}

PedalCommand Gamepad::pedals() const noexcept {
    PedalCommand pedals;
    pedals.steer_rad = way(PadUse::steer);
    pedals.throttle = way(PadUse::throttle);
    pedals.brake = way(PadUse::brake);
    return pedals;
}

VehicleStateCommand Gamepad::state() const noexcept {
    VehicleStateCommand state = state_;
    state.horn = is_held(PadAction::horn);
    return state;
}

bool Gamepad::take_press() noexcept {
    return std::exchange(is_pressed_, false);
}

bool Gamepad::take_loss() noexcept {
    return std::exchange(has_lost_, false);
}

}  // namespace gateway
