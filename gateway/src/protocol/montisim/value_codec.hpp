// SPDX-License-Identifier: MIT
#pragma once

#include "packet.hpp"

#include <ddc/group.hpp>
#include <ddc/interface/types.hpp>

#include <cstddef>

/// The values of ports on the wire, from and to the items of a group, where they lie as in the
/// table.
///
/// | type           | on the wire                                              |
/// | ---            | ---                                                      |
/// | Q              | f64                                                      |
/// | Z, N, N1, enum | i32; of an enum the index of its variant                 |
/// | boolean        | one byte, 0 or 1                                         |
/// | C, vec2, vec3  | two or three f64                                         |
/// | void           | nothing                                                  |
/// | vector         | a count (u16), then so many elements                     |
/// | dyn_vector     | the same                                                 |
/// | matrix         | its elements, row by row                                 |
/// | struct         | its fields in order                                      |
/// | simple_packet  | the address, a text with a zero byte, then the payload   |
///
/// The simulator itself has no binary form of C, matrix, dyn_vector and enum; those here are ours.
namespace gateway::montisim {

/// Reads one value. Of a vector with fewer elements than it has room for the others stay as they
/// are. The group is undefined behind an error. Allocates nothing.
/// @throws PacketError if the payload ends before, there are too many elements, or an enum has no
/// such variant
void read_value(const ddc::interface::DataType& type, PayloadReader& payload, ddc::Group& group,
                std::size_t first);

/// Appends one value to a packet that was begun.
/// @throws PacketError if the length of a dyn_vector is out of range
void write_value(const ddc::interface::DataType& type, const ddc::Group& group, std::size_t first,
                 PacketBuffer& packet);

}  // namespace gateway::montisim
