// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/elements.hpp>
#include <ddc/types.hpp>

namespace ddc::interface {

/// The type in the table of an entry that holds such an element.
inline Type entry_type(ElementKind kind) {
    switch (kind) {
        case ElementKind::boolean:
            return Type::boolean;
        case ElementKind::int32:
            return Type::int32;
        case ElementKind::real64:
            return Type::real64;
        case ElementKind::string:
            return Type::string;
    }
    return Type::no_data;
}

}  // namespace ddc::interface
