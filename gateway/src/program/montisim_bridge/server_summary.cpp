// SPDX-License-Identifier: MIT
#include "server_summary.hpp"

#include "summary/percentile_report.hpp"

#include <ddc/interface/visible.hpp>

#include <nlohmann/json.hpp>

#include <spdlog/fmt/fmt.h>

#include <ostream>

namespace gateway::tcp {

std::string live_text(const LiveNumbers& numbers, SteadyTime now, LiveLooks& before) {
    const LiveLooks look{now, numbers.sessions, numbers.cycles, numbers.round_trips_ns};
    const double seconds = std::chrono::duration<double>(look.at - before.at).count();
    const std::uint64_t cycles = look.cycles - before.cycles;
    const auto spent_ns = static_cast<double>(look.round_trips_ns - before.round_trips_ns);
    const std::string round_trip =
        cycles > 0 ? fmt::format(", round trip {:.2f} ms", spent_ns / 1e6 / double(cycles)) : "";
    before = look;
    return fmt::format("{} session{}, {:.1f} cycles/s{}", look.sessions,
                       look.sessions == 1 ? "" : "s", double(cycles) / seconds, round_trip);
}

void print(const ServerSummary& s, std::ostream& out) {
    const auto line = [&](const char* name, const std::string& value) {
        out << fmt::format("{:<18}{}\n", name, value);
    };
    line("sessions", fmt::format("{}: {} ended, {} closed without END, {} with an error",
                                 s.sessions, s.ended, s.closed, s.errors));
    if (s.refused > 0) line("refused", fmt::format("{} connections", s.refused));
    line("cycles", std::to_string(s.cycles));
    if (s.cycles > 0) line("round trip", microseconds(s.round_trip.percentiles_us()));
    if (s.dropped_messages > 0)
        line("dropped", fmt::format("{} messages without room", s.dropped_messages));
    if (s.errors > 0) line("last error", ddc::interface::visible(s.last_error));
}

nlohmann::ordered_json to_json(const ServerSummary& s) {
    nlohmann::ordered_json json{{"sessions", s.sessions},
                                {"refused", s.refused},
                                {"ended", s.ended},
                                {"closed", s.closed},
                                {"errors", s.errors},
                                {"cycles", s.cycles},
                                {"dropped_messages", s.dropped_messages},
                                {"round_trip_us", nullptr},
                                {"last_error", nullptr}};
    if (s.cycles > 0) json["round_trip_us"] = to_json(s.round_trip.percentiles_us());
    if (s.errors > 0) json["last_error"] = ddc::interface::visible(s.last_error);
    return json;
}

}  // namespace gateway::tcp
