// SPDX-License-Identifier: MIT
#pragma once

#include "period.hpp"

#include <gateway/base/histogram.hpp>

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <deque>

namespace gateway {

/// The distributions of each minute of simulated time; of a longer run those of the last day.
class Minutes {
  public:
    void add(const Period& period);
    /// A list of objects, also with the minute that has not ended.
    nlohmann::ordered_json to_json() const;

  private:
    nlohmann::ordered_json current() const;

    std::deque<nlohmann::ordered_json> ended_;
    std::int64_t minute_ = 0;
    std::uint64_t periods_ = 0, overruns_ = 0;  ///< of the minute
    std::array<Histogram, measure_count> values_;
};

}  // namespace gateway
