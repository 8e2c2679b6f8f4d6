// SPDX-License-Identifier: MIT
#pragma once

/// How the programs of the gateway end; of several that hold, the first of 2, 1, 4, 3.
namespace gateway::exit_code {

constexpr int done = 0;
constexpr int failed = 1;
constexpr int bad_input = 2;  ///< arguments or a configuration that make no sense
constexpr int degraded = 3;   ///< done, but fail-safe in between, or with a loss of data
constexpr int not_met = 4;    ///< done, but a requirement has failed

}  // namespace gateway::exit_code
