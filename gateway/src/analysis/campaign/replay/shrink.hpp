// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace gateway::campaign {

/// The distance of each parameter from its nominal value, as an index of its intermediate values; 0
/// is the nominal value.
using Distances = std::vector<std::size_t>;

/// What a run with other values shows.
enum class Trial {
    fails,
    passes,
    error,  ///< neither: the run has no verdict
};

/// Moves a failing combination towards the nominal one while it still fails: first each parameter
/// completely to its nominal value, then the remaining ones together, then each one as far as
/// possible, by bisection. Where a combination is an error, up to two others are tried instead of
/// it. The result fails. If any of its parameters is moved nearer by 1 it does not fail, provided
/// that along each parameter all values from some value on fail.
/// @param failing a combination that fails
/// @param attempt tries a nearer combination; called at most about 6 + n (1 + log2(distance))
/// times, with errors up to three times as often
Distances shrink(Distances failing, const std::function<Trial(const Distances&)>& attempt);

}  // namespace gateway::campaign
