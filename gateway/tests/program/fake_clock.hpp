// SPDX-License-Identifier: MIT
#pragma once

#include "process/program_clock.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace gateway::tests {

/// A clock that only advances while a thread waits by it: it then jumps to the next event of the
/// test or to the deadline, whichever is earlier.
class FakeClock : public ProgramClock {
  public:
    SteadyTime now() const noexcept override { return now_; }

    ddc::Status wait_for_change(const ddc::Table& table, const ddc::Watch* watches,
                                std::size_t count, SteadyTime deadline,
                                ddc::OnSignal /*on_signal*/) const noexcept override {
        const auto has_changed = [&] {
            for (std::size_t i = 0; i < count; ++i)
                if (table.sequence(watches[i].id) != watches[i].sequence) return true;
            return false;
        };
        for (;;) {
            if (has_changed()) return ddc::Status::ok;
            if (!has_event_by(deadline)) break;
            take_event();
        }
        now_ = std::max(now_, deadline);
        return ddc::Status::timed_out;
    }

    /// Advances the time and runs the events that are due.
    void pass(std::chrono::nanoseconds time) {
        const SteadyTime until = now_ + time;
        while (has_event_by(until)) take_event();
        now_ = until;
    }
    /// Schedules an event after that time.
    void in(std::chrono::nanoseconds time, std::function<void()> event) {
        events_.emplace(now_ + time, std::move(event));
    }

  private:
    bool has_event_by(SteadyTime time) const {
        return !events_.empty() && events_.begin()->first <= time;
    }
    void take_event() const {
        const auto event = events_.extract(events_.begin());
        now_ = event.key();
        event.mapped()();
    }

    mutable SteadyTime now_{std::chrono::seconds(1000)};
    mutable std::multimap<SteadyTime, std::function<void()>> events_;
};

}  // namespace gateway::tests
