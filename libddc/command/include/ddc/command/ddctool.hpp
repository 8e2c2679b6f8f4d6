// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace ddc::command {

/// `ddctool`: `ddc get` and `ddc set` with the options of the tool on the device, for scripts that
/// were written for it.
/// @param args without the command's name
/// @return exit code, as for run()
int run_ddctool(const std::vector<std::string>& args, std::ostream& out, std::ostream& err);

}  // namespace ddc::command
