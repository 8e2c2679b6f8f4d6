// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <iosfwd>
#include <string>
#include <vector>

namespace gateway {

/// The ddc-gateway command with all verbs, callable in process.
/// @param arguments without the name of the command
/// @param out receives the results, such as a summary
/// @param err receives the log, and progress lines if it is a terminal
/// @param control stops, pauses or scales the runs; may be used by another thread
/// @return the exit code: 0 done, 1 failed, 2 invalid arguments or configuration, 3 done but
/// degraded (the vehicle was in fail-safe, or data were lost), 4 a requirement was not met. No
/// exception is thrown for failures; they are logged
int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
        RunControl& control);

}  // namespace gateway
