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

/// By which clients know the protocol, the newest first. What is said is the same, but for
/// playback, which the older one does not have.
inline constexpr const char* newest_protocol = "foxglove.sdk.v1";
inline constexpr const char* protocol_names[] = {newest_protocol, "foxglove.websocket.v1"};

/// A topic as viewers know it.
struct Channel {
    std::uint32_t id = 0;
    std::string topic;
    std::string encoding;  ///< of its messages
    std::string type;
    std::string definition;
    std::string definition_encoding;
};
/// One of ours: its messages are CDR, its definition is in ros2msg.
Channel cdr_channel(std::string topic, std::string type, std::string definition);

/// Of a recording, in ns.
struct TimeSpan {
    std::uint64_t start_ns = 0, end_ns = 0;
};

enum class StatusLevel { info = 0, warning = 1, error = 2 };

/// What a viewer is told first. @param session_id another one makes it forget what it has
/// @param may_act parameters and services are offered to it
/// @param recording that it may play; nothing: what it is shown goes on
std::string server_info(const std::string& session_id, bool may_act,
                        const std::optional<TimeSpan>& recording);
/// One channel, as an item of `advertise`.
std::string channel_json(const Channel& channel);
/// @param channels items, with a comma between two
std::string advertise(const std::string& channels);
std::string status(StatusLevel level, const std::string& message);
/// Any of these texts as a frame.
std::string text_frame(const std::string& text);

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

enum class PlaybackStatus : std::uint8_t { playing = 0, paused = 1, buffering = 2, ended = 3 };
/// What a client wants of a recording that is played. Its text is another's.
struct PlaybackRequest {
    bool plays = true;  ///< else it pauses
    float speed = 1;    ///< any number, or none
    std::optional<std::uint64_t> seek_ns;
    std::string_view id;  ///< of the request, to be given back
};
/// @return nothing if the binary message is no such request
std::optional<PlaybackRequest> read_playback_request(std::string_view message);
/// What has become of it.
struct PlaybackState {
    PlaybackStatus status = PlaybackStatus::playing;
    std::uint64_t now_ns = 0;
    float speed = 1;
    bool has_seeked = false;
    std::string_view request;  ///< its id; empty if there was none
};
void append_playback_state(const PlaybackState& state, std::string& frames);

/// And the time that it is.
void append_time(std::uint64_t time_ns, std::string& frames);

}  // namespace gateway::foxglove
