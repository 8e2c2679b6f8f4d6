// SPDX-License-Identifier: MIT
#include "delays.hpp"

#include "skip.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace tests {

std::int64_t now_ns() noexcept {
    return std::chrono::steady_clock::now().time_since_epoch().count();
}

void WakeUpDelay::sleep_until_closed() {
    constexpr std::int64_t nap_ns = 1'000'000;
    while (!is_closed_) {
        const std::int64_t start = now_ns();
        std::this_thread::sleep_for(std::chrono::nanoseconds(nap_ns));
        longest_ns_ = std::max<std::int64_t>(longest_ns_, now_ns() - start - nap_ns);
    }
}

void Delays::add(std::int64_t ns) {
    constexpr std::int64_t busy_ns = 5'000'000;
    if (machine_.take_longest_ns() < busy_ns)
        all_.push_back(ns);
    else
        ++on_busy_machine_;
}

void Delays::check() {
    if (all_.empty()) TEST_SKIPPED("this machine is too busy to show a delay of 50 ms");
    std::sort(all_.begin(), all_.end());
    const auto at = [&](double part) {
        const auto index = static_cast<std::size_t>(part * static_cast<double>(all_.size() - 1));
        return static_cast<double>(all_[index]) / 1e6;
    };
    const std::int64_t limit_ns = 50'000'000;
    const auto late = all_.end() - std::upper_bound(all_.begin(), all_.end(), limit_ns);
    MESSAGE(all_.size() << " deaths; delay of survivors in ms: p50 " << at(0.5) << ", p90 "
                        << at(0.9) << ", p99 " << at(0.99) << ", max " << at(1) << "; beyond 50: "
                        << late << "; not counted, on a busy machine: " << on_busy_machine_);
    CHECK(static_cast<double>(late) <= 0.01 * static_cast<double>(all_.size()) + 1);
    CHECK(at(1) < 1000);
}

int kill_rounds() {
    const char* text = std::getenv("DDC_KILL_ROUNDS");
    const int rounds = text != nullptr ? std::atoi(text) : 0;
    return rounds > 0 ? rounds : 40;
}

}  // namespace tests
