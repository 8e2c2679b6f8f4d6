// SPDX-License-Identifier: MIT
#pragma once

#include "montisim/packet.hpp"

#include <ddc/group.hpp>
#include <ddc/interface/types.hpp>

#include <cstddef>
#include <string_view>

namespace gateway::montisim {

/// Values as in value_codec.hpp, but as JSON: every vector and dyn_vector begins with its length,
/// as in `[2,0.5,1.5]`. For debugging: it allocates.
/// @throws PacketError with the problem and its position in the value
void read_json_value(const ddc::interface::DataType& type, std::string_view text, ddc::Group& group,
                     std::size_t first);
void write_json_value(const ddc::interface::DataType& type, const ddc::Group& group,
                      std::size_t first, PacketBuffer& packet);

}  // namespace gateway::montisim
