// SPDX-License-Identifier: MIT
#include "fault_observer.hpp"

#include <spdlog/fmt/fmt.h>

#include <utility>

namespace gateway {

FaultLog::FaultLog(const FaultBoard& board, Log log)
    : board_(board), log_(std::move(log)), reported_(board.entries.size(), 0) {}

void FaultLog::report() {
    for (std::size_t i = 0; i < reported_.size(); ++i) {
        const FaultBoard::Entry& entry = board_.entries[i];
        const std::uint64_t changes = entry.changes;
        if (changes == reported_[i]) continue;
        reported_[i] = changes;
        const std::chrono::duration<double> at = entry.changed_at.load();
        log_(warning_of(
            "fault", fmt::format("fault '{}' ({} of {}) {} at {:.3f} s", entry.name, entry.kind,
                                 entry.target, changes % 2 == 1 ? "begins" : "ends", at.count())));
    }
}

FaultObserver::FaultObserver(FaultSchedule& schedule, const FaultBoard& board, Log log,
                             bool is_realtime)
    : schedule_(schedule), board_(board), log_(board, std::move(log)) {
    if (is_realtime) log_thread_.emplace([this](std::uint64_t) { log_.report(); });
}

bool FaultObserver::has_changed() {
    std::uint64_t changes = 0;
    for (const FaultBoard::Entry& entry : board_.entries) changes += entry.changes;
    return std::exchange(changes_, changes) != changes;
}

void FaultObserver::after_cycle(const CycleRecord& record) {
    schedule_.end_cycle(record);
    if (!has_changed()) return;
    if (log_thread_)
        static_cast<void>(log_thread_->try_offer(changes_));
    else
        log_.report();
}

void FaultObserver::finish(Summary& summary) {
    log_thread_.reset();
    log_.report();
    schedule_.finish(summary);
}

}  // namespace gateway
