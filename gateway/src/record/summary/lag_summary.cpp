// SPDX-License-Identifier: MIT
#include "lag_summary.hpp"

#include "percentile_report.hpp"

#include "evidence/distribution.hpp"

#include <nlohmann/json.hpp>

#include <spdlog/fmt/fmt.h>

namespace gateway {
namespace {

bool is_measured(const LagSummary& s) {
    return s.lag != nullptr && s.lag->count() > 0;
}

}  // namespace

std::string text_of(const LagSummary& s) {
    if (!is_measured(s))
        return "not measured (the timestamps of the STATEs do not advance like a clock, or for "
               "less than 3 s)";
    return fmt::format("{}, {} late, clock {:+.1f} ppm", microseconds(s.lag->percentiles_us()),
                       s.late_states, s.clock_drift_ppm.value_or(0));
}

void add_to_json(const LagSummary& s, nlohmann::ordered_json& json) {
    json["late_states"] = s.late_states;
    for (const char* key : {"lag_us", "clock_offset_s", "clock_drift_ppm"}) json[key] = nullptr;
    if (!is_measured(s)) return;
    json["lag_us"] = to_json(*s.lag);
    json["clock_offset_s"] = s.clock_offset_s.value_or(0);
    json["clock_drift_ppm"] = s.clock_drift_ppm.value_or(0);
}

}  // namespace gateway
