// SPDX-License-Identifier: MIT
#pragma once

#include "../pacer/realtime_pacer.hpp"
#include "../record/realtime_statistics.hpp"
#include "run_parts.hpp"

#include <gateway/vds1/client.hpp>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace gateway {

/// What a live line tells of; all of them outlive it.
struct LiveSources {
    const RealtimePacer& pacer;
    const RealtimeStatistics& statistics;
    const vds1::ClientStatistics* link;  ///< null if the vehicle is not remote
};

/// Tells about a realtime run once a second, from a thread of its own: the loop hands it a few
/// numbers and never waits for it.
class LiveLine : public Observer {
  public:
    LiveLine(const LiveSources& sources, const Log& log);
    ~LiveLine() override;
    LiveLine(const LiveLine&) = delete;
    LiveLine& operator=(const LiveLine&) = delete;

    void after_turn(const TurnRecord& record) override;

  private:
    struct Numbers {
        SimTime sim_time{0};
        std::uint64_t turns = 0;
        std::uint64_t skipped = 0;
        double lateness_p99_us = 0;
        double output_age_ms = 0;
        const char* program = "";
        bool is_fresh = true;
        bool is_failsafe = false;
        double state_rate_hz = 0;
        double round_trip_p50_us = 0;
        std::uint64_t states_lost = 0;
    };
    Numbers gather(const TurnRecord& record) const;
    void tell_until_closed(const Log& log);
    std::string text(const Numbers& now, const Numbers& before, double seconds) const;

    LiveSources sources_;
    SteadyTime next_;
    std::mutex mutex_;  ///< guards all below; the loop only ever tries it
    std::condition_variable changed_;
    Numbers numbers_;
    bool is_new_ = false;
    bool is_closed_ = false;
    std::thread thread_;
};

}  // namespace gateway
