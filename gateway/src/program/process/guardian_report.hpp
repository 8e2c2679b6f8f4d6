// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gateway {

/// What ddc-guardian tells the gateway over their socket, a packet each. The gateway sends one
/// packet of any kind to have the program ended in order; that the socket is closed means that the
/// gateway is dead.
struct GuardianReport {
    enum class What : std::int32_t {
        cannot_start,  ///< value: errno
        started,       ///< value: the program's pid
        ended,         ///< value: its status as waitpid() gives it
    } what;
    std::int32_t value;
};

}  // namespace gateway
