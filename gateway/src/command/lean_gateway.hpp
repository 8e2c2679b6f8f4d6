// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// The ddc-gateway command with `run` and `validate` alone, which need little to be compiled. Its
/// help has all verbs.
/// @param arguments without the program's name
/// @param control ends, pauses or scales the run
/// @return the exit code, as that of run(); nothing if it takes ddc-gateway-full: then nothing was
/// done
std::optional<int> run_lean(const std::vector<std::string>& arguments, std::ostream& out,
                            std::ostream& err, RunControl& control);

}  // namespace gateway
