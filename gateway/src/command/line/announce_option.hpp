// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "control/announcement.hpp"

#include <ddc/command/command_line.hpp>

#include <optional>
#include <string>

namespace gateway {

/// Adds --announce FD. A descriptor that was not handed to this process, or that cannot be written,
/// is a mistake of the command line.
/// @param descriptor stays empty without the option, and in a process that has started anew: the
/// one before it has announced
void add_announce_option(ddc::command::Verb& verb, std::optional<int>& descriptor);

/// Writes the announcement, with this process's pid, and closes the descriptor. No error if its
/// reader has closed it. To be called before the process starts another one.
/// @param descriptor of --announce; nothing is done without
/// @param warn gets what else has failed, such as a reader that reads nothing for two seconds
void announce(std::optional<int> descriptor, Announcement announcement, const Log& warn);

/// An address for people. It has the token where a terminal alone shows it; elsewhere it may be
/// kept, and says how to get the token.
/// @param url such as "http://127.0.0.1:8100/"
/// @param token empty: none is needed
std::string shown_address(const std::string& url, const std::string& token, bool is_terminal);

}  // namespace gateway
