// SPDX-License-Identifier: MIT
#pragma once

/// Exit codes of the gateway's programs. If several apply, the first one of 2, 1, 4, 3 is used.
namespace gateway::exit_code {

constexpr int done = 0;       ///< success
constexpr int failed = 1;     ///< an error, reported on standard error
constexpr int bad_input = 2;  ///< invalid arguments or configuration
constexpr int degraded = 3;   ///< done, but with time in fail-safe or with lost data
constexpr int not_met = 4;    ///< done, but a requirement is not met

}  // namespace gateway::exit_code
