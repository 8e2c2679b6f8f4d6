// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/safety_config.hpp"

#include <cstdint>
#include <string>
#include <variant>

namespace gateway {

/// Requests to a run. See handle_request() for their effects.
namespace request {

struct Pause {};
struct Resume {};
struct Stop {};
/// Cycles of a paused run; a number outside limits::steps is refused.
struct Step {
    std::uint64_t count = 1;
};
/// Simulated seconds per second; a number outside limits::time_scale is refused.
struct Scale {
    double factor = 1;
};
/// The current state of the cabin of all vehicles.
struct Cabin {
    enum class Part : std::uint8_t { doors, belts };
    Part part = Part::doors;
    vehicle_interface::Secured state = vehicle_interface::Secured::unknown;
};
/// Switches a fault by hand.
struct Fault {
    std::string name;
    bool is_on = true;
};
struct Release {};
struct Status {};

}  // namespace request

using RunRequest =
    std::variant<request::Pause, request::Resume, request::Stop, request::Step, request::Scale,
                 request::Cabin, request::Fault, request::Release, request::Status>;

}  // namespace gateway
