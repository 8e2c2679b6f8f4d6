// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <iosfwd>
#include <string>
#include <vector>

namespace gateway::tcp {

/// The ddcserver command, callable in process. It lets simulators that use MontiSim's TCP protocol
/// drive VCG programs through the DDC.
/// @param arguments without the name of the command
/// @param out receives the results, such as a summary
/// @param err receives the log
/// @param control its `stop` ends the server in order; may be set by another thread
/// @return the exit code: 0 done, 1 failed (with --once also if the session ended with an error),
/// 2 invalid arguments or configuration. No exception is thrown for them; they are logged
int ddcserver(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
              RunControl& control);

}  // namespace gateway::tcp
