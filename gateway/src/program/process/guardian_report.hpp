// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gateway {

/// A packet from ddc-guardian to the gateway over their socket. In the other direction any packet
/// requests the end of the program; a closed socket means that the gateway has ended.
struct GuardianReport {
    enum class What : std::int32_t {
        cannot_start,  ///< value: errno
        started,       ///< value: the program's pid
        ended,         ///< value: its status as waitpid() gives it
    } what;
    std::int32_t value;
};

}  // namespace gateway
