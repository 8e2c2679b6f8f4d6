// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/profile.hpp>
#include "fault_summary.hpp"
#include "granted_report.hpp"
#include "lag_summary.hpp"
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

/// The packets of the connection to a remote vehicle.
struct Vds1Summary {
    std::uint64_t cmd_sent = 0;
    std::uint64_t cmd_ignored = 0;  ///< number of times the vehicle began to ignore CMDs
    std::uint64_t state_taken = 0;
    std::uint64_t state_lost = 0;
    std::uint64_t state_reordered = 0;
    std::uint64_t state_duplicates = 0;
    std::uint64_t state_refused = 0;   ///< invalid, or from another host
    std::uint64_t state_not_ours = 0;  ///< of another vehicle
    std::uint64_t round_trips = 0;     ///< number measured
    Percentiles round_trip_us;
    LagSummary lag;  ///< of the STATEs
};

struct Evidence;

/// The part of a summary that only realtime runs have.
struct RealtimeSummary {
    Percentiles lateness_us;    ///< start of cycles after their deadlines
    Percentiles output_age_us;  ///< of the outputs used
    std::uint64_t overruns = 0;
    std::uint64_t skipped = 0;
    std::uint64_t pauses = 0;
    std::uint64_t program_silences = 0;
    std::uint64_t vehicle_losses = 0;
    std::uint64_t rejected_outputs = 0;
    std::string never_there;  ///< reason, if the vehicle was lost for the whole run
    std::optional<Vds1Summary> link;
    GrantedSummary scheduling;
    std::shared_ptr<const Evidence> evidence;  ///< null with `evidence: false`
};

/// The results of one program's run. The JSON keys are stable; docs/reference/runs.md lists them.
struct Summary {
    std::string name;
    std::string mode;
    std::string interface;
    std::uint64_t seed = 0;         ///< of the run
    std::vector<Setting> settings;  ///< from the command line
    std::uint64_t cycles = 0;
    double sim_time_s = 0;
    double wall_time_s = 0;
    Percentiles execution_time_s;
    Percentiles cycle_latency_us;
    /// Waits of the gateway for all programs of the run.
    ddc::WaitCounts waits;
    bool has_route = false;
    double route_max_m = 0;
    double route_rms_m = 0;
    double x_m = 0;
    double y_m = 0;
    double yaw_rad = 0;
    double vx_mps = 0;
    std::uint64_t clamped_outputs = 0;
    /// Number of losses of the program, and simulated time in fail-safe.
    std::uint64_t losses = 0;
    double failsafe_s = 0;
    /// Cycles or periods in which the program did not get its inputs.
    std::uint64_t missed_inputs = 0;
    std::uint64_t trace_rows_dropped = 0;
    /// The error of the trace, or empty.
    std::string trace_error;
    std::uint64_t recording_messages_dropped = 0;
    /// The error of the recording, or empty.
    std::string recording_error;
    std::uint64_t ros2_messages_dropped = 0;
    std::optional<RealtimeSummary> realtime;
    /// The filters that changed, refused or withheld commands.
    std::vector<FilterCount> filters;
    /// The activity of the safety rules, if there are any.
    std::optional<SafetySummary> safety;
    /// Not in the JSON. Programs that share a vehicle share its rules.
    RuleReach rule_reach = RuleReach::all;
    /// The results of the manoeuvre, if the route is one.
    std::vector<plant::Finding> manoeuvre;
    /// The SOCKET ports that `sockets` connects.
    std::vector<SocketSummary> sockets;
    /// The faults of the run, if it has any.
    std::vector<FaultSummary> faults;
    /// The result of each requirement.
    std::vector<requirement::Outcome> requirements;
    /// Takeovers between the program and manual control.
    std::uint64_t change_overs = 0;
    std::uint64_t manual_timeouts = 0;
    std::string exit_reason;
    /// The error of the run, or empty.
    std::string error;
    /// The timing profile, if requested.
    std::shared_ptr<const Profile> profile;

    /// The reasons why a run that reached its end was degraded; empty if it was not.
    /// @param is_strict an enforced safety rule that acted is a reason, too
    std::vector<std::string> degradations(bool is_strict = false) const;
    RealtimeSummary& realtime_part() { return realtime ? *realtime : realtime.emplace(); }
    double real_time_factor() const { return wall_time_s > 0 ? sim_time_s / wall_time_s : 0; }
};

/// Prints the summary as text.
void print(const Summary& summary, std::ostream& out);

nlohmann::ordered_json to_json(const Summary& summary);
nlohmann::ordered_json to_json(const FilterCount& count);
nlohmann::ordered_json to_json(const std::vector<plant::Finding>& findings);

}  // namespace gateway
