// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/histogram.hpp>
#include <gateway/base/time.hpp>

#include <nlohmann/json_fwd.hpp>

#include <atomic>
#include <cstdint>
#include <iosfwd>
#include <string>

namespace gateway::tcp {

/// What sessions count while they run.
struct LiveNumbers {
    std::atomic<std::uint64_t> sessions{0};  ///< open now
    std::atomic<std::uint64_t> cycles{0};
    std::atomic<std::uint64_t> round_trips_ns{0};  ///< of all cycles together
};

/// The values of the last live line, for the next one.
struct LiveLooks {
    SteadyTime at{};
    std::uint64_t sessions = 0;
    std::uint64_t cycles = 0;
    std::uint64_t round_trips_ns = 0;
};

/// "2 sessions, 1034.0 cycles/s, round trip 0.12 ms"; the round trip is the mean since the previous
/// line. @param before is set to the current values
std::string live_text(const LiveNumbers& numbers, SteadyTime now, LiveLooks& before);

/// The counts of a server since its start.
struct ServerSummary {
    std::uint64_t sessions = 0;  ///< accepted connections
    std::uint64_t refused = 0;   ///< refused connections: too many, or not allowed
    std::uint64_t ended = 0;     ///< sessions with END
    std::uint64_t closed = 0;    ///< sessions whose simulator disconnected without END
    std::uint64_t errors = 0;    ///< sessions that ended with an ERROR
    std::uint64_t cycles = 0;
    std::uint64_t dropped_messages = 0;
    /// Time from the arrival of a RUN_CYCLE until the whole answer is passed to the kernel.
    Histogram round_trip;
    std::string last_error;
};

void print(const ServerSummary& summary, std::ostream& out);
nlohmann::ordered_json to_json(const ServerSummary& summary);

}  // namespace gateway::tcp
