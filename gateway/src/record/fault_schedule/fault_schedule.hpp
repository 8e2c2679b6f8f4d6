// SPDX-License-Identifier: MIT
#pragma once

#include "planned_fault.hpp"
#include "reaction_watch.hpp"
#include "trigger_watch.hpp"

#include "fault/fault_board.hpp"
#include "observer/column_reader.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace gateway {

struct Summary;

/// Adds an entry for each fault. To be called before other threads read the board.
void fill_board(const std::vector<PlannedFault>& faults, FaultBoard& board);

/// Decides in each cycle which faults of a program or vehicle are active.
///
/// | state    | event                                              | then     |
/// | ---      | ---                                                | ---      |
/// | inactive | `from` acts, unless it was switched off by hand    | active   |
/// | inactive | it is switched on by hand                          | active   |
/// | active   | `until` acts, unless it was switched on by hand    | inactive |
/// | active   | it is switched off by hand                         | inactive |
///
/// `until` can act from the cycle after the begin on. After a request by hand the schedule does not
/// change the fault any more.
class FaultSchedule {
  public:
    /// @param faults outlive this
    /// @param board gets its entries here, unless fill_board() has added them; outlives this
    FaultSchedule(const std::vector<PlannedFault>& faults, FaultBoard& board);
    FaultSchedule(const FaultSchedule&) = delete;
    FaultSchedule& operator=(const FaultSchedule&) = delete;

    /// The faults of some sides, for the places where they act.
    std::vector<AppliedFault> faults_of(std::initializer_list<FaultSide> sides) const;
    /// The columns `fault.NAME`.
    std::vector<TraceColumn> columns() const;
    /// Called in each cycle after the states have been updated, before the controller gets its
    /// inputs. For places that act between cycles, such as a vehicle that changes its feedback.
    void on_begin_cycle(std::function<void(SimTime)> hook) { hooks_.push_back(std::move(hook)); }

    /// To be called before the first cycle. @param own the run's additional columns, with columns()
    /// @throws std::runtime_error for a formula with a column that this run does not have
    void bind(const TraceRecorder::Sources& sources, std::vector<TraceColumn> own);

    /// @name In each cycle
    /// @{
    /// Updates the states. Conditions use the feedback of this cycle, and the ports as of the
    /// previous one.
    void begin_cycle(const CycleInput& input);
    /// Evaluates the formulas that judge the reactions.
    void end_cycle(const CycleRecord& record);
    /// @}

    /// Adds the results to the summary.
    void finish(Summary& summary) const;

  private:
    struct Item {
        Item(const PlannedFault& fault, FaultBoard::Entry& its_entry)
            : planned(fault), entry(its_entry) {}

        const PlannedFault& planned;
        FaultBoard::Entry& entry;
        FaultState state{};
        std::optional<TriggerWatch> from{}, until{};
        std::optional<ReactionWatch> reaction{};
    };

    bool should_be_active(Item& item, const TriggerInput& input);
    void update(Item& item, const TriggerInput& input);

    std::deque<Item> items_;  ///< places refer to them
    std::vector<std::function<void(SimTime)>> hooks_;
    std::unique_ptr<ColumnReader> reader_;
    Schedule last_schedule_;  ///< of the previous cycle
    Cycle last_cycle_;
};

}  // namespace gateway
