// SPDX-License-Identifier: MIT
#pragma once

#include "condition.hpp"
#include "planned_fault.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace gateway {

/// The values of a cycle on which triggers depend.
struct TriggerInput {
    SimTime now{0};
    double along_route_m = 0;
    const std::vector<double>& columns;  ///< of the reader
};

/// Detects the occurrences of a trigger: the cycles in which its condition becomes true. A
/// condition that is true in the first cycle has become true there.
class TriggerWatch {
  public:
    /// @param trigger outlives this
    TriggerWatch(const FaultTrigger& trigger, ColumnReader& columns);

    /// To be called in each cycle. @param since begin of the fault, for the kind `after`
    /// @return whether it acts in this cycle
    bool acts(const TriggerInput& input, SimTime since);
    /// Starts to count again; the condition counts as false before the next cycle.
    void reset();

  private:
    bool holds(const TriggerInput& input, SimTime since);

    const FaultTrigger& trigger_;
    std::optional<Condition> condition_;  ///< of the kind `formula`
    bool was_true_ = false;
    std::uint64_t count_ = 0;
};

}  // namespace gateway
