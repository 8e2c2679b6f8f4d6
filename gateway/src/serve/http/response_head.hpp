// SPDX-License-Identifier: MIT
#pragma once

#include "http.hpp"

namespace gateway::data_port {

/// The head of a response.
/// @param is_last the connection is closed after the response
std::string head_of(const Response& response, bool is_last);
/// The head of a stream of events. The connection is closed at the end of the stream.
std::string head_of_stream();
/// The reply that turns a connection into a WebSocket.
std::string head_of(const WebSocketOpening& opening);

}  // namespace gateway::data_port
