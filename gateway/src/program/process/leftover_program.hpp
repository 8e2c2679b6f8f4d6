// SPDX-License-Identifier: MIT
#pragma once

#include "program_peer.hpp"

#include <string>
#include <vector>

namespace gateway {

/// Looks for programs that were left over where a run is about to start its own: the two would
/// answer its cycles by turns, and its results would be of neither.
///
/// If a program has been there before, and a process that is no part of this run has the table
/// open, `running` of all these programs is set to false and watched for 100 ms, since a program
/// sets it in each of its cycles. Else nothing is waited for. Of a stopped one, whose program
/// cannot be seen, the user is warned.
/// @param starting programs of one table, before any of them is started
/// @return for each, in their order, why it must not be started, or nothing
std::vector<std::string> leftover_problems(std::vector<ProgramPeer>& starting);

}  // namespace gateway
