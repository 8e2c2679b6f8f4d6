// SPDX-License-Identifier: MIT
#pragma once

#include "packet.hpp"

#include <ddc/group.hpp>
#include <ddc/interface/types.hpp>

#include <cstddef>

/// Conversion of values of ports between the wire and the items of a group, which are in the order
/// of the entries.
///
/// | type           | on the wire                                              |
/// | ---            | ---                                                      |
/// | Q              | f64                                                      |
/// | Z, N, N1, enum | i32; of an enum the index of its variant                 |
/// | boolean        | one byte, 0 or 1                                         |
/// | C, vec2, vec3  | two or three f64                                         |
/// | void           | nothing                                                  |
/// | vector         | a count (u16), then that many elements                   |
/// | dyn_vector     | as vector                                                |
/// | matrix         | its elements, row by row                                 |
/// | struct         | its fields in order                                      |
/// | simple_packet  | the address (a text with a zero byte), then the payload  |
///
/// The simulator has no binary form of C, matrix, dyn_vector and enum; those here are of this
/// project.
namespace gateway::montisim {

/// Reads one value. If a vector has fewer elements than the port, the other items are unchanged.
/// After an error the items are undefined. Does not allocate.
/// @throws PacketError if the payload is too short, a vector has too many elements, or the index of
/// a variant is out of range
void read_value(const ddc::interface::DataType& type, PayloadReader& payload, ddc::Group& group,
                std::size_t first);

/// Appends one value to a packet that was started.
/// @throws PacketError if the length of a dyn_vector is out of range
void write_value(const ddc::interface::DataType& type, const ddc::Group& group, std::size_t first,
                 PacketBuffer& packet);

}  // namespace gateway::montisim
