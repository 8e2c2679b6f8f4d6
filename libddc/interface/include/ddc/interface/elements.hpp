// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/types.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ddc::interface {

/// Type of the value that one table entry holds.
enum class ElementKind { boolean, int32, real64, string };

std::string_view to_string(ElementKind kind);

/// One table entry of a value.
struct Element {
    /// The part after the port's name: empty, `.x`, `[3]`, `.pose.yaw`, `[1][2]`, `.length`, ...
    std::string suffix;
    ElementKind kind;
};

/// Number of consecutive entries that a value of that type occupies. Vectors and matrices have no
/// length entry, a dyn_vector has one before its max_size elements, `void` has no entry.
std::size_t element_count(const DataType& type);

/// The entries of a value of that type, in table order: structs field by field, matrices row by
/// row.
std::vector<Element> elements(const DataType& type);

}  // namespace ddc::interface
