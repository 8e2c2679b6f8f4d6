// SPDX-License-Identifier: MIT
#pragma once

#include "realtime_statistics.hpp"

#include <gateway/log.hpp>
#include <gateway/vds1/client.hpp>
#include "../pacer/realtime_pacer.hpp"
#include "../realtime/side_thread.hpp"

#include <optional>

namespace gateway {

/// What a live line tells of; all of them outlive it.
struct LiveSources {
    const Controller& controller;
    const RealtimePacer& pacer;
    const RealtimeStatistics& statistics;
    const vds1::ClientStatistics* link;  ///< null if the vehicle is not remote
};

/// Tells about a realtime run once a second.
class LiveLine : public Observer {
  public:
    LiveLine(const LiveSources& sources, const Log& log);

    void after_turn(const TurnRecord& record) override;

  private:
    struct Numbers {
        SteadyTime taken_at;
        SimTime sim_time{0};
        std::uint64_t turns = 0;
        std::uint64_t skipped = 0;
        double lateness_p99_us = 0;
        std::optional<double> output_age_ms;
        const char* program = "";
        bool is_fresh = true;
        bool is_failsafe = false;
        bool is_manual = false;
        bool is_remote = false;
        double state_rate_hz = 0;
        double round_trip_p50_us = 0;
        std::uint64_t states_lost = 0;
        std::uint64_t states_not_ours = 0;
        bool is_ignored = false;
    };
    Numbers gather(const TurnRecord& record, SteadyTime now) const;
    static std::string text(const Numbers& now, const Numbers& before);

    LiveSources sources_;
    SteadyTime next_;
    Numbers before_;  ///< the side thread's
    SideThread<Numbers> teller_;
};

}  // namespace gateway
