// SPDX-License-Identifier: MIT
#pragma once

#include "program.hpp"

#include <ddc/interface/types.hpp>
#include <ddc/table.hpp>

#include <optional>
#include <string>
#include <vector>

/// Meaning of a name on the command line.
///
/// | written                          | means                                                    |
/// | -------------------------------- | -------------------------------------------------------- |
/// | `0x4003`, `0x4000+3`             | the entry of that id                                     |
/// | `0x4000/running`                 | a header entry of the program at 0x4000                  |
/// | `0x4000/true_position`           | a port as one value: `[1.5, 2.0]`                        |
/// | `0x4000/true_position.x`, `...[3]` | one entry of a port                                    |
/// | `0x3000/operation_mode`         | a gateway's status of the first program of its run      |
/// | `4000`, `4000/running`, `4000+3` | a reference id without 0x, as programs write it           |
namespace ddc::command {

/// An entry, or the consecutive entries of a port that form one value.
struct Target {
    /// The full name: `0x4000/true_velocity`, or `0x0007` for an entry without a name.
    std::string name;
    Id first = 0;
    /// Types that its entries should have; empty for a single entry of unknown type.
    std::vector<interface::ElementKind> kinds;
    /// The type of a whole port.
    std::optional<interface::DataType> type;
    std::string unit;

    Id count() const { return type ? static_cast<Id>(kinds.size()) : 1; }
};

/// The reference id of a program: hexadecimal with or without 0x, 0x4000 or more.
/// @throws UsageError
Id parse_reference_id(const std::string& text);

/// The program at a reference id. @throws Failure with the programs of the table
Program require_program(const Table& table, Id reference_id);

/// One entry or port. @throws UsageError, Failure
Target resolve(const Table& table, const std::string& text);

/// The parts into which a program is expanded.
enum class Detail {
    entries,  ///< all of its entries
    ports,    ///< the header's nine entries, and each port as one value (for a SOCKET port its
              ///< descriptor)
};

/// The targets of a list of names. A program's reference id means all its parts, and an empty list
/// every entry that has a name or is not empty.
/// @throws UsageError, Failure
std::vector<Target> select(const Table& table, const std::vector<std::string>& texts,
                           Detail detail = Detail::entries);

}  // namespace ddc::command
