// SPDX-License-Identifier: MIT
#pragma once

#include "period.hpp"
#include "thread_counts.hpp"

#include <nlohmann/json_fwd.hpp>

#include <deque>
#include <optional>
#include <vector>

namespace gateway {

/// The ten latest periods of a run, each with the periods within 50 ms of it, and with what the
/// kernel counted for the thread around that time. Any two of them are more than 50 ms apart.
class Moments {
  public:
    /// Periods are added in their order.
    void add(const Period& period);
    /// Counts are added in their order, at least once in 100 ms.
    void add(const ThreadCounts& counts);
    /// No period follows.
    void finish();
    /// A list of objects, the latest period first.
    nlohmann::ordered_json to_json() const;

  private:
    struct Moment {
        Period peak;
        std::vector<Period> periods;
        std::optional<ThreadCounts> before, after;  ///< the counts around `periods`
    };

    bool is_worst(const Period& period) const;
    void open(const Period& period);
    void close();
    std::optional<ThreadCounts> counts_before(SteadyTime time) const;
    static nlohmann::ordered_json to_json(const Moment& moment);

    std::deque<Period> recent_;  ///< of the last 50 ms
    std::deque<ThreadCounts> counts_;
    std::optional<Moment> open_;  ///< its 50 ms have not passed
    std::vector<Moment> worst_;   ///< the latest first
};

}  // namespace gateway
