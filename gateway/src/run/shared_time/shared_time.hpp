// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include <gateway/base/time.hpp>
#include "service/watched_loop.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// One simulated time for several loops, each in a thread of its own, in lockstep.
///
/// Each participant announces how far it is: "all my turns before t are done". A turn at t begins
/// when all others have announced t or more. The one with the smallest t can always go on, so none
/// waits in a circle; the slowest holds the time. Who ends, leaves.
class SharedTime {
  public:
    /// @param names of the participants, for messages
    /// @param stop ends every wait when it becomes true; outlives this object
    SharedTime(std::vector<std::string> names, const std::atomic<bool>& stop);

    /// All turns of `participant` before `time` are done, with all that others may see of them. An
    /// earlier time than announced before changes nothing.
    void announce(std::size_t participant, SimTime time);
    /// No wait is for it any more.
    void leave(std::size_t participant) { announce(participant, SimTime::max()); }
    /// Waits until all others have announced `time` or more. @return false if it was stopped
    bool await_others(std::size_t participant, SimTime time, const Log& log);

    enum class Wait { done, timed_out, stopped };

    /// Whom a wait is for; nothing if it is over.
    using Laggard = std::optional<std::size_t>;

    /// Waits until there is no laggard(), which is called under the lock: at first, and when the
    /// one it gave has announced or shared something. Who it is, is told about once a second.
    template <class FindLaggard>
    Wait await(const FindLaggard& laggard, const Log& log, SteadyTime deadline = SteadyTime::max());

    /// Changes under the lock what others wait for `participant` to do, other than to announce.
    template <class Change>
    void share(std::size_t participant, const Change& change);

    /// @name For share() and await()
    /// @{
    SimTime announced(std::size_t participant) const { return announced_[participant]; }
    bool has_left(std::size_t participant) const {
        return announced_[participant] == SimTime::max();
    }
    /// The first that has not left. Precondition: there is one.
    std::size_t first() const;
    /// @}

    const std::string& name(std::size_t participant) const { return names_[participant]; }
    bool is_stopped() const { return stop_; }

  private:
    /// Those that wait for one participant.
    struct Sleepers {
        std::condition_variable wake_up;
        int count = 0;
    };

    /// Longest time without a look at the stop flag, which wakes none.
    static constexpr std::chrono::milliseconds slice{20};

    void report(std::size_t index, SteadyTime since, const Log& log) const;

    const std::vector<std::string> names_;
    const std::atomic<bool>& stop_;
    std::mutex mutex_;
    std::vector<Sleepers> sleepers_;  ///< of each participant
    std::vector<SimTime> announced_;  ///< below 0 at first
};

template <class FindLaggard>
SharedTime::Wait SharedTime::await(const FindLaggard& laggard, const Log& log,
                                   SteadyTime deadline) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::seconds report_interval{1};
    std::unique_lock lock(mutex_);
    const SteadyTime start = Clock::now();
    SteadyTime next_report = start + report_interval;
    for (;;) {
        const Laggard awaited = laggard();
        if (!awaited) return Wait::done;
        if (stop_) return Wait::stopped;
        WatchedLoop::goes_on();
        const SteadyTime now = Clock::now();
        if (now >= deadline) return Wait::timed_out;
        if (now >= next_report) {
            lock.unlock();
            report(*awaited, start, log);
            next_report += report_interval;
            lock.lock();
            continue;
        }
        Sleepers& sleepers = sleepers_[*awaited];
        ++sleepers.count;
        sleepers.wake_up.wait_until(lock, std::min<SteadyTime>(deadline, now + slice));
        --sleepers.count;
    }
}

template <class Change>
void SharedTime::share(std::size_t participant, const Change& change) {
    bool has_sleepers = false;
    {
        const std::lock_guard lock(mutex_);
        change();
        has_sleepers = sleepers_[participant].count > 0;
    }
    if (has_sleepers) sleepers_[participant].wake_up.notify_all();
}

}  // namespace gateway
