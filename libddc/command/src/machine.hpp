// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/inspect.hpp>

#include <string>
#include <vector>

namespace ddc::command {

/// What of this machine, user and session may cost tables or time, each with the line that helps:
/// a logind that deletes the table with its owner's last session, little shared memory, and no
/// right to real-time priority or to locked memory.
std::vector<std::string> machine_warnings(const Diagnosis& diagnosis);

}  // namespace ddc::command
