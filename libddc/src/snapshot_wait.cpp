// SPDX-License-Identifier: MIT
#include "snapshot_wait.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>

namespace ddc {
namespace {

using std::chrono::nanoseconds;

constexpr std::chrono::milliseconds first_wait{100};
constexpr std::chrono::milliseconds shortest_limit{20};
constexpr std::chrono::milliseconds longest_limit{1000};
constexpr int periods_to_wait = 4;

/// Whether the entry is the run_cycle_switch in the header of a program.
bool is_header(const Table& table, Id run_cycle_switch) {
    bool running = false;
    std::string type;
    return table.read(run_cycle_switch - 3, running) == Status::ok &&
           table.read(run_cycle_switch - 2, type) == Status::ok &&
           (type == "dynamic" || type == "basic");
}

}  // namespace

void SnapshotWait::before_flag(const Table& table, Id id) noexcept {
    if (!is_on_) return;
    if (switch_ == none || !is_flag(id)) return;
    if (has_worked_ && is_running_ && is_streamed_to(table)) wait(table);
}

void SnapshotWait::saw_flag(const Table& table, Id id, bool value) noexcept {
    if (!is_on_) return;
    learn(table, id, value);
    if (switch_ != none && id == switch_ + 3) {
        if (value && !is_running_) begin(table);
        is_running_ = value;
    }
    if (switch_ != none && !is_flag(id)) return at_work();
    has_worked_ = false;
    last_flag_ = id;
    last_value_ = value;
}

/// Recognizes the flags of a program: two consecutive reads, of run_cycle_switch (false) and
/// simulation_running (true).
void SnapshotWait::learn(const Table& table, Id id, bool value) noexcept {
    if (has_worked_ || last_flag_ == none || std::abs(id - last_flag_) != 3) return;
    const Id lower = std::min(id, last_flag_);
    const bool lower_value = id == lower ? value : last_value_;
    const bool upper_value = id == lower ? last_value_ : value;
    if (lower == switch_ || lower_value || !upper_value || !is_header(table, lower)) return;
    switch_ = lower;
    is_running_ = true;
    begin(table);
}

/// The simulation has started: the period of the inputs is not yet known.
void SnapshotWait::begin(const Table& table) noexcept {
    seen_ = table.sequence(delta());
    written_ns_ = table.entry(delta()).written_ns;
    has_period_ = false;
    is_in_vain_ = false;
}

/// Whether simulation_running is true and no cycle is requested.
bool SnapshotWait::is_streamed_to(const Table& table) const noexcept {
    bool is_asked = false, is_running = false;
    return table.read(switch_, is_asked) == Status::ok && !is_asked &&
           table.read(switch_ + 3, is_running) == Status::ok && is_running;
}

/// Notes a write of delta_sec and the time since the one before. @return whether there was one
bool SnapshotWait::note_change(const Table& table) noexcept {
    const std::uint64_t now = table.sequence(delta());
    if (now == seen_) return false;
    const std::int64_t written_ns = table.entry(delta()).written_ns;
    period_ = nanoseconds(written_ns - written_ns_);
    written_ns_ = written_ns;
    seen_ = now;
    has_period_ = true;
    is_in_vain_ = false;
    return true;
}

nanoseconds SnapshotWait::longest() const noexcept {
    if (!has_period_) return first_wait;
    return std::clamp<nanoseconds>(periods_to_wait * period_, shortest_limit, longest_limit);
}

void SnapshotWait::wait(const Table& table) noexcept {
    const Deadline deadline = Clock::now() + longest();
    while (!note_change(table) && !is_in_vain_) {
        const Watch watches[] = {{delta(), seen_},
                                 {switch_, table.sequence(switch_)},
                                 {switch_ + 3, table.sequence(switch_ + 3)}};
        if (!is_streamed_to(table)) return;
        const Status status =
            table.wait_for_change(watches, std::size(watches), deadline, OnSignal::give_up);
        if (status == Status::timed_out && !has_period_) is_in_vain_ = true;
        if (status != Status::ok) return;
    }
}

/// Notes the write counter of the value of delta_sec that is read, so that the program computes
/// once with each value.
Status SnapshotWait::read(const Table& table, Id id, double& value) noexcept {
    constexpr int most_tries = 4;
    at_work();
    if (!is_on_ || switch_ == none || id != delta()) return table.read(id, value);
    Status status = Status::ok;
    for (int i = 0; i < most_tries; ++i) {
        static_cast<void>(note_change(table));
        status = table.read(id, value);
        if (table.sequence(id) == seen_) break;
    }
    return status;
}

}  // namespace ddc
