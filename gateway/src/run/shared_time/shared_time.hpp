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

/// One simulated time for several loops, each in a separate thread, in lockstep.
///
/// Each participant announces its progress: "all my cycles before t are done". A cycle at t begins
/// when all others have announced t or more. The participant with the smallest t can always
/// continue, so there is no deadlock; the slowest one determines the time. A participant leaves
/// when it ends.
class SharedTime {
  public:
    /// @param names of the participants, for messages
    /// @param stop ends every wait when it becomes true; outlives this object
    SharedTime(std::vector<std::string> names, const std::atomic<bool>& stop);

    /// All cycles of `participant` before `time` are done, with everything that others may see of
    /// them. A time before the announced one has no effect.
    void announce(std::size_t participant, SimTime time);
    /// Ends all waits for this participant.
    void leave(std::size_t participant) { announce(participant, SimTime::max()); }
    /// Waits until all others have announced `time` or more. @return false if it was stopped
    bool await_others(std::size_t participant, SimTime time, const Log& log);

    enum class Wait { done, timed_out, stopped };

    /// The participant that is waited for; nothing if the wait has ended.
    using Laggard = std::optional<std::size_t>;

    /// Waits until laggard() returns nothing. It is called under the lock: first at once, and again
    /// when the returned participant has announced or shared something. The participant is logged
    /// about once a second.
    template <class FindLaggard>
    Wait await(const FindLaggard& laggard, const Log& log, SteadyTime deadline = SteadyTime::max());

    /// Applies a change under the lock, other than an announcement, for which others may wait.
    template <class Change>
    void share(std::size_t participant, const Change& change);

    /// @name To be called in share() and await()
    /// @{
    SimTime announced(std::size_t participant) const { return announced_[participant]; }
    bool has_left(std::size_t participant) const {
        return announced_[participant] == SimTime::max();
    }
    /// The first participant that has not left. Precondition: there is one.
    std::size_t first() const;
    /// @}

    const std::string& name(std::size_t participant) const { return names_[participant]; }
    bool is_stopped() const { return stop_; }

  private:
    /// The threads that wait for one participant.
    struct Sleepers {
        std::condition_variable wake_up;
        int count = 0;
    };

    /// Longest time between checks of the stop flag, which does not wake threads.
    static constexpr std::chrono::milliseconds slice{20};

    void report(std::size_t index, SteadyTime since, const Log& log) const;

    const std::vector<std::string> names_;
    const std::atomic<bool>& stop_;
    std::mutex mutex_;
    std::vector<Sleepers> sleepers_;  ///< one for each participant
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
