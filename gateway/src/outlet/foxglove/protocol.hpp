// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Foxglove's WebSocket protocol, as servers speak it:
/// https://docs.foxglove.dev/docs/sdk/websocket-server. Texts are JSON with a key `op`; binary
/// messages begin with an opcode, numbers are little endian.
namespace gateway::foxglove {

/// By which clients know the protocol, the newest first. What is said is the same.
inline constexpr const char* protocol_names[] = {"foxglove.sdk.v1", "foxglove.websocket.v1"};

/// A topic as viewers know it. Its messages are CDR, its definition is in ros2msg.
struct Channel {
    std::uint32_t id = 0;
    std::string topic;
    std::string type;
    std::string definition;
};

enum class StatusLevel { info = 0, warning = 1, error = 2 };

/// What a viewer is told first. @param session_id another one makes it forget what it has
/// @param may_act parameters and services are offered to it
std::string server_info(const std::string& session_id, bool may_act);
/// One channel, as an item of `advertise`.
std::string channel_json(const Channel& channel);
/// @param channels items, with a comma between two
std::string advertise(const std::string& channels);
std::string status(StatusLevel level, const std::string& message);

/// Appends a message of a topic as a frame.
void append_message(std::uint32_t subscription, std::uint64_t time_ns, std::string_view message,
                    std::string& frames);
/// A client's call of a service. Its bytes are another's.
struct ServiceCall {
    std::uint32_t service = 0;
    std::uint32_t call = 0;
    std::string_view encoding;
    std::string_view request;
};
/// @return nothing if the binary message is no such call
std::optional<ServiceCall> read_service_call(std::string_view message);
/// Appends the answer to it as a frame. @param response in JSON
void append_response(const ServiceCall& call, std::string_view response, std::string& frames);
std::string service_failure(const ServiceCall& call, const std::string& message);

/// And the time that it is.
void append_time(std::uint64_t time_ns, std::string& frames);

}  // namespace gateway::foxglove
