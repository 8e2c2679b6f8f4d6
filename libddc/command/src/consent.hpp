// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/table.hpp>

#include "context.hpp"

namespace ddc::command {

/// Adds the flag --yes.
void add_yes(CLI::App& verb, bool& yes);

/// Asks whoever sits at the terminal whether to go on in spite of `objection`.
/// @throws Failure if that is not wanted, or nobody can be asked
void require_consent(const Context& context, const std::string& objection);

/// Disturbs somebody else's work only if --yes was given or whoever sits at the terminal says so.
/// @throws Failure if another process than a ddc command has the table open, or a program in it
/// says that it is running
void require_consent(const Context& context, const Table& table, bool yes);

}  // namespace ddc::command
