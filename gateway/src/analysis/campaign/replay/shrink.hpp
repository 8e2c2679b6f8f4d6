// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace gateway::campaign {

/// How far each parameter is from its nominal value, which is 0.
using Rungs = std::vector<std::size_t>;

/// Moves a failing combination towards the nominal one while it still fails: first each parameter
/// alone wholly to its nominal value, then those that are left together, then each alone as far as
/// it goes, by bisection. The result fails; each of its parameters alone one rung nearer does not,
/// where failing does not come and go along its ladder.
/// @param failing a combination that fails
/// @param fails is asked for one nearer to the nominal one; at most about 6 + n (1 + log2 of the
/// rungs) times
Rungs shrink(Rungs failing, const std::function<bool(const Rungs&)>& fails);

}  // namespace gateway::campaign
