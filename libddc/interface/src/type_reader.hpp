// SPDX-License-Identifier: MIT
#pragma once

#include "json_reader.hpp"

#include <ddc/interface/types.hpp>

#include <cstddef>

namespace ddc::interface {

/// A data type and the number of its elements as Limits counts them.
struct SizedType {
    DataType type;
    std::size_t elements;
};

/// Reads the JSON object that describes a data type. Deviations that are accepted are added to
/// `notes`. @throws InterfaceError with the path of the error in the file.
SizedType read_type(const Node& node, Notes& notes);

}  // namespace ddc::interface
