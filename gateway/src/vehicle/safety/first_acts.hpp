// SPDX-License-Identifier: MIT
#pragma once

#include "safety_board.hpp"

#include <gateway/base/log.hpp>
#include "vehicle_interface/rules.hpp"

namespace gateway {

/// Reports once for each safety rule that it has acted, from any thread.
class FirstActs {
  public:
    /// @param board must outlive this object
    explicit FirstActs(const SafetyBoard& board) : board_(board) {}

    /// Reports the rules that have acted for the first time since the last call: "safety rule
    /// finite first triggered at 0.1 s".
    void report(const Log& log);

  private:
    const SafetyBoard& board_;
    vehicle_interface::Rules reported_;
};

}  // namespace gateway
