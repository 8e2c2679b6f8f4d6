// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <iosfwd>
#include <string>
#include <vector>

namespace gateway {

/// The ddc-gateway command, callable in process.
/// @param arguments without the program's name
/// @param control ends, pauses or scales its runs
/// @return 0 done, 1 failed, 2 bad arguments or configuration, 3 done, but fail-safe in between or
/// with a loss of data
int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
        RunControl& control);

}  // namespace gateway
