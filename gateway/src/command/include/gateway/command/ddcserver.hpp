// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <iosfwd>
#include <string>
#include <vector>

namespace gateway::tcp {

/// The ddcserver command, callable in process: simulators that speak MontiSim's TCP protocol drive
/// programs behind the DDC.
/// @param arguments without the program's name
/// @param control ends it in order
/// @return 0 done, 1 failed (with --once also a session that ended with an error), 2 bad arguments
int ddcserver(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
              RunControl& control);

}  // namespace gateway::tcp
