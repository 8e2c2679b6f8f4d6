// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/entry_type.hpp>
#include <ddc/interface/layout.hpp>
#include <ddc/table.hpp>

#include <optional>
#include <string>
#include <vector>

namespace ddc::command {

/// An entry that has a name in a program's interface.
struct NamedEntry {
    Id id = 0;
    /// `running`, `interface_string[0]`, `slot_offset[3]`, `true_position.x`, ...
    std::string name;
    interface::ElementKind kind = interface::ElementKind::real64;
    std::string unit;
};

/// A program as its header and interface describe it.
struct Program {
    Id reference_id = 0;
    interface::InterfaceType type = interface::InterfaceType::basic;
    bool running = false;
    interface::ProgramInterface description;
    interface::Layout layout;
    /// The entries of the header, and all other valid entries, by id.
    std::vector<NamedEntry> entries;
    /// One past the last of its entries.
    Id end = 0;
    /// Errors of the interface or the layout; empty if they are valid.
    std::vector<std::string> problems;

    bool has_ports() const { return problems.empty(); }
    const NamedEntry* find(const std::string& name) const;
    const NamedEntry* find(Id id) const;
};

/// The reference ids at which a program's header begins.
std::vector<Id> find_programs(const Table& table);

/// Reads the program at a reference id; nothing if no header begins there.
std::optional<Program> read_program(const Table& table, Id reference_id);

}  // namespace ddc::command
