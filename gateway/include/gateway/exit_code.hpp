// SPDX-License-Identifier: MIT
#pragma once

/// How the programs of the gateway end; of several that hold, the first of 2, 1, 3.
namespace gateway::exit_code {

constexpr int done = 0;
constexpr int failed = 1;
constexpr int bad_input = 2;  ///< arguments or a configuration that make no sense
constexpr int degraded = 3;   ///< done, but fail-safe in between, or with a loss of data

}  // namespace gateway::exit_code
