// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/table.hpp>

#include <optional>
#include <string>

namespace ddc::command {

/// Converts the names of types in `--type`.
/// @throws UsageError
Type parse_type(const std::string& name);

/// Converts a text to a value of a type: true or 1, 42 or 0x2A, 1.5 or nan, inf or -inf, any text.
/// A number too large for a double is refused.
/// @throws UsageError with what is valid
Value parse_literal(const std::string& text, Type type);

/// The type that a text looks like: bool, int32, double, or else string.
Type guess_type(const std::string& text);

/// Writes a value, or empties the entry if there is none.
Status write(Table& table, Id id, const Value& value);

}  // namespace ddc::command
