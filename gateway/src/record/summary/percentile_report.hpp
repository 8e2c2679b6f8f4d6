// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/histogram.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace gateway {

/// "p50 1.0 us, p99 2.5 us, max 3.0 us"; "-" if nothing was measured.
/// @param scale the unit of the numbers, in microseconds
std::string microseconds(const Percentiles& numbers, double scale = 1);

/// The object in summaries: `p50`, `p99` and `max`.
nlohmann::ordered_json to_json(const Percentiles& numbers);

}  // namespace gateway
