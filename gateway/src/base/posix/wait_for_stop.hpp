// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <chrono>
#include <thread>

namespace gateway {

/// For a command whose work is done by other threads. A signal handler can wake nobody, so this
/// looks: it returns up to 50 ms after the stop.
inline void wait_for_stop(const RunControl& control) {
    while (!control.stop) std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

}  // namespace gateway
