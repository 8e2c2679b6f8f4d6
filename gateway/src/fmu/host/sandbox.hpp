// SPDX-License-Identifier: MIT
#pragma once

#include "fmu/host_setup.hpp"

#include <sys/types.h>

#include <string>

namespace gateway::fmu_host {

/// Limits this process before it executes code of an FMU: it has no descriptor but its standard
/// streams, ends with its parent, gains no privileges, and has limits on memory, files and, unless
/// the setup allows a tool, on processes and threads. It works in `folder`.
/// @param keeper the parent
/// @throws std::system_error
void enter_sandbox(const HostSetup& setup, const std::string& folder, pid_t keeper);

}  // namespace gateway::fmu_host
