// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace ddc::command {

/// `ddctool`: `ddc get` and `ddc set` by the options that the tool on the device has, for scripts
/// that were written for it.
/// @param args without the command's own name
/// @return exit code, as of run()
int run_ddctool(const std::vector<std::string>& args, std::ostream& out, std::ostream& err);

}  // namespace ddc::command
