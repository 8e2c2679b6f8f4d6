// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <chrono>
#include <thread>

namespace tests {

/// Ends the test process by SIGALRM if it is still running after that many seconds. Children made
/// with Child die with it.
class Watchdog {
  public:
    explicit Watchdog(unsigned seconds = 60) { ::alarm(seconds); }
    ~Watchdog() { ::alarm(0); }
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;
};

/// Polls until `condition` holds; a watchdog ends the wait if it is in vain.
template <class Condition>
void await(Condition condition) {
    while (!condition()) std::this_thread::sleep_for(std::chrono::microseconds(20));
}

}  // namespace tests
