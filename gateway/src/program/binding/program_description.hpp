// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/layout.hpp>
#include <ddc/interface/parse.hpp>
#include <ddc/table.hpp>

#include <string>
#include <vector>

namespace gateway {

/// What a program has written about itself into its header.
struct ProgramDescription {
    /// Of `ports`, byte for byte as the program has written it; of a `basic` program ours.
    std::string text;
    ddc::interface::ProgramInterface ports;
    ddc::interface::Layout layout;
    ddc::interface::Warnings warnings;
    /// It declares itself so, which it does before the time mode is written.
    bool is_resettable = false;
};

/// Reads and checks a program's header, interface string and slot table.
/// @return everything that is wrong or not there yet, a sentence each; empty if nothing is
std::vector<std::string> read_description(const ddc::Table& table, ddc::Id reference_id,
                                          ProgramDescription& description,
                                          ddc::interface::EntryOrder order = {});

/// What to tell of SOCKET ports that are connected to nothing.
/// @param carried the names of those that are not
void warn_of_sockets(const std::vector<std::string>& carried, ProgramDescription& description);

/// "0x4003 (interface_string)": how messages name an entry.
std::string entry_name(ddc::Id id, std::string_view name);

}  // namespace gateway
