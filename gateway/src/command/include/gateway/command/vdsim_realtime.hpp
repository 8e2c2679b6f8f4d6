// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <iosfwd>
#include <string>
#include <vector>

namespace gateway::vdsim {

/// The vdsim_realtime command, callable in process. It simulates vehicles in real time as VDS1
/// peers.
/// @param arguments without the name of the command
/// @param out receives the statistics (JSON) at the end
/// @param err receives the log
/// @param control stops, pauses or scales the simulation; may be used by another thread
/// @return the exit code: 0 done, 1 failed, 2 invalid arguments or configuration, 3 done but
/// degraded (a vehicle rolled over, or results were lost). No exception is thrown for failures;
/// they are logged
int vdsim_realtime(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
                   RunControl& control);

}  // namespace gateway::vdsim
