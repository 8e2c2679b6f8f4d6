// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/histogram.hpp>
#include <gateway/base/time.hpp>

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace gateway {

/// The distribution of a duration over a run, and when it was longest. Adding a value neither
/// allocates nor locks.
class Distribution {
  public:
    /// @param at simulated time
    void add(std::chrono::nanoseconds value, SimTime at) noexcept {
        if (value > values_.max()) max_at_ = at;
        values_.add(value);
    }

    const Histogram& values() const noexcept { return values_; }
    /// Simulated time of the largest value; 0 if there are none.
    SimTime max_at() const noexcept { return max_at_; }

  private:
    Histogram values_;
    SimTime max_at_{0};
};

/// "p50 1.0 us, p99 2.5 us, p99.9 2.9 us, max 3.0 us at 1.250 s"; "-" if nothing was measured.
std::string text_of(const Distribution& distribution);

/// The percentiles from p50 to p99.999 and the maximum in us; null if nothing was measured.
nlohmann::ordered_json percentiles_json(const Histogram& values);

/// The same with `count` and the `buckets`: pairs of an upper edge in us and a count.
nlohmann::ordered_json to_json(const Histogram& values);

/// The same with `max_at_s`.
nlohmann::ordered_json to_json(const Distribution& distribution);

}  // namespace gateway
