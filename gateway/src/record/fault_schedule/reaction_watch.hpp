// SPDX-License-Identifier: MIT
#pragma once

#include "condition.hpp"
#include "planned_fault.hpp"

#include "summary/fault_summary.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace gateway {

/// Records when a fault was active, and when its formulas first held: `detected` and `reacted` from
/// the begin of the fault on, `recovered` after its end; if the fault has no end, after the
/// reaction, or the detection if there is no formula for a reaction.
class ReactionWatch {
  public:
    /// Further activities are counted, but not recorded.
    static constexpr std::size_t most_activities = 1000;

    /// @param fault outlives this
    ReactionWatch(const PlannedFault& fault, ColumnReader& columns);

    /// The fault begins or ends in the cycle at `now`.
    void change(bool is_active, SimTime now);
    /// To be called at the end of each cycle, with the values of the reader's columns.
    void see(SimTime now, const std::vector<double>& columns);

    /// @param count of all activities
    FaultSummary summary(const Fault& fault, std::uint64_t count) const;

  private:
    bool may_recover(const FaultActivity& activity) const;

    bool has_end_;
    std::optional<Condition> detected_, reacted_, recovered_;
    std::vector<FaultActivity> activities_;
    SimTime from_{0};           ///< begin of the last activity
    bool is_watching_ = false;  ///< the last activity is recorded
};

}  // namespace gateway
