// SPDX-License-Identifier: MIT
#include "fault_schedule.hpp"

#include "route/route_place.hpp"
#include "summary/summary.hpp"

#include <algorithm>
#include <utility>

namespace gateway {
namespace {

double factor_at(SimTime now, const FaultState& state, SimTime ramp) {
    const SimTime age = now - state.since;
    if (age >= ramp) return 1;
    return static_cast<double>(age.count()) / static_cast<double>(ramp.count());
}

}  // namespace

std::vector<const requirement::Formula*> formulas_of(const std::vector<PlannedFault>& faults) {
    std::vector<const requirement::Formula*> found;
    for (const PlannedFault& planned : faults) {
        for (const auto* trigger : {&planned.from, &planned.until})
            if (*trigger && (*trigger)->kind == FaultTrigger::Kind::formula)
                found.push_back(&(*trigger)->formula);
        for (const auto* formula : {&planned.detected, &planned.reacted, &planned.recovered})
            if (*formula) found.push_back(&**formula);
    }
    return found;
}

void fill_board(const std::vector<PlannedFault>& faults, FaultBoard& board) {
    for (const PlannedFault& planned : faults)
        board.entries.emplace_back(planned.fault.name, planned.fault.kind->name,
                                   planned.fault.target());
}

FaultSchedule::FaultSchedule(const std::vector<PlannedFault>& faults, FaultBoard& board) {
    if (board.entries.empty()) fill_board(faults, board);
    for (std::size_t i = 0; i < faults.size(); ++i)
        items_.emplace_back(faults[i], board.entries[i]);
}

std::vector<AppliedFault> FaultSchedule::faults_of(std::initializer_list<FaultSide> sides) const {
    std::vector<AppliedFault> found;
    for (const Item& item : items_)
        if (std::find(sides.begin(), sides.end(), item.planned.fault.side) != sides.end())
            found.push_back({item.planned.fault, item.state});
    return found;
}

std::vector<TraceColumn> FaultSchedule::columns() const {
    std::vector<TraceColumn> columns;
    for (const Item& item : items_)
        columns.push_back({fault_column(item.planned.fault.name), [&item](const CycleRecord&) {
                               return item.state.is_active ? 1.0 : 0.0;
                           }});
    return columns;
}

void FaultSchedule::bind(const TraceRecorder::Sources& sources, std::vector<TraceColumn> own) {
    reader_ = std::make_unique<ColumnReader>(sources, std::move(own));
    for (Item& item : items_) {
        if (item.planned.from && item.planned.is_enabled)
            item.from.emplace(*item.planned.from, *reader_);
        if (item.planned.until) item.until.emplace(*item.planned.until, *reader_);
        item.reaction.emplace(item.planned, *reader_);
    }
}

void FaultSchedule::begin_cycle(const CycleInput& input) {
    reader_->read({input, last_schedule_, last_cycle_});
    const TriggerInput at{input.now, distance_along_m(input.trajectory.nearest), reader_->values()};
    for (Item& item : items_) update(item, at);
    for (const auto& hook : hooks_) hook(input.now);
}

/// Each trigger is called in every cycle, since it counts.
bool FaultSchedule::should_be_active(Item& item, const TriggerInput& input) {
    FaultState& state = item.state;
    const bool begins = item.from && item.from->acts(input, state.since);
    const bool ends = state.is_active && item.until && item.until->acts(input, state.since);
    switch (item.entry.hand) {
        case FaultHand::on:
            return true;
        case FaultHand::off:
            return false;
        default:
            return state.is_active ? !ends : begins;
    }
}

void FaultSchedule::update(Item& item, const TriggerInput& input) {
    FaultState& state = item.state;
    const bool is_active = should_be_active(item, input);
    if (is_active != state.is_active) {
        state.is_active = is_active;
        if (is_active) {
            state.since = input.now;
            ++state.activities;
            if (item.until) item.until->reset();
        }
        item.reaction->change(is_active, input.now);
        item.entry.changed_at = input.now;
        ++item.entry.changes;
    }
    state.factor = is_active ? factor_at(input.now, state, item.planned.ramp) : 0;
}

void FaultSchedule::end_cycle(const CycleRecord& record) {
    last_schedule_ = record.schedule;
    last_cycle_ = record.cycle;
    reader_->read(record);
    for (Item& item : items_) item.reaction->see(record.now, reader_->values());
}

void FaultSchedule::finish(Summary& summary) const {
    for (const Item& item : items_)
        summary.faults.push_back(item.reaction->summary(item.planned.fault, item.state.activities));
}

}  // namespace gateway
