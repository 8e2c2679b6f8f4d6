// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/histogram.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace gateway {

/// "p50 1.0 us, p99 2.5 us, max 3.0 us"; "-" where nothing was measured.
/// @param scale microseconds of what the numbers count
std::string microseconds(const Percentiles& numbers, double scale = 1);

/// As every summary has them: `p50`, `p99` and `max`.
nlohmann::ordered_json to_json(const Percentiles& numbers);

}  // namespace gateway
