// SPDX-License-Identifier: MIT
#pragma once

#include "summary/realtime_statistics.hpp"

#include <gateway/base/log.hpp>
#include <gateway/protocol/vds1/client.hpp>
#include "realtime/side_thread.hpp"
#include "time/realtime_pacer.hpp"

#include <optional>

namespace gateway {

/// The objects that a live line reports about; all outlive it.
struct LiveSources {
    const Controller& controller;
    const RealtimePacer& pacer;
    const RealtimeStatistics& statistics;
    const vds1::Client* link;  ///< null if the vehicle is not a VDS1 peer
};

/// The values of a line about a VDS1 peer.
struct LiveVds1 {
    double states_per_s = 0;
    std::optional<double> state_age_ms;       ///< empty before the first STATE
    std::optional<double> round_trip_p50_ms;  ///< empty if not measured
    std::optional<double> state_lag_p99_ms;   ///< empty if not measured
    std::uint64_t states_late = 0;            ///< since the start
    std::uint64_t states_lost = 0;            ///< since the start
    std::uint64_t states_not_ours = 0;        ///< since the start
    bool is_ignored = false;
};

/// The values of a line. Rates and percentiles are those since the previous line.
struct LiveNumbers {
    SimTime sim_time{0};
    double cycles_per_s = 0;
    std::optional<double> lateness_p99_us;
    std::uint64_t skipped = 0;  ///< since the start
    std::optional<double> output_age_ms;
    ControllerState program = ControllerState::none;
    bool is_fresh = true;
    bool is_failsafe = false;
    bool is_manual = false;
    std::optional<LiveVds1> link;
};

/// "2.0 s, 100.0 cycles/s, late p99 55 us, ..."; "-" for values that were not measured.
std::string live_text(const LiveNumbers& numbers);

/// Logs a line about a realtime run once a second.
class LiveLine : public Observer {
  public:
    LiveLine(const LiveSources& sources, const Log& log);

    void after_cycle(const CycleRecord& record) override;

  private:
    /// The counts from which rates and percentiles are computed.
    struct Counts {
        SteadyTime taken_at;
        std::uint64_t cycles = 0, states = 0;
        Histogram lateness, round_trip, state_lag;
    };
    Counts count(SteadyTime now) const;
    LiveNumbers compare(const Counts& counts, const CycleRecord& record) const;
    LiveVds1 compare_link(const Counts& counts, double seconds) const;

    LiveSources sources_;
    SteadyTime next_;
    Counts before_;  ///< at the previous line
    SideThread<LiveNumbers> log_thread_;
};

}  // namespace gateway
