// SPDX-License-Identifier: MIT
#include "watched_loop.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

namespace gateway {
namespace {

/// All loops of the process, since the watchdog is that of the process.
struct WatchedLoops {
    std::mutex mutex;
    std::vector<WatchedLoop*> all;
    std::optional<SteadyTime> ended;  ///< of the last one
};

WatchedLoops& watched_loops() {
    static WatchedLoops loops;
    return loops;
}

}  // namespace

WatchedLoop::WatchedLoop(std::string name) : name_(std::move(name)) {
    WatchedLoops& loops = watched_loops();
    const std::lock_guard lock(loops.mutex);
    loops.all.push_back(this);
    loops.ended.reset();
    of_this_thread = this;
}

WatchedLoop::~WatchedLoop() {
    WatchedLoops& loops = watched_loops();
    const std::lock_guard lock(loops.mutex);
    of_this_thread = nullptr;
    loops.all.erase(std::find(loops.all.begin(), loops.all.end(), this));
    if (loops.all.empty()) loops.ended = std::chrono::steady_clock::now();
}

std::vector<std::string> WatchedLoop::silent(SteadyTime now) {
    WatchedLoops& loops = watched_loops();
    const std::lock_guard lock(loops.mutex);
    std::vector<std::string> names;
    for (WatchedLoop* loop : loops.all)
        if (loop->is_silent(now)) names.push_back(loop->name_);
    return names;
}

std::optional<SteadyTime> WatchedLoop::all_ended() {
    WatchedLoops& loops = watched_loops();
    const std::lock_guard lock(loops.mutex);
    return loops.ended;
}

bool WatchedLoop::is_silent(SteadyTime now) {
    const std::uint64_t count = count_.load(std::memory_order_relaxed);
    const bool has_gone_on = count != std::exchange(seen_, count);
    return !has_gone_on && now > deadline_.load(std::memory_order_relaxed);
}

}  // namespace gateway
