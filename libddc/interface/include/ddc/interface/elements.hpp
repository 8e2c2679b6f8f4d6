// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/types.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ddc::interface {

/// What one table entry holds.
enum class ElementKind { boolean, int32, real64, string };

std::string_view to_string(ElementKind kind);

/// One table entry of a value.
struct Element {
    /// What follows the port's name: empty, `.x`, `[3]`, `.pose.yaw`, `[1][2]`, `.length`, ...
    std::string suffix;
    ElementKind kind;
};

/// Number of consecutive entries a value of that type takes. Vectors and matrices have no length
/// entry, a dyn_vector has one in front of its max_size elements, `void` takes none.
std::size_t element_count(const DataType& type);

/// The entries of a value of that type, in table order: structs field by field, matrices row by
/// row.
std::vector<Element> elements(const DataType& type);

}  // namespace ddc::interface
