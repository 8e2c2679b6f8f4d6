// SPDX-License-Identifier: MIT
#pragma once

#include "minutes.hpp"
#include "moments.hpp"
#include "thread_counts.hpp"

#include <boost/lockfree/spsc_queue.hpp>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace gateway {

/// Examines the periods of a realtime run on a separate thread, 20 times a second. Adding a period
/// makes no system call, and neither locks nor allocates.
class EvidenceCollector {
  public:
    /// @param period of the run @param loop thread of the loop
    EvidenceCollector(std::chrono::nanoseconds period, pid_t loop);
    ~EvidenceCollector();
    EvidenceCollector(const EvidenceCollector&) = delete;
    EvidenceCollector& operator=(const EvidenceCollector&) = delete;

    /// Called by the thread of the loop. If the collector's thread had no CPU for ten seconds or
    /// more, the period may be dropped, and is counted.
    void add(const Period& period) noexcept {
        if (!queue_.push(period)) ++dropped_;
    }

    /// Examines the remaining periods and ends the thread. Call it once, before the functions
    /// below.
    void finish();
    const Minutes& minutes() const { return minutes_; }
    const Moments& moments() const { return moments_; }
    /// Number of periods that were not examined.
    std::uint64_t dropped() const { return dropped_; }

  private:
    void work_until_finished();
    void examine();

    boost::lockfree::spsc_queue<Period> queue_;
    std::uint64_t dropped_ = 0;  ///< by the thread of the loop
    Minutes minutes_;            ///< of the collector's thread, as the next two
    Moments moments_;
    ThreadCountReader counts_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_finished_ = false;  ///< guarded by mutex_
    std::thread thread_;
};

}  // namespace gateway
