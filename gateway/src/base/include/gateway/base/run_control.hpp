// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

namespace gateway {

/// What is asked of the runs of a process from outside: a signal handler, or the control socket.
/// Set from any thread; a run looks at it once a period.
struct RunControl {
    /// Ends every run in order.
    std::atomic<bool> stop{false};
    /// With `stop`: the process is to start anew then, for a service with a changed configuration.
    std::atomic<bool> reload{false};
    /// With `stop`: end() was called, whatever else was asked for before or after.
    std::atomic<bool> for_good{false};
    /// Simulated time stands still: in measured mode before the next turn of each program.
    std::atomic<bool> pause{false};
    /// How often it was made to stand still.
    std::atomic<std::uint64_t> pauses{0};
    /// Realtime runs: simulated seconds in a second on the clock; 0 as configured.
    std::atomic<double> time_scale{0};
    /// Grows when a person who drives is to give the vehicle back to its program.
    std::atomic<std::uint64_t> releases{0};

    /// For good: nothing starts anew. May be called by a signal handler.
    void end() noexcept {
        for_good = true;
        stop = true;
    }
    /// May be called by a signal handler. What already ends is left alone.
    void begin_reload() noexcept {
        if (!stop.exchange(true)) reload = true;
    }
    bool starts_anew() const noexcept { return reload && !for_good; }
    /// May be called by a signal handler.
    void begin_pause() noexcept {
        if (!pause.exchange(true)) ++pauses;
    }
};

}  // namespace gateway
