// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

namespace gateway {

/// Requests to the runs of a process, by a signal handler or the control socket. Any thread may set
/// them; a run polls them once per period.
struct RunControl {
    /// Ends every run in an orderly way.
    std::atomic<bool> stop{false};
    /// With `stop`: the process restarts afterwards, as a service with a changed configuration
    /// does.
    std::atomic<bool> reload{false};
    /// With `stop`: end() was called; the process does not restart.
    std::atomic<bool> for_good{false};
    /// Pauses the runs; in measured mode before the next cycle of each program.
    std::atomic<bool> pause{false};
    /// How often the runs were paused.
    std::atomic<std::uint64_t> pauses{0};
    /// Realtime runs: simulated seconds per second on the clock; 0 for the configured value.
    std::atomic<double> time_scale{0};
    /// Incremented when manual control is to return the vehicle to its program.
    std::atomic<std::uint64_t> releases{0};

    /// Requests the end, without a restart. Async-signal-safe.
    void end() noexcept {
        for_good = true;
        stop = true;
    }
    /// Requests a restart. Without effect if the end was requested before. Async-signal-safe.
    void begin_reload() noexcept {
        if (!stop.exchange(true)) reload = true;
    }
    /// Whether the process restarts when its runs have ended.
    bool starts_anew() const noexcept { return reload && !for_good; }
    /// Requests a pause. Async-signal-safe.
    void begin_pause() noexcept {
        if (!pause.exchange(true)) ++pauses;
    }
};

}  // namespace gateway
