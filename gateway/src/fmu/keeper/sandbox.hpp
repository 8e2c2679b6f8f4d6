// SPDX-License-Identifier: MIT
#pragma once

#include "fmu/host_setup.hpp"

#include <sys/types.h>

#include <string>

namespace gateway::fmu_host {

/// Limits this process before it executes code of an FMU: it has no descriptor but its standard
/// streams, ends with its parent, gains no privileges, has limits on memory and files, and starts
/// no process unless the setup allows a tool. It works in `folder`.
/// @param keeper the parent
/// @throws std::system_error
void enter_sandbox(const HostSetup& setup, const std::string& folder, pid_t keeper);

}  // namespace gateway::fmu_host
