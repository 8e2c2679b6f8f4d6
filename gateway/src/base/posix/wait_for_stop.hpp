// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <chrono>
#include <thread>

namespace gateway {

/// Blocks until the stop is requested, for a command whose work is done by other threads. A signal
/// handler cannot notify a condition variable, so this polls every 50 ms.
inline void wait_for_stop(const RunControl& control) {
    while (!control.stop) std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

}  // namespace gateway
