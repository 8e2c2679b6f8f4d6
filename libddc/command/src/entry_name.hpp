// SPDX-License-Identifier: MIT
#pragma once

#include "program.hpp"

#include <ddc/interface/types.hpp>
#include <ddc/table.hpp>

#include <optional>
#include <string>
#include <vector>

/// What a name on the command line stands for.
///
/// | written                          | means                                                    |
/// | -------------------------------- | -------------------------------------------------------- |
/// | `0x4003`, `0x4000+3`             | the entry of that id                                     |
/// | `0x4000/running`                 | a header entry of the program at 0x4000                  |
/// | `0x4000/true_position`           | a port as one value: `[1.5, 2.0]`                        |
/// | `0x4000/true_position.x`, `...[3]` | one entry of a port                                    |
/// | `0x3000/operation_mode`         | what a gateway shows of the first program of its run     |
/// | `4000`, `4000/running`, `4000+3` | a reference id may leave out its 0x, as programs write it |
namespace ddc::command {

/// An entry, or the consecutive entries of a port that make one value.
struct Target {
    /// In its longest form: `0x4000/true_velocity`, or `0x0007` for an entry without a meaning.
    std::string name;
    Id first = 0;
    /// What its entries should hold; empty if nothing is known of a single one.
    std::vector<interface::ElementKind> kinds;
    /// Of a port that is named as a whole.
    std::optional<interface::DataType> type;
    std::string unit;

    Id count() const { return type ? static_cast<Id>(kinds.size()) : 1; }
};

/// The reference id of a program: hexadecimal with or without 0x, 0x4000 or more.
/// @throws UsageError
Id parse_reference_id(const std::string& text);

/// The program at a reference id. @throws Failure naming the programs there are
Program require_program(const Table& table, Id reference_id);

/// One entry or port. @throws UsageError, Failure
Target resolve(const Table& table, const std::string& text);

/// How a program is taken apart.
enum class Detail {
    entries,  ///< into all of its entries
    ports,    ///< into the header's nine entries, and each port as one value (of a SOCKET port
              ///< its descriptor)
};

/// What a list of names stands for, where an id at which a program begins stands for all that
/// belongs to it, and no name at all for every entry that has a meaning or holds something.
/// @throws UsageError, Failure
std::vector<Target> select(const Table& table, const std::vector<std::string>& texts,
                           Detail detail = Detail::entries);

}  // namespace ddc::command
