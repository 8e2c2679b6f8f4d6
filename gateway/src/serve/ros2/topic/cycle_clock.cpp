// SPDX-License-Identifier: MIT
#include "cycle_clock.hpp"

#include "mcap/port_message.hpp"

#include <ddc/recording/common_messages.hpp>

#include <chrono>

namespace gateway::ros2 {
namespace {

constexpr SimTime status_period{25'000'000};

SimTime system_time() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<SimTime>(now);
}

}  // namespace

CycleClock::CycleClock(Sender& sender, bool publishes) : sender_(sender), publishes_(publishes) {
    if (publishes_) topic_ = sender_.add_common_topic<ddc::recording::Clock>("/clock");
}

bool CycleClock::begin_cycle(SimTime now) {
    time_ = publishes_ ? now : system_time();
    if (publishes_) sender_.add(topic_, ddc::recording::Clock{to_message(time_)});
    if (now < next_) return false;
    while (next_ <= now) next_ += status_period;
    return true;
}

}  // namespace gateway::ros2
