// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>
#include "safety/first_acts.hpp"
#include "safety/safety_filter.hpp"

#include <utility>

namespace gateway {

/// Logs each safety rule when it is triggered for the first time.
class SafetyLog : public Observer {
  public:
    /// @param filter, board have the same rules and outlive this
    SafetyLog(const SafetyFilter& filter, const SafetyBoard& board, Log log)
        : filter_(filter), first_acts_(board), log_(std::move(log)) {}

    void after_cycle(const CycleRecord&) override {
        if (!filter_.acted().empty()) first_acts_.report(log_);
    }

  private:
    const SafetyFilter& filter_;
    FirstActs first_acts_;
    Log log_;
};

}  // namespace gateway
