// SPDX-License-Identifier: MIT
#pragma once

#include "binding/program_description.hpp"

#include <string>
#include <vector>

namespace gateway::fmu {

/// Starts a program in a private table until it has published its interface, and ends it.
/// @param command its file and its arguments
/// @param is_quiet whether its output is discarded
/// @throws std::runtime_error if it cannot be started or publishes no valid interface within 10 s
ProgramDescription probe_program(const std::vector<std::string>& command, ddc::Id reference_id,
                                 bool is_quiet);

}  // namespace gateway::fmu
