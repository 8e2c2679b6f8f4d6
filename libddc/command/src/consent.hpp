// SPDX-License-Identifier: MIT
#pragma once

#include "context.hpp"

#include <ddc/table.hpp>

namespace ddc::command {

/// Adds the flag --yes.
void add_yes(Verb& verb, bool& yes);

/// Asks the user at the terminal whether to continue in spite of `objection`.
/// @throws Failure if the user does not agree, or there is no terminal
void require_consent(const Context& context, const std::string& objection);

/// Continues with a table in use only if --yes was given or the user at the terminal agrees.
/// @throws Failure if a process other than a ddc command has the table open, or a program in it
/// reports that it is running
void require_consent(const Context& context, const Table& table, bool yes);

}  // namespace ddc::command
