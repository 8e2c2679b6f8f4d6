// SPDX-License-Identifier: MIT
#pragma once

#include "fmu/host_block.hpp"
#include "fmu/host_setup.hpp"

#include <string>

namespace gateway::fmu_host {

/// Reads an FMU, executes it and serves the requests in the block, until the end is requested. The
/// process must be in the sandbox.
/// @param folder the private one, an absolute path
/// @return the exit code
int serve(Block& block, const HostSetup& setup, const std::string& folder);

}  // namespace gateway::fmu_host
