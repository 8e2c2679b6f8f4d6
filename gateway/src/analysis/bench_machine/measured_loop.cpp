// SPDX-License-Identifier: MIT
#include "measured_loop.hpp"

#include "realtime/deadline_waiter.hpp"
#include "realtime/dma_latency.hpp"

#include <sys/mman.h>

#include <future>
#include <optional>

namespace gateway::machine {
namespace {

using Clock = std::chrono::steady_clock;

LoopTimes run_loop(const LoopSetup& setup, const std::atomic<bool>& stop) {
    LoopTimes times;
    apply_scheduling(setup.scheduling,
                     [&times](const std::string& denied) { times.denied.push_back(denied); });
    DeadlineWaiter waiter;
    waiter.set_spin(setup.spin);
    const auto start = Clock::now() + setup.period;
    RealTimeOptions options;
    options.dt = setup.period;
    RealTimeRunner runner(options, start);
    while (!stop && runner.next_deadline() < start + setup.duration) {
        waiter.wait(runner.next_deadline());
        const auto now = Clock::now();
        if (runner.is_due(now)) runner.begin_tick(now);
    }
    times.lateness = runner.lateness();
    times.overruns = runner.counters().overruns;
    return times;
}

/// Unlocks the memory at the end.
class LockedMemory {
  public:
    explicit LockedMemory(bool is_locked) : is_locked_(is_locked) {}
    ~LockedMemory() {
        if (is_locked_) ::munlockall();
    }
    LockedMemory(const LockedMemory&) = delete;
    LockedMemory& operator=(const LockedMemory&) = delete;

  private:
    bool is_locked_;
};

}  // namespace

LoopTimes measure_loop(const LoopSetup& setup, const std::atomic<bool>& stop,
                       const std::function<void()>& meanwhile) {
    const LockedMemory locked(setup.scheduling.lock_memory);
    std::optional<DmaLatency> awake;
    if (setup.scheduling.dma_latency) awake.emplace(*setup.scheduling.dma_latency);
    auto loop = std::async(std::launch::async, [&] { return run_loop(setup, stop); });
    while (loop.wait_for(std::chrono::milliseconds(500)) != std::future_status::ready) meanwhile();
    LoopTimes times = loop.get();
    if (awake && !awake->granted().ok) times.denied.push_back(awake->granted().message);
    return times;
}

}  // namespace gateway::machine
