// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/error.hpp>
#include <ddc/interface/types.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ddc::interface {

/// Limits of a text. Nothing beyond them is allocated or processed.
struct Limits {
    static constexpr std::size_t text_length = 1U << 20U;  ///< in bytes
    /// Nesting of data types.
    static constexpr std::size_t type_depth = 8;
    /// Elements of the whole interface; a `void` or an empty struct counts as one.
    static constexpr std::size_t elements = 1U << 16U;
    static constexpr std::size_t ports = 4096;
    /// Keys of one JSON object, hence fields of one struct.
    static constexpr std::size_t keys = 256;
    static constexpr std::size_t enum_variants = 256;
    static constexpr std::size_t tags = 64;
    /// Bytes of one name, variant, tag or version.
    static constexpr std::size_t name_length = 200;
    /// Number of warnings; the last one says that there were more.
    static constexpr std::size_t warnings = 100;
};

/// One line for each tolerated deviation, starting with its path in the JSON.
using Warnings = std::vector<std::string>;

/// Reads the JSON text of a program interface. Deviations of existing programs are accepted and
/// added to `warnings`; docs/reference/program-interface.md lists them.
/// @throws InterfaceError, with the path in the JSON, for everything else: not JSON, not UTF-8, a
/// missing key or one of a wrong type, an unknown type, duplicate keys or port names, an exceeded
/// limit.
ProgramInterface parse(std::string_view json, Warnings& warnings);

/// The newest form on one line: keys in a fixed order, all keys written, `version` unchanged. Equal
/// interfaces give equal bytes. Precondition: names are UTF-8, and no DataTypePtr is null.
std::string to_json(const ProgramInterface& program_interface);

}  // namespace ddc::interface
