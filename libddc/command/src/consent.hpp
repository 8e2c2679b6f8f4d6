// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/table.hpp>

#include "context.hpp"

namespace ddc::command {

/// Adds the flag --yes.
void add_yes(CLI::App& verb, bool& yes);

/// Refuses to disturb somebody else's work unless --yes was given.
/// @throws Failure if another process than a ddc command has the table open, or a program in it
/// says that it is running
void require_consent(const Table& table, bool yes);

}  // namespace ddc::command
