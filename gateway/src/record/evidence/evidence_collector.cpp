// SPDX-License-Identifier: MIT
#include "evidence_collector.hpp"

#include <algorithm>

namespace gateway {
namespace {

constexpr std::chrono::milliseconds interval{50};

/// Periods of half a minute, within limits of memory.
std::size_t capacity(std::chrono::nanoseconds period) {
    constexpr std::int64_t least = 1024, most = 65'536;
    return static_cast<std::size_t>(
        std::clamp<std::int64_t>(std::chrono::seconds(30) / period, least, most));
}

}  // namespace

EvidenceCollector::EvidenceCollector(std::chrono::nanoseconds period, pid_t loop)
    : queue_(capacity(period)), counts_(loop) {
    // Touches the memory now, so that the loop has no page faults.
    while (queue_.push(Period())) {
    }
    queue_.reset();
    thread_ = std::thread([this] { work_until_finished(); });
}

EvidenceCollector::~EvidenceCollector() {
    finish();
}

void EvidenceCollector::finish() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        is_finished_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void EvidenceCollector::work_until_finished() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!changed_.wait_for(lock, interval, [this] { return is_finished_; })) {
        lock.unlock();
        examine();
        lock.lock();
    }
    examine();
    moments_.finish();
    if (const auto counts = counts_.read()) moments_.add(*counts);
}

void EvidenceCollector::examine() {
    queue_.consume_all([this](const Period& period) {
        for (std::size_t i = 0; i < measure_count; ++i)
            if (const auto value = period.value(static_cast<Measure>(i)))
                measures_[i].add(*value, period.at);
        minutes_.add(period);
        moments_.add(period);
    });
    if (const auto counts = counts_.read()) moments_.add(*counts);
}

}  // namespace gateway
