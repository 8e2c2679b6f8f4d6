// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <iosfwd>
#include <string>
#include <vector>

namespace gateway {

/// The ddc-gateway command, callable in process.
/// @param arguments without the program's name
/// @param stop ends a run in order when it becomes true
/// @return 0 done, 1 failed, 2 bad arguments or configuration, 3 done with fail-safe in between
int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
        const std::atomic<bool>& stop);

}  // namespace gateway
