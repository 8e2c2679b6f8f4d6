// SPDX-License-Identifier: MIT
#include "poll_assist.hpp"

#include <algorithm>
#include <utility>

namespace ddc {

/// The record of an entry. A new entry replaces the one that was not read for the longest time;
/// flags are replaced last.
PollAssist::Polled& PollAssist::remember(Id id) noexcept {
    const auto known = std::find_if(polled_.begin(), polled_.end(),
                                    [id](const Polled& entry) { return entry.id == id; });
    if (known != polled_.end()) return *known;
    Polled& place =
        *std::min_element(polled_.begin(), polled_.end(), [](const Polled& a, const Polled& b) {
            return std::pair(a.is_flag, a.last_read) < std::pair(b.is_flag, b.last_read);
        });
    place = Polled{};
    place.id = id;
    return place;
}

/// Records a read of an entry. @return true if the thread may wait, should the entry be false
bool PollAssist::is_due(Polled& entry) noexcept {
    const bool polled = entry.last_read > 0 && entry.work == work_;
    entry.is_flag |= polled;
    const bool came_round = polled && entry.last_read > last_wait_;
    const bool answered = entry.is_flag && lowered_ == entry.id;
    if (answered) lowered_ = none;
    return came_round || answered;
}

/// Whether `other` is a flag of the same round of polling: it was read since the last read of
/// `entry`, and is not data.
bool PollAssist::is_polled_with(const Polled& entry, const Polled& other) const noexcept {
    if (other.id == none || other.last_read < entry.last_read) return false;
    return other.is_flag || other.work == work_;
}

/// Whether all flags of the round are false; also lists them.
bool PollAssist::all_down(const Table& table, const Polled& entry, Watches& watches,
                          std::size_t& count) const noexcept {
    count = 0;
    for (const Polled& other : polled_) {
        if (!is_polled_with(entry, other)) continue;
        watches[count++] = Watch{other.id, table.sequence(other.id)};
        bool up = false;
        if (table.read(other.id, up) != Status::ok || up) return false;
    }
    return true;
}

/// Waits until one of the flags is true; a write of false does not end the wait.
void PollAssist::wait(const Table& table, const Polled& entry) noexcept {
    last_wait_ = reads_;
    const Deadline deadline = Clock::now() + longest_;
    Watches watches;
    std::size_t count = 0;
    while (all_down(table, entry, watches, count)) {
        const Status status =
            table.wait_for_change(watches.data(), count, deadline, OnSignal::give_up);
        if (status != Status::ok) return;
    }
}

Status PollAssist::read(const Table& table, Id id, bool& value) noexcept {
    bool found = false;
    Status status = table.read(id, found);
    if (status == Status::ok && longest_.count() > 0) {
        Polled& entry = remember(id);
        if (is_due(entry) && !found) {
            wait(table, entry);
            status = table.read(id, found);
        }
        entry.work = work_;
        entry.last_read = ++reads_;
    }
    if (status != Status::ok) return status;
    if (found) at_work();
    value = found;
    return status;
}

}  // namespace ddc
