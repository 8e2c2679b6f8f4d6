// SPDX-License-Identifier: MIT
#pragma once

#include "context.hpp"
#include "program.hpp"

#include <ddc/inspect.hpp>

#include <string>
#include <vector>

namespace ddc::command {

/// All programs whose headers are in a table; none if it cannot be read.
std::vector<Program> programs_of(const Context& context, const Diagnosis& diagnosis);

/// What `ddc-gateway run` would be refused for on this table, each with the line that helps:
/// entries that a live process has claimed, a program that waits where a run would start its own,
/// and a table that others may write.
std::vector<std::string> refusals(const Diagnosis& diagnosis, const std::vector<Program>& programs);

}  // namespace ddc::command
