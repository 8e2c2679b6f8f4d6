// SPDX-License-Identifier: MIT
#include "poll_assist.hpp"

namespace ddc {

PollAssist::Polled* PollAssist::find(Id id) noexcept {
    for (Polled& entry : polled_)
        if (entry.id == id) return &entry;
    return nullptr;
}

PollAssist::Polled& PollAssist::remember(Id id) noexcept {
    if (Polled* known = find(id)) return *known;
    Polled* place = find(none);
    if (place == nullptr) {
        place = &polled_[oldest_];
        oldest_ = (oldest_ + 1) % polled_.size();
    }
    *place = Polled{};
    place->id = id;
    return *place;
}

void PollAssist::forget(Id id) noexcept {
    if (Polled* entry = find(id)) *entry = Polled{};
}

/// Waits for any polled flag. @return false without waiting if one of them is true already
bool PollAssist::wait(const Table& table, Polled& entry) noexcept {
    std::array<Watch, 8> watches;
    std::size_t count = 0;
    for (Polled& other : polled_) {
        if (other.id == none) continue;
        watches[count] = Watch{other.id, table.sequence(other.id)};
        bool up = false;
        if (table.read(other.id, up) == Status::ok && up) return false;
        ++count;
        other.read_in_round = false;
    }
    entry.read_in_round = true;
    static_cast<void>(table.wait_for_change(watches.data(), count, Clock::now() + longest_,
                                            OnSignal::give_up));
    return true;
}

Status PollAssist::read(const Table& table, Id id, bool& value) noexcept {
    bool found = false;
    Status status = table.read(id, found);
    if (status == Status::ok && !found && longest_.count() > 0) {
        Polled& entry = remember(id);
        const bool came_round = entry.read_in_round && entry.work == work_;
        const bool answered = lowered_ == id;
        if (answered) lowered_ = none;
        entry.read_in_round = true;
        entry.work = work_;
        if ((came_round || answered) && wait(table, entry)) status = table.read(id, found);
    }
    if (status != Status::ok) return status;
    if (found) {
        forget(id);
        at_work();
    }
    value = found;
    return status;
}

}  // namespace ddc
