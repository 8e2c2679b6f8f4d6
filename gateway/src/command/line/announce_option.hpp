// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "control/announcement.hpp"

#include <ddc/command/command_line.hpp>

#include <optional>
#include <string>

namespace gateway {

/// Adds --announce FD. A descriptor that this process has not inherited, or that is not open for
/// writing, is an error of the command line.
/// @param descriptor stays empty without the option, and in a process that restarted itself: it had
/// announced before
void add_announce_option(ddc::command::Verb& verb, std::optional<int>& descriptor);

/// Writes the announcement, with this process's pid, and closes the descriptor. Not an error if the
/// reader has closed its end. Call it before this process starts another one.
/// @param descriptor of --announce; if empty, nothing is done
/// @param warn receives other failures, such as a reader that reads nothing for two seconds
void announce(std::optional<int> descriptor, Announcement announcement, const Log& warn);

/// The text of an address for users. It contains the token if it is shown on a terminal; elsewhere
/// it might be stored, so it says how to get the token instead.
/// @param url such as "http://127.0.0.1:8100/"
/// @param token empty if none is required
std::string shown_address(const std::string& url, const std::string& token, bool is_terminal);

}  // namespace gateway
