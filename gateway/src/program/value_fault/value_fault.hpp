// SPDX-License-Identifier: MIT
#pragma once

#include "fault/fault.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gateway {

/// A cycle, for faults of values.
struct ValueMoment {
    SimTime now{0};
    std::uint64_t cycle = 0;  ///< number of the cycle
    const FaultState& state;  ///< of the fault
};

/// The size of a target, for faults that store values.
struct ValueTarget {
    std::size_t elements = 0;
    SimTime shortest_cycle{1};  ///< shortest time between two cycles
};

/// A fault of the elements of a program's input or output, or of a sensor's values.
class ValueFault {
  public:
    virtual ~ValueFault() = default;
    /// The faulty value of an element. Called in each cycle for all elements in their order, also
    /// while the fault is not active: the result is then not used. Does not allocate.
    virtual double faulty(const ValueMoment& at, std::size_t element,
                          double true_value) noexcept = 0;
    /// Whether the values of this cycle did not arrive: faulty() returned older ones.
    virtual bool is_lost() const noexcept { return false; }
};

/// A kind of fault of values. Add a new kind as a file with one, and to the list in
/// value_kinds.cpp.
struct ValueFaultKind : FaultKind {
    std::unique_ptr<ValueFault> (*create)(const Fault& fault, const ValueTarget& target);
};

/// The sides on which faults of values act.
inline std::vector<FaultSide> value_sides() {
    return {FaultSide::inputs, FaultSide::outputs, FaultSide::sensors};
}

/// The range of numbers in the unit of a target.
inline constexpr plant::Range value_range{-1e9, 1e9};

/// A fault whose value depends only on the true one and on the time since the begin.
/// @tparam Function called with that time in s and the true value
template <class Function>
class FunctionFault : public ValueFault {
  public:
    explicit FunctionFault(Function function) : function_(function) {}
    double faulty(const ValueMoment& at, std::size_t /*element*/,
                  double true_value) noexcept override {
        const std::chrono::duration<double> age = at.now - at.state.since;
        return function_(age.count(), true_value);
    }

  private:
    Function function_;
};

template <class Function>
std::unique_ptr<ValueFault> function_fault(Function function) {
    return std::make_unique<FunctionFault<Function>>(function);
}

}  // namespace gateway
