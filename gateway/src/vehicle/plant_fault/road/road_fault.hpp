// SPDX-License-Identifier: MIT
#pragma once

#include "fault/fault.hpp"

#include <plant/tick_hook.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gateway {

/// A fault of the road below a simulated vehicle, or of its tyres there.
class RoadFault {
  public:
    virtual ~RoadFault() = default;
    /// Called at the begin of each tick, also while the fault is not active. Does not allocate.
    virtual void begin_tick(const plant::TickBegin& /*tick*/,
                            const FaultState& /*state*/) noexcept {}
    /// Changes the road below a wheel. Called also while the fault is not active. Does not
    /// allocate.
    virtual void change(plant::Contact& contact, const plant::WheelPlace& place,
                        const FaultState& state) noexcept = 0;
};

/// A kind of fault of the road. Add a new kind as a file with one, and to road_fault_kinds().
struct RoadFaultKind : FaultKind {
    std::unique_ptr<RoadFault> (*create)(const Fault& fault);
};

extern const RoadFaultKind friction_kind, grade_kind, patch_kind, tyre_friction_kind;

/// All of them, for the configuration.
std::vector<const RoadFaultKind*> road_fault_kinds();

/// The names of the wheels, by their index.
const std::vector<std::string>& wheel_names();

}  // namespace gateway
