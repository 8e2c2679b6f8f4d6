// SPDX-License-Identifier: MIT
#include "run_progress.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <chrono>

namespace gateway {
namespace {

constexpr std::chrono::milliseconds update_interval{200};

double seconds_of(SimTime time) {
    return std::chrono::duration<double>(time).count();
}

}  // namespace

std::string progress_text(SimTime reached, SimTime duration, double elapsed_s) {
    const double done_s = seconds_of(reached), whole_s = seconds_of(duration);
    std::string text = fmt::format("{:.1f} of {:.1f} s simulated", done_s, whole_s);
    if (done_s <= 0 || elapsed_s <= 0) return text;
    const double factor = done_s / elapsed_s;
    return text + fmt::format(", {:.3g}x real time, {:.0f} s left", factor,
                              std::max(0.0, whole_s - done_s) / factor);
}

RunProgress::RunProgress(const RunConfig& config, std::ostream& err, bool is_shown)
    : duration_(config.duration),
      reached_(config.programs.size()),
      begin_(StatusLine::Clock::now()),
      status_(err, true) {
    if (is_shown) thread_ = std::thread([this] { show(); });
}

void RunProgress::end() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        is_ending_ = true;
    }
    ending_.notify_all();
    thread_.join();
    status_.clear();
}

void RunProgress::between(const std::function<void()>& write) {
    const std::lock_guard<std::mutex> lock(mutex_);
    status_.clear();
    write();
}

void RunProgress::show() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!ending_.wait_for(lock, update_interval, [&] { return is_ending_; }))
        status_.look([&] { return text(); });
}

/// Shows the progress of the slowest program.
std::string RunProgress::text() const {
    SimTime least = SimTime::max();
    for (const auto& time_ns : reached_) least = std::min(least, SimTime(time_ns.load()));
    const std::chrono::duration<double> elapsed = StatusLine::Clock::now() - begin_;
    return progress_text(least, duration_, elapsed.count());
}

}  // namespace gateway
