// SPDX-License-Identifier: MIT
#pragma once

#include "context.hpp"

#include <ddc/table.hpp>

namespace ddc::command {

/// Adds the flag --yes.
void add_yes(Verb& verb, bool& yes);

/// Asks the user at the terminal whether to go on in spite of `objection`.
/// @throws Failure if that is not wanted, or there is no terminal to ask at
void require_consent(const Context& context, const std::string& objection);

/// Goes on with a table in use only if --yes was given or the user at the terminal agrees.
/// @throws Failure if another process than a ddc command has the table open, or a program in it
/// says that it is running
void require_consent(const Context& context, const Table& table, bool yes);

}  // namespace ddc::command
