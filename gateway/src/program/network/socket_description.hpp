// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/layout.hpp>
#include <ddc/table.hpp>

#include <string>
#include <vector>

namespace gateway {

/// Reads from the descriptor of a SOCKET port where its queues lie.
/// @param place with the offset of the descriptor; its queues are set
/// @return what is wrong or not there yet, a sentence each
std::vector<std::string> read_queues(const ddc::Table& table, ddc::Id reference_id,
                                     const ddc::interface::Port& port,
                                     ddc::interface::PortPlace& place);

/// Null if the port carries something else than packets.
const ddc::interface::DataType* payload_of(const ddc::interface::Port& port);

/// Why the messages of a SOCKET port cannot be carried, or nothing.
std::string payload_problem(const ddc::interface::Port& port);

}  // namespace gateway
