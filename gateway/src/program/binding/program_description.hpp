// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/layout.hpp>
#include <ddc/interface/parse.hpp>
#include <ddc/table.hpp>

#include <string>
#include <vector>

namespace gateway {

/// The description that a program has written into its header.
struct ProgramDescription {
    /// Text of `ports`, exactly as the program has written it; generated for a `basic` program.
    std::string text;
    ddc::interface::ProgramInterface ports;
    ddc::interface::Layout layout;
    ddc::interface::Warnings warnings;
    /// The program declares that it can be reset. It does so before the time mode is written.
    bool is_resettable = false;
};

/// Reads and checks a program's header, interface string and slot table.
/// @return errors and missing parts, a sentence each; empty if there are none
std::vector<std::string> read_description(const ddc::Table& table, ddc::Id reference_id,
                                          ProgramDescription& description,
                                          ddc::interface::EntryOrder order = {});

/// Adds a warning for each SOCKET port that is not connected.
/// @param carried the names of those that are
void warn_of_sockets(const std::vector<std::string>& carried, ProgramDescription& description);

/// "0x4003 (interface_string)": how messages name an entry.
std::string entry_name(ddc::Id id, std::string_view name);

}  // namespace gateway
