// SPDX-License-Identifier: MIT
#pragma once

#include "safety_board.hpp"

#include <gateway/base/log.hpp>
#include "vehicle_interface/rules.hpp"

namespace gateway {

/// Tells of each safety rule when it has acted for the first time, in whatever thread.
class FirstActs {
  public:
    /// @param board outlives it
    explicit FirstActs(const SafetyBoard& board) : board_(board) {}

    /// Tells of those since the last call: "the safety rule finite acts for the first time, at 0.1
    /// s".
    void tell(const Log& log);

  private:
    const SafetyBoard& board_;
    vehicle_interface::Rules told_;
};

}  // namespace gateway
