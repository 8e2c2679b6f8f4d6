// SPDX-License-Identifier: MIT
#include "changes.hpp"

#include "output.hpp"

#include <algorithm>

namespace ddc::command {
namespace {

/// A signal, or the end of the output's reader, just before a wait is detected after this time.
constexpr std::chrono::milliseconds longest_wait{100};

constexpr double longest_seconds = 1e9;

}  // namespace

ChangeFollower::ChangeFollower(const Table& table, std::vector<Target> targets,
                               const std::ostream& out)
    : table_(table),
      out_(out),
      targets_(std::move(targets)),
      wall_start_ns_(
          std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count()),
      start_(Clock::now()),
      last_read_(start_) {
    for (const Target& target : targets_) {
        writes_.push_back(writes_to(table, target));
        for (Id i = 0; i < target.count(); ++i)
            watches_.push_back({target.first + i, table.sequence(target.first + i)});
    }
}

void ChangeFollower::read_sequences() {
    for (Watch& watch : watches_) watch.sequence = table_.sequence(watch.id);
}

std::vector<Change> ChangeFollower::read_changes() {
    std::vector<Change> changes;
    last_read_ = Clock::now();
    read_sequences();  // before the values: the next wait finds all later writes
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        const std::uint64_t writes = writes_to(table_, targets_[i]);
        if (writes == writes_[i]) continue;
        changes.push_back({&targets_[i], read(table_, targets_[i]), writes - writes_[i]});
        writes_[i] = writes;
    }
    return changes;
}

std::vector<Change> ChangeFollower::wait(Deadline deadline, const Interrupt& interrupt) {
    while (!interrupt.happened()) {
        const Deadline until = std::min(deadline, Clock::now() + longest_wait);
        const Status status =
            table_.wait_for_change(watches_.data(), watches_.size(), until, OnSignal::give_up);
        check_intact(table_);
        if (status == Status::ok) {
            std::vector<Change> changes = read_changes();
            if (!changes.empty()) return changes;
        } else if (Clock::now() >= deadline) {
            break;
        }
        require_reader(out_);
    }
    return {};
}

std::int64_t ChangeFollower::time_ns() const noexcept {
    return wall_start_ns_ + std::chrono::nanoseconds(last_read_ - start_).count();
}

double ChangeFollower::time_s() const noexcept {
    return static_cast<double>(time_ns()) * 1e-9;
}

Deadline after_seconds(double seconds) {
    if (seconds <= 0 || seconds > longest_seconds) seconds = longest_seconds;
    return Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace ddc::command
