// SPDX-License-Identifier: MIT
#pragma once

#include "fault/fault.hpp"

#include <memory>
#include <vector>

namespace gateway {

/// A tick, for faults of actuators.
struct ActuatorMoment {
    SimTime dt{0};            ///< length of the tick
    const FaultState& state;  ///< of the fault
};

/// A fault of the value that one actuator applies.
class ActuatorFault {
  public:
    virtual ~ActuatorFault() = default;
    /// The faulty value. Called in each tick, also while the fault is not active: the result is
    /// then not used. Does not allocate. @param healthy the value without the fault
    virtual double faulty(const ActuatorMoment& at, double healthy) noexcept = 0;
};

/// A kind of fault of actuators. Add a new kind as a file with one, and to actuator_fault_kinds().
struct ActuatorFaultKind : FaultKind {
    std::unique_ptr<ActuatorFault> (*create)(const Fault& fault);
};

extern const ActuatorFaultKind dead_kind, limited_kind, offset_kind, slower_kind, stuck_kind;

/// All of them, for the configuration.
std::vector<const ActuatorFaultKind*> actuator_fault_kinds();

/// A fault that depends on the healthy value only.
template <class Function>
std::unique_ptr<ActuatorFault> actuator_fault(Function function) {
    class FunctionFault : public ActuatorFault {
      public:
        explicit FunctionFault(Function own) : function_(own) {}
        double faulty(const ActuatorMoment& /*at*/, double healthy) noexcept override {
            return function_(healthy);
        }

      private:
        Function function_;
    };
    return std::make_unique<FunctionFault>(function);
}

}  // namespace gateway
