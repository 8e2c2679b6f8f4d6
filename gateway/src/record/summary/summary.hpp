// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/profile.hpp>
#include "requirement/requirement.hpp"
#include "safety/filter_count.hpp"
#include "safety_summary.hpp"
#include "samples.hpp"
#include "setting.hpp"
#include "socket_summary.hpp"

#include <ddc/waits.hpp>
#include <plant/manoeuvre.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// About the way to a remote vehicle.
struct LinkSummary {
    std::uint64_t cmd_sent = 0;
    std::uint64_t cmd_ignored = 0;  ///< how often the vehicle began to ignore them
    std::uint64_t state_taken = 0;
    std::uint64_t state_lost = 0;
    std::uint64_t state_reordered = 0;
    std::uint64_t state_duplicates = 0;
    std::uint64_t state_refused = 0;   ///< broken, or from another host
    std::uint64_t state_not_ours = 0;  ///< of another vehicle
    std::uint64_t round_trips = 0;     ///< measured
    Percentiles round_trip_us;
};

/// What only a realtime run has to say.
struct RealtimeSummary {
    Percentiles lateness_us;    ///< of turns behind their deadlines
    Percentiles output_age_us;  ///< of the outputs taken
    std::uint64_t overruns = 0;
    std::uint64_t skipped = 0;
    std::uint64_t pauses = 0;
    std::uint64_t program_silences = 0;
    std::uint64_t vehicle_losses = 0;
    std::uint64_t rejected_outputs = 0;
    std::string never_there;  ///< why, of a vehicle that was lost for the whole run
    std::optional<LinkSummary> link;
};

/// What is left to say about one program's run. The JSON keys are stable; docs/configuration.md
/// lists them.
struct Summary {
    std::string name;
    std::string mode;
    std::string interface;
    std::uint64_t seed = 0;         ///< of the run
    std::vector<Setting> settings;  ///< of the command line
    std::uint64_t cycles = 0;
    double sim_time_s = 0;
    double wall_time_s = 0;
    Percentiles execution_time_s;
    Percentiles cycle_latency_us;
    /// Of the gateway for programs, all those of the run together.
    ddc::WaitCounts waits;
    bool has_route = false;
    double route_max_m = 0;
    double route_rms_m = 0;
    double x_m = 0;
    double y_m = 0;
    double yaw_rad = 0;
    double vx_mps = 0;
    std::uint64_t clamped_outputs = 0;
    /// How often the program was lost, and for how long the vehicle drove fail-safe for that.
    std::uint64_t losses = 0;
    double failsafe_s = 0;
    /// Cycles or periods whose inputs the program was not shown.
    std::uint64_t missed_inputs = 0;
    std::uint64_t trace_rows_dropped = 0;
    /// What went wrong with the trace, or empty.
    std::string trace_error;
    std::uint64_t recording_messages_dropped = 0;
    /// What went wrong with the recording, or empty.
    std::string recording_error;
    std::uint64_t ros2_messages_dropped = 0;
    std::optional<RealtimeSummary> realtime;
    /// What each filter has done that did something.
    std::vector<FilterCount> filters;
    /// What the safety rules have done, where there are any.
    std::optional<SafetySummary> safety;
    /// Not in the JSON. A guest of another program's vehicle has the rules of that one.
    RuleReach rule_reach = RuleReach::all;
    /// What the manoeuvre showed that is the route, if one is.
    std::vector<plant::Finding> manoeuvre;
    /// Of the SOCKET ports that `sockets` connects.
    std::vector<SocketSummary> sockets;
    /// What came of each requirement, if there are any.
    std::vector<requirement::Outcome> requirements;
    /// Between the program and a person.
    std::uint64_t change_overs = 0;
    std::uint64_t manual_timeouts = 0;
    std::string exit_reason;
    /// What went wrong, or empty.
    std::string error;
    /// Where the time went, if that was asked for.
    std::shared_ptr<const Profile> profile;

    /// Why the run is not what was asked for, although it came to its end; nothing if it is.
    /// @param is_strict no safety rule that is enforced may have acted
    std::vector<std::string> degradations(bool is_strict = false) const;
    RealtimeSummary& realtime_part() { return realtime ? *realtime : realtime.emplace(); }
    double real_time_factor() const { return wall_time_s > 0 ? sim_time_s / wall_time_s : 0; }
};

/// A few lines for people.
void print(const Summary& summary, std::ostream& out);

nlohmann::ordered_json to_json(const Summary& summary);
nlohmann::ordered_json to_json(const FilterCount& count);
nlohmann::ordered_json to_json(const std::vector<plant::Finding>& findings);

}  // namespace gateway
