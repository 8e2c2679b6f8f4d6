// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/inspect.hpp>

#include <string>
#include <vector>

namespace gateway {

/// The processes that have a table open and are no part of this run: neither one of its programs
/// (this process and all that it has started), nor a gateway, nor `ddc`. Empty if that cannot be
/// found out.
std::vector<ddc::Process> foreign_processes(const std::string& table);

/// "pid 4711 (autopilot): end it with 'kill 4711'", one after the other; "a process that cannot be
/// seen from here" if there is none.
std::string how_to_end(const std::vector<ddc::Process>& processes);

}  // namespace gateway
