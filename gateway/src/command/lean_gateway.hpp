// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// The ddc-gateway command with the verbs `run` and `validate` only, which use few sources. Its
/// help lists all verbs.
/// @param arguments without the name of the command
/// @param control stops, pauses or scales the run
/// @return the exit code, as run() returns it; nothing if ddc-gateway-full is required, and then
/// nothing was done
std::optional<int> run_lean(const std::vector<std::string>& arguments, std::ostream& out,
                            std::ostream& err, RunControl& control);

}  // namespace gateway
