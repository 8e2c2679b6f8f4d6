// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/error.hpp>
#include <ddc/interface/types.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace ddc::interface {

/// The value of one entry; monostate for an entry with no data. The same type as libddc's Value,
/// in the order of ElementKind.
using ElementValue = std::variant<std::monostate, bool, std::int32_t, double, std::string>;

/// The values of `elements(type)` in the same order.
using ElementValues = std::vector<ElementValue>;

/// Whether the JSON of a vector or a dyn_vector begins with its length (`[2, 0.5, 1.5]`).
enum class Lengths {
    optional,  ///< not written; accepted on reading if it is unambiguous
    required,  ///< written, and required on reading
};

/// The JSON of one value. Numbers and booleans are themselves; C, vec2, vec3 and vectors are plain
/// arrays, a matrix is an array of rows, a struct the array of its fields' values, an enum the name
/// of its variant, a simple_packet `[address, payload]`, void is null. An entry with no data is
/// null; nan and infinities are the strings "nan", "inf" and "-inf".
/// @throws InterfaceError, with the path in the value, if the number or kinds of `values` do not
/// match the type, or an enum index or dyn_vector length is out of range.
nlohmann::json value_to_json(const DataType& type, const ElementValues& values,
                             Lengths lengths = Lengths::optional);

/// The inverse of value_to_json. It returns every element of the type: the unused ones of a
/// dyn_vector are zero, false or the empty string. Null is accepted for void only. Vectors and
/// dyn_vectors may begin with their length (`[2, [1, 2], [3, 4]]`), see Lengths.
/// @throws InterfaceError, with the path in the value, for everything else.
ElementValues value_from_json(const DataType& type, const nlohmann::json& value,
                              Lengths lengths = Lengths::optional);

/// Zero, false or the empty string for every element of the type, as programs initialise theirs.
ElementValues default_values(const DataType& type);

}  // namespace ddc::interface
