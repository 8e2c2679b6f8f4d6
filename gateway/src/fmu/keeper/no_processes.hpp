// SPDX-License-Identifier: MIT
#pragma once

namespace gateway::fmu_host {

/// From now on this process can start threads, but no process and no other program: such system
/// calls fail with EPERM. A limit of the number of processes would include threads, and has no
/// effect for root. PR_SET_NO_NEW_PRIVS must be set.
/// @throws std::system_error
void refuse_processes();

}  // namespace gateway::fmu_host
