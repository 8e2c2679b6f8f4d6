// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace tests {

std::int64_t now_ns() noexcept;

/// Scheduling delay of this machine for a process that is ready to run: a thread that sleeps for
/// one millisecond repeatedly measures how late it wakes.
class WakeUpDelay {
  public:
    WakeUpDelay() : thread_([this] { sleep_until_closed(); }) {}
    ~WakeUpDelay() {
        is_closed_ = true;
        thread_.join();
    }
    WakeUpDelay(const WakeUpDelay&) = delete;
    WakeUpDelay& operator=(const WakeUpDelay&) = delete;

    /// The longest since the last call.
    std::int64_t take_longest_ns() { return longest_ns_.exchange(0); }

  private:
    void sleep_until_closed();

    std::atomic<bool> is_closed_{false};
    std::atomic<std::int64_t> longest_ns_{0};
    std::thread thread_;
};

/// Delays after deaths, in ns. Only those count during which this machine ran its processes.
class Delays {
  public:
    void add(std::int64_t ns);
    /// Prints the distribution and checks it: 50 ms.
    void check();

  private:
    WakeUpDelay machine_;
    std::vector<std::int64_t> all_;
    int on_busy_machine_ = 0;
};

/// Kills of each kind in a default run; DDC_KILL_ROUNDS sets more.
int kill_rounds();

}  // namespace tests
