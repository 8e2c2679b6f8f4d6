// SPDX-License-Identifier: MIT
#pragma once

#include "context.hpp"
#include "program.hpp"

#include <ddc/inspect.hpp>

#include <string>
#include <vector>

namespace ddc::command {

/// All programs whose headers are in a table; empty if the table cannot be read.
std::vector<Program> programs_of(const Context& context, const Diagnosis& diagnosis);

/// Reasons for which `ddc-gateway run` would be refused on this table, each with a remedy: entries
/// claimed by a live process, a running program where a run would start one, and a table that other
/// users may write.
std::vector<std::string> refusals(const Diagnosis& diagnosis, const std::vector<Program>& programs);

}  // namespace ddc::command
