// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/inspect.hpp>

#include <string>
#include <vector>

namespace gateway {

/// The processes that have a table open and are no part of this run: neither descendants of this
/// process, nor a gateway, nor `ddc`. Empty if they cannot be determined.
std::vector<ddc::Process> foreign_processes(const std::string& table);

/// "pid 4711 (autopilot): end it with 'kill 4711'", separated by commas; "a process that cannot be
/// seen from here" for an empty list.
std::string how_to_end(const std::vector<ddc::Process>& processes);

}  // namespace gateway
