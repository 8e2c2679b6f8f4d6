// SPDX-License-Identifier: MIT
#include "publisher.hpp"

#include <gateway/protocol/vds1/convert.hpp>

#include <algorithm>

namespace gateway::data_port {
namespace {

void add_names(const BoundEntries& bound, const std::vector<std::size_t>& items, bool is_input,
               std::vector<SignalName>& names) {
    for (const std::size_t item : items) names.push_back({bound.names[item], is_input});
}

void add_entries(const BoundEntries& bound, bool is_programs, std::vector<EntryName>& entries) {
    for (std::size_t i = 0; i < bound.names.size(); ++i)
        if (!bound.names[i].empty())
            entries.push_back({bound.group.item(i).id, bound.names[i], is_programs});
}

void add_link_packets(const vds1::Client& link, SteadyTime now, Snapshot& to) noexcept {
    const vds1::ClientStatistics& numbers = link.statistics();
    to.cmds.add("sent", numbers.sent);
    to.cmds.add("not_sent", numbers.not_sent);
    to.cmds.add("ignored", numbers.ignored);
    to.states.add("sequence", link.has_state() ? link.state().header.sequence : 0);
    to.states.add("taken", numbers.taken);
    to.states.add("lost", numbers.lost);
    to.states.add("reordered", numbers.reordered);
    to.states.add("duplicates", numbers.duplicates);
    to.states.add("other_vehicle", numbers.other_vehicle);
    to.states.add("not_finite", numbers.not_finite);
    to.states.add("stale", numbers.stale);
    to.states.add("foreign", numbers.foreign);
    to.states.add("timeouts", numbers.timeouts);
    if (link.has_state()) to.states.age = link.age(now);
}

}  // namespace

void copy(const FilterChain& filters, Snapshot& to) noexcept {
    const auto& entries = filters.entries();
    to.filter_count = std::min(entries.size(), Snapshot::most_filters);
    for (std::size_t i = 0; i < to.filter_count; ++i) to.filters[i] = entries[i].count;
}

void name_faults(const FaultBoard* faults, VehicleBoard& board) {
    if (faults == nullptr) return;
    for (const FaultBoard::Entry& fault : faults->entries)
        board.faults.push_back({fault.name, fault.kind, fault.target});
}

void copy(const FaultBoard* faults, std::vector<bool>& to) noexcept {
    if (faults == nullptr) return;
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = faults->entries[i].is_active();
}

Publisher::Publisher(VehicleBoard& board, const LoopSources& sources)
    : board_(board),
      from_(sources),
      inputs_(sources.inputs.numbers()),
      outputs_(sources.outputs.numbers()) {
    add_names(from_.inputs, inputs_, true, board.signals);
    add_names(from_.outputs, outputs_, false, board.signals);
    add_entries(from_.inputs, false, board.entries);
    add_entries(from_.outputs, true, board.entries);
    name_faults(from_.faults, board);
    Publication empty;
    empty.signals.resize(board.signals.size());
    empty.faults.resize(board.faults.size());
    board.states = std::make_unique<TripleBuffer<Publication>>(empty);
    board.durations = std::make_unique<TripleBuffer<Durations>>();
}

void Publisher::after_cycle(const CycleRecord& record) {
    ++durations_.cycles;
    durations_.execution_time.add(record.cycle.execution_time);
    durations_.latency.add(record.cycle.latency);
    if (from_.pacer != nullptr) durations_.lateness.add(from_.pacer->lateness());
    if (record.cycle.is_failsafe) ++failsafe_cycles_;
    now_ = record.now;
    command_ = record.cycle.command;
    is_failsafe_ = record.cycle.is_failsafe;
    publish_if_requested();
}

void Publisher::finish(Summary& /*summary*/) {
    publish_state();
    publish_durations();
    board_.has_ended = true;
    board_.ring();
}

/// Requested steps may be complete.
void Publisher::stand_by() {
    publish_if_requested();
    board_.ring();
}

void Publisher::publish_if_requested() {
    if (board_.state_requested.load(std::memory_order_relaxed)) publish_state();
    if (board_.durations_requested.load(std::memory_order_relaxed)) publish_durations();
}

void Publisher::publish_durations() {
    board_.durations->filling() = durations_;
    board_.durations->publish();
    board_.durations_requested.exchange(false);
    board_.ring();
}

void Publisher::publish_state() {
    board_.state_requested.exchange(false);
    Publication& to = board_.states->filling();
    fill(to.snapshot);
    fill_signals(to.signals);
    copy(from_.faults, to.faults);
    board_.states->publish();
    board_.ring();
}

void Publisher::fill(Snapshot& to) const {
    const Feedback& feedback = from_.parts.vehicle->feedback();
    to.published_at = std::chrono::steady_clock::now();
    to.cycles = durations_.cycles;
    to.failsafe_cycles = failsafe_cycles_;
    to.now = now_;
    to.state = vds1::to_state(feedback, {});
    to.report = feedback.report;
    to.command = command_;
    to.is_failsafe = is_failsafe_;
    to.is_fresh = feedback.is_fresh;
    to.route_distance_m = from_.parts.route->distance_m();
    to.controller = from_.parts.controller->status();
    to.lateness = from_.pacer != nullptr ? from_.pacer->lateness() : std::chrono::nanoseconds(0);
    copy(from_.parts.filters, to);
    to.cmds = to.states = {};
    if (from_.link != nullptr) add_link_packets(*from_.link, to.published_at, to);
}

void Publisher::fill_signals(std::vector<double>& to) const {
    auto cell = to.begin();
    for (const std::size_t item : inputs_) *cell++ = number_at(from_.inputs.group, item);
    for (const std::size_t item : outputs_) *cell++ = number_at(from_.outputs.group, item);
}

}  // namespace gateway::data_port
