// SPDX-License-Identifier: MIT
#pragma once

#include "fault/fault.hpp"
#include "requirement/formula.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// When a fault begins or ends.
struct FaultTrigger {
    enum class Kind {
        time,    ///< from a simulated time on
        after,   ///< a time after the begin; for the end only
        route,   ///< once the vehicle is that far along its route
        formula  ///< while a formula holds
    };
    Kind kind = Kind::time;
    SimTime time{0};     ///< of `time` and `after`
    double route_m = 0;  ///< of `route`, from its start
    requirement::Formula formula{};
    /// It acts when the condition becomes true for this time only; 0: each time.
    std::uint64_t occurrence = 0;
};

/// A fault with its schedule and the formulas that judge the reaction to it.
struct PlannedFault {
    Fault fault;
    bool is_enabled = true;               ///< otherwise it begins by hand only
    std::optional<FaultTrigger> from{};   ///< nothing: it begins by hand only
    std::optional<FaultTrigger> until{};  ///< nothing: it does not end by itself
    SimTime ramp{0};                      ///< until it acts in full
    bool has_own_seed = false;            ///< otherwise it depends on the seed of the run
    std::optional<requirement::Formula> detected{}, reacted{}, recovered{};
};

/// All formulas of faults, for the columns that they need.
std::vector<const requirement::Formula*> formulas_of(const std::vector<PlannedFault>& faults);

/// The column of a fault in traces and formulas: `fault.NAME`, 1 while it is active, else 0.
inline std::string fault_column(const std::string& name) {
    return "fault." + name;
}

}  // namespace gateway
