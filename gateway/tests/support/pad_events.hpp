// SPDX-License-Identifier: MIT
#pragma once

#include <linux/input.h>

#include <cmath>
#include <string>

namespace gateway::tests {

/// An event of a gamepad at that time of its clock.
inline input_event pad_event(std::uint16_t type, std::uint16_t code, std::int32_t value,
                             double at_s = 0) {
    input_event event{};
    event.input_event_sec = static_cast<long>(at_s);
    event.input_event_usec = std::lround((at_s - std::floor(at_s)) * 1e6);
    event.type = type;
    event.code = code;
    event.value = value;
    return event;
}
inline input_event pad_button(std::uint16_t code, bool is_down, double at_s = 0) {
    return pad_event(EV_KEY, code, is_down ? 1 : 0, at_s);
}
inline input_event pad_axis(std::uint16_t code, std::int32_t value, double at_s = 0) {
    return pad_event(EV_ABS, code, value, at_s);
}

/// As a device sends it, and as a recording stores it.
inline std::string bytes_of(const input_event& event) {
    return {reinterpret_cast<const char*>(&event), sizeof event};
}

}  // namespace gateway::tests
