// SPDX-License-Identifier: MIT
#include "protocol.hpp"

#include "http/web_socket.hpp"

#include <ddc/version.h>

#include <nlohmann/json.hpp>

#include <cstring>
#include <utility>

namespace gateway::foxglove {
namespace {

using nlohmann::ordered_json;

enum : char { message_opcode = 1, time_opcode = 2, response_opcode = 3, playback_opcode = 5 };
/// Opcodes of messages from a client.
enum : char { call_opcode = 2, playback_request_opcode = 3 };
constexpr std::string_view json_encoding = "json";

std::string text_of(const ordered_json& json) {
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

template <class Number>
void append_little_endian(Number number, std::string& to) {
    for (std::size_t i = 0; i < sizeof number; ++i)
        to += static_cast<char>(number >> (8 * i) & 255U);
}

/// Precondition: there are enough bytes.
template <class Number = std::uint32_t>
Number little_endian(std::string_view bytes) {
    Number number = 0;
    for (std::size_t i = sizeof number; i-- > 0;)
        number = number << 8U | static_cast<unsigned char>(bytes[i]);
    return number;
}

ordered_json json_of(std::uint64_t time_ns) {
    constexpr std::uint64_t second = 1'000'000'000;
    return {{"sec", time_ns / second}, {"nsec", time_ns % second}};
}

}  // namespace

Channel cdr_channel(std::string topic, std::string type, std::string definition) {
    return {0, std::move(topic), "cdr", std::move(type), std::move(definition), "ros2msg"};
}

std::string server_info(const std::string& session_id, const Offer& offer) {
    ordered_json info{{"op", "serverInfo"},
                      {"name", "ddc-gateway " DDC_VERSION},
                      {"capabilities", {"time"}},
                      {"metadata", ordered_json::object()},
                      {"sessionId", session_id}};
    ordered_json& capabilities = info["capabilities"];
    if (offer.has_parameters)
        capabilities.insert(capabilities.end(), {"parameters", "parametersSubscribe"});
    if (offer.has_services) {
        capabilities.push_back("services");
        info["supportedEncodings"] = {json_encoding};
    }
    if (const auto& recording = offer.recording) {
        info["capabilities"].push_back("playbackControl");
        info["dataStartTime"] = json_of(recording->start_ns);
        info["dataEndTime"] = json_of(recording->end_ns);
    }
    return text_of(info);
}

std::string channel_json(const Channel& channel) {
    return text_of({{"id", channel.id},
                    {"topic", channel.topic},
                    {"encoding", channel.encoding},
                    {"schemaName", channel.type},
                    {"schema", channel.definition},
                    {"schemaEncoding", channel.definition_encoding}});
}

std::string advertise(const std::string& channels) {
    return "{\"op\":\"advertise\",\"channels\":[" + channels + "]}";
}

std::string status(StatusLevel level, const std::string& message) {
    return text_of({{"op", "status"}, {"level", static_cast<int>(level)}, {"message", message}});
}

std::string text_frame(const std::string& text) {
    std::string frame;
    append_frame(data_port::Opcode::text, {}, text, frame);
    return frame;
}

void append_message(std::uint32_t subscription, std::uint64_t time_ns, std::string_view message,
                    std::string& frames) {
    std::string head(1, message_opcode);
    append_little_endian(subscription, head);
    append_little_endian(time_ns, head);
    append_frame(data_port::Opcode::binary, head, message, frames);
}

std::optional<ServiceCall> read_service_call(std::string_view message) {
    constexpr std::size_t head_size = 13;
    if (message.size() < head_size || message[0] != call_opcode) return std::nullopt;
    ServiceCall call;
    call.service = little_endian(message.substr(1));
    call.call = little_endian(message.substr(5));
    const std::uint32_t size = little_endian(message.substr(9));
    if (size > message.size() - head_size) return std::nullopt;
    call.encoding = message.substr(head_size, size);
    call.request = message.substr(head_size + size);
    return call;
}

void append_response(const ServiceCall& call, std::string_view response, std::string& frames) {
    std::string head(1, response_opcode);
    append_little_endian(call.service, head);
    append_little_endian(call.call, head);
    append_little_endian(static_cast<std::uint32_t>(json_encoding.size()), head);
    head += json_encoding;
    append_frame(data_port::Opcode::binary, head, response, frames);
}

std::string service_failure(const ServiceCall& call, const std::string& message) {
    return text_of({{"op", "serviceCallFailure"},
                    {"serviceId", call.service},
                    {"callId", call.call},
                    {"message", message}});
}

std::optional<PlaybackRequest> read_playback_request(std::string_view message) {
    constexpr std::size_t head_size = 19;
    if (message.size() < head_size || message[0] != playback_request_opcode) return std::nullopt;
    const auto command = static_cast<unsigned char>(message[1]);
    PlaybackRequest request;
    request.plays = command == 0;
    const std::uint32_t speed_bits = little_endian(message.substr(2));
    std::memcpy(&request.speed, &speed_bits, sizeof request.speed);
    if (message[6] != 0) request.seek_ns = little_endian<std::uint64_t>(message.substr(7));
    request.id = message.substr(head_size);
    if (command > 1 || little_endian(message.substr(15)) != request.id.size()) return std::nullopt;
    return request;
}

void append_playback_state(const PlaybackState& state, std::string& frames) {
    std::uint32_t speed_bits = 0;
    std::memcpy(&speed_bits, &state.speed, sizeof speed_bits);
    std::string head(1, playback_opcode);
    head += static_cast<char>(state.status);
    append_little_endian(state.now_ns, head);
    append_little_endian(speed_bits, head);
    head += static_cast<char>(state.has_seeked);
    append_little_endian(static_cast<std::uint32_t>(state.request.size()), head);
    append_frame(data_port::Opcode::binary, head, state.request, frames);
}

void append_time(std::uint64_t time_ns, std::string& frames) {
    std::string head(1, time_opcode);
    append_little_endian(time_ns, head);
    append_frame(data_port::Opcode::binary, head, {}, frames);
}

}  // namespace gateway::foxglove
