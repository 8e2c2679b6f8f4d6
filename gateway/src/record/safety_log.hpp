// SPDX-License-Identifier: MIT
#pragma once

#include "../filter/safety_filter.hpp"

#include <gateway/log.hpp>
#include <gateway/seams.hpp>

namespace gateway {

/// Tells when a safety rule acts for the first time.
class SafetyLog : public Observer {
  public:
    /// @param filter outlives it
    SafetyLog(const SafetyFilter& filter, const Log& log) : filter_(filter), log_(log) {}

    void after_turn(const TurnRecord& record) override;

  private:
    const SafetyFilter& filter_;
    Log log_;
    vehicle_interface::Rules told_;
};

}  // namespace gateway
