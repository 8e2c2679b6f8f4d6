// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gateway::fmu {

/// What an instance expects next. Each is one bit, so that several can be joined in a mask.
/// instantiated -> initialisation -> stepping -> terminated; reset leads from each to instantiated.
enum class Mode : std::uint8_t {
    instantiated = 1,
    initialisation = 2,
    stepping = 4,
    terminated = 8,
    failed = 16,  ///< after an error of the model; only reset and a saved state help
};

/// Several modes.
using Modes = std::uint8_t;

constexpr Modes operator|(Mode a, Mode b) {
    return static_cast<Modes>(static_cast<Modes>(a) | static_cast<Modes>(b));
}
constexpr Modes operator|(Modes a, Mode b) {
    return static_cast<Modes>(a | static_cast<Modes>(b));
}
constexpr bool contains(Modes modes, Mode mode) {
    return (modes & static_cast<Modes>(mode)) != 0;
}

/// In the words of a log line.
constexpr const char* to_text(Mode mode) {
    switch (mode) {
        case Mode::instantiated:
            return "is not initialised";
        case Mode::initialisation:
            return "is in initialisation mode";
        case Mode::stepping:
            return "is in step mode";
        case Mode::terminated:
            return "is terminated";
        case Mode::failed:
            return "has failed";
    }
    return "";
}

}  // namespace gateway::fmu
