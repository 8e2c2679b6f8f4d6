// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace gateway {

/// Whether a key of a summary has a long list that is drawn rather than read or compared: buckets,
/// minutes, and periods around the worst moments.
inline bool is_series_of_evidence(std::string_view key) {
    return key == "buckets" || key == "per_minute" || key == "worst";
}

}  // namespace gateway
