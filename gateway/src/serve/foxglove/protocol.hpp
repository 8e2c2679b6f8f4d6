// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The server side of Foxglove's WebSocket protocol:
/// https://docs.foxglove.dev/docs/sdk/websocket-server. Texts are JSON with a key `op`. Binary
/// messages begin with an opcode; numbers are little endian.
namespace gateway::foxglove {

/// Names of the protocol, the newest first. The versions differ only in playback, which the older
/// one does not have.
inline constexpr const char* newest_protocol = "foxglove.sdk.v1";
inline constexpr const char* protocol_names[] = {newest_protocol, "foxglove.websocket.v1"};

/// A topic as it is advertised to viewers.
struct Channel {
    std::uint32_t id = 0;
    std::string topic;
    std::string encoding;  ///< of its messages
    std::string type;
    std::string definition;
    std::string definition_encoding;
};
/// A topic with messages in CDR and a definition in ros2msg.
Channel cdr_channel(std::string topic, std::string type, std::string definition);

/// The times of a recording.
struct TimeSpan {
    std::uint64_t start_ns = 0, end_ns = 0;
};

enum class StatusLevel { info = 0, warning = 1, error = 2 };

/// What a client may use besides topics.
struct Offer {
    bool has_parameters = false;
    bool has_services = false;
    std::optional<TimeSpan> recording{};  ///< times of a recording that the client can play
};

/// The first message to a client.
/// @param session_id a new one makes the client discard its data
std::string server_info(const std::string& session_id, const Offer& offer);
/// A channel, as an element of `advertise`.
std::string channel_json(const Channel& channel);
/// @param channels elements, separated by commas
std::string advertise(const std::string& channels);
std::string status(StatusLevel level, const std::string& message);
/// A frame with one of these texts.
std::string text_frame(const std::string& text);

/// Appends a message of a topic as a frame.
void append_message(std::uint32_t subscription, std::uint64_t time_ns, std::string_view message,
                    std::string& frames);
/// A client's call of a service. Its views refer to the client's message.
struct ServiceCall {
    std::uint32_t service = 0;
    std::uint32_t call = 0;
    std::string_view encoding;
    std::string_view request;
};
/// @return nothing if the binary message is not a call
std::optional<ServiceCall> read_service_call(std::string_view message);
/// Appends the response to a call as a frame. @param response in JSON
void append_response(const ServiceCall& call, std::string_view response, std::string& frames);
std::string service_failure(const ServiceCall& call, const std::string& message);

enum class PlaybackStatus : std::uint8_t { playing = 0, paused = 1, buffering = 2, ended = 3 };
/// A client's request to a recording's playback. Its view refers to the client's message.
struct PlaybackRequest {
    bool plays = true;  ///< false: pauses
    float speed = 1;    ///< any number, or NaN
    std::optional<std::uint64_t> seek_ns;
    std::string_view id;  ///< of the request, for the reply
};
/// @return nothing if the binary message is not such a request
std::optional<PlaybackRequest> read_playback_request(std::string_view message);
/// The state of playback, also as the reply to a request.
struct PlaybackState {
    PlaybackStatus status = PlaybackStatus::playing;
    std::uint64_t now_ns = 0;
    float speed = 1;
    bool has_seeked = false;
    std::string_view request;  ///< id of the request; empty if there was none
};
void append_playback_state(const PlaybackState& state, std::string& frames);

/// Appends the current time as a frame.
void append_time(std::uint64_t time_ns, std::string& frames);

}  // namespace gateway::foxglove
