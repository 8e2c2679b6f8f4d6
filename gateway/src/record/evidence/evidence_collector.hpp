// SPDX-License-Identifier: MIT
#pragma once

#include "evidence.hpp"
#include "thread_counts.hpp"

#include <boost/lockfree/spsc_queue.hpp>

#include <array>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace gateway {

/// Examines the periods of a realtime run on a separate thread, 20 times a second. Adding a period
/// makes no system call, neither locks nor allocates, and touches little memory.
class EvidenceCollector {
  public:
    /// @param period of the run @param loop thread of the loop
    EvidenceCollector(std::chrono::nanoseconds period, pid_t loop);
    ~EvidenceCollector();
    EvidenceCollector(const EvidenceCollector&) = delete;
    EvidenceCollector& operator=(const EvidenceCollector&) = delete;

    /// Called by the thread of the loop. If the collector's thread had no CPU for half a minute or
    /// more, the period may be dropped, and is counted.
    void add(const Period& period) noexcept {
        if (!queue_.push(period)) ++dropped_;
    }

    /// Examines the remaining periods and ends the thread. Call it once, before the functions
    /// below.
    void finish();
    Evidence evidence() const { return {measures_, minutes_, moments_, dropped_}; }

  private:
    void work_until_finished();
    void examine();

    boost::lockfree::spsc_queue<Period> queue_;
    std::uint64_t dropped_ = 0;  ///< by the thread of the loop
    /// @name Of the collector's thread
    /// @{
    std::array<Distribution, measure_count> measures_;
    Minutes minutes_;
    Moments moments_;
    /// @}
    ThreadCountReader counts_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_finished_ = false;  ///< guarded by mutex_
    std::thread thread_;
};

}  // namespace gateway
