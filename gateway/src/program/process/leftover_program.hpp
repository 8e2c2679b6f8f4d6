// SPDX-License-Identifier: MIT
#pragma once

#include "program_peer.hpp"

#include <string>
#include <vector>

namespace gateway {

/// Detects programs left over from an earlier run before this run starts its own: both would answer
/// the same cycles, and the results would be invalid.
///
/// If a program has used these entries before, and a process outside this run has the table open,
/// `running` of all these programs is set to false and watched for 100 ms, since a program sets it
/// in each of its cycles. Otherwise this does not wait. A stopped process cannot be identified as a
/// program; the user is warned.
/// @param starting programs of one table, before any of them is started
/// @return for each, in the same order, why it must not be started, or nothing
std::vector<std::string> leftover_problems(std::vector<ProgramPeer>& starting);

}  // namespace gateway
