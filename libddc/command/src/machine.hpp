// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/inspect.hpp>

#include <string>
#include <vector>

namespace ddc::command {

/// Warnings about this machine, user and session, each with a remedy: logind deletes the table when
/// its owner's last session ends, little shared memory, no right to real-time priority or to locked
/// memory.
std::vector<std::string> machine_warnings(const Diagnosis& diagnosis);

}  // namespace ddc::command
