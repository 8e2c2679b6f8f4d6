// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace gateway::fmu {

/// Result of a function of either version. FMI 2.0 also has 5, pending.
enum class Status : int {
    ok = 0,
    warning = 1,  ///< the simulation can continue
    discard = 2,  ///< the call had no effect; another step or value may succeed
    error = 3,    ///< the simulation of this instance cannot continue
    fatal = 4,    ///< no further function of the library may be called
    pending = 5,
};

/// Number of a variable: valueReference.
using Reference = std::uint32_t;

}  // namespace gateway::fmu
