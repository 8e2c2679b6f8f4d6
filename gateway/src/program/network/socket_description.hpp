// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/layout.hpp>
#include <ddc/table.hpp>

#include <string>
#include <vector>

namespace gateway {

/// Reads the positions of the queues from the descriptor of a SOCKET port.
/// @param place has the offset of the descriptor; its queues are set
/// @return errors and missing parts, a sentence each
std::vector<std::string> read_queues(const ddc::Table& table, ddc::Id reference_id,
                                     const ddc::interface::Port& port,
                                     ddc::interface::PortPlace& place);

/// The type of the payload; null if the port does not carry packets.
const ddc::interface::DataType* payload_of(const ddc::interface::Port& port);

/// Why the messages of a SOCKET port cannot be transferred, or nothing.
std::string payload_problem(const ddc::interface::Port& port);

}  // namespace gateway
