// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/histogram.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace gateway {

/// How long the STATEs of a remote vehicle were under way, beyond the smallest time; see
/// vds1::Client.
struct LagSummary {
    std::shared_ptr<const Histogram> lag;  ///< null or empty if it was not measured
    std::uint64_t late_states = 0;         ///< whose lag exceeded the limit
    std::optional<double> clock_offset_s, clock_drift_ppm;  ///< of the vehicle's clock
};

/// "p50 80.0 us, p99 210.0 us, max 900.0 us, 2 late, clock +12.5 ppm"
std::string text_of(const LagSummary& summary);

/// Adds `late_states`, `lag_us`, `clock_offset_s` and `clock_drift_ppm`; the last three are null if
/// they were not measured.
void add_to_json(const LagSummary& summary, nlohmann::ordered_json& json);

}  // namespace gateway
