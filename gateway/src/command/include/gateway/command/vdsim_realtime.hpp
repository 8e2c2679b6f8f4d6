// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <iosfwd>
#include <string>
#include <vector>

namespace gateway::vdsim {

/// The vdsim_realtime command, callable in process: simulated vehicles as VDS1 peers.
/// @param arguments without the program's name
/// @param control ends it in order
/// @return 0 done, 1 failed, 2 bad arguments or configuration, 3 done, but its results are lost
int vdsim_realtime(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
                   RunControl& control);

}  // namespace gateway::vdsim
