// SPDX-License-Identifier: MIT
#pragma once

#include "http.hpp"

namespace gateway::data_port {

/// The bytes before a body.
/// @param is_last the connection ends behind it
std::string head_of(const Response& response, bool is_last);
/// Of a stream of events, at whose end the connection ends.
std::string head_of_stream();
/// What turns a connection into a WebSocket.
std::string head_of(const WebSocketOpening& opening);

}  // namespace gateway::data_port
