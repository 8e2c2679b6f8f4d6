// SPDX-License-Identifier: MIT
#pragma once

#include "context.hpp"

/// One function a verb: adds it with its options to the command line.
namespace ddc::command {

void add_list(CLI::App& app, Context& context);
void add_dump(CLI::App& app, Context& context);

}  // namespace ddc::command
