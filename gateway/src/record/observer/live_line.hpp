// SPDX-License-Identifier: MIT
#pragma once

#include "summary/realtime_statistics.hpp"

#include <gateway/base/log.hpp>
#include <gateway/protocol/vds1/client.hpp>
#include "realtime/side_thread.hpp"
#include "time/realtime_pacer.hpp"

#include <optional>

namespace gateway {

/// What a live line tells of; all of them outlive it.
struct LiveSources {
    const Controller& controller;
    const RealtimePacer& pacer;
    const RealtimeStatistics& statistics;
    const vds1::Client* link;  ///< null if the vehicle is no VDS1 peer
};

/// What a line says of a VDS1 peer.
struct LiveLink {
    double states_per_s = 0;
    std::optional<double> state_age_ms;       ///< none: no STATE has come
    std::optional<double> round_trip_p50_ms;  ///< none: none was measured
    std::uint64_t states_lost = 0;            ///< in all
    std::uint64_t states_not_ours = 0;        ///< in all
    bool is_ignored = false;
};

/// What a line says. Rates and percentiles are those of the time since the line before.
struct LiveNumbers {
    SimTime sim_time{0};
    double cycles_per_s = 0;
    std::optional<double> lateness_p99_us;
    std::uint64_t skipped = 0;  ///< in all
    std::optional<double> output_age_ms;
    ControllerState program = ControllerState::none;
    bool is_fresh = true;
    bool is_failsafe = false;
    bool is_manual = false;
    std::optional<LiveLink> link;
};

/// "2.0 s, 100.0 turns/s, late p99 55 us, ..."; "-" for what was not measured.
std::string live_text(const LiveNumbers& numbers);

/// Tells about a realtime run once a second.
class LiveLine : public Observer {
  public:
    LiveLine(const LiveSources& sources, const Log& log);

    void after_cycle(const CycleRecord& record) override;

  private:
    /// What a rate or a percentile is counted from.
    struct Counts {
        SteadyTime taken_at;
        std::uint64_t cycles = 0, states = 0;
        Histogram lateness, round_trip;
    };
    Counts count(SteadyTime now) const;
    LiveNumbers compare(const Counts& counts, const CycleRecord& record) const;
    LiveLink compare_link(const Counts& counts, double seconds) const;

    LiveSources sources_;
    SteadyTime next_;
    Counts before_;  ///< of the line before
    SideThread<LiveNumbers> teller_;
};

}  // namespace gateway
