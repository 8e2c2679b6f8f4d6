// SPDX-License-Identifier: MIT
#include "protocol.hpp"

#include "../../data_port/web_socket.hpp"

#include <ddc/version.h>

#include <nlohmann/json.hpp>

namespace gateway::foxglove {
namespace {

using nlohmann::ordered_json;

enum : char { message_opcode = 1, time_opcode = 2, response_opcode = 3 };
/// Of a client.
constexpr char call_opcode = 2;
constexpr std::string_view json_encoding = "json";

std::string text_of(const ordered_json& json) {
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

template <class Number>
void append_little_endian(Number number, std::string& to) {
    for (std::size_t i = 0; i < sizeof number; ++i)
        to += static_cast<char>(number >> (8 * i) & 255U);
}

/// Precondition: there are four bytes.
std::uint32_t little_endian(std::string_view bytes) {
    std::uint32_t number = 0;
    for (std::size_t i = 4; i-- > 0;) number = number << 8U | static_cast<unsigned char>(bytes[i]);
    return number;
}

}  // namespace

std::string server_info(const std::string& session_id, bool may_act) {
    ordered_json info{{"op", "serverInfo"},
                      {"name", "ddc-gateway " DDC_VERSION},
                      {"capabilities", {"time"}},
                      {"metadata", ordered_json::object()},
                      {"sessionId", session_id}};
    if (may_act) {
        info["capabilities"] = {"time", "parameters", "parametersSubscribe", "services"};
        info["supportedEncodings"] = {json_encoding};
    }
    return text_of(info);
}

std::string channel_json(const Channel& channel) {
    return text_of({{"id", channel.id},
                    {"topic", channel.topic},
                    {"encoding", "cdr"},
                    {"schemaName", channel.type},
                    {"schema", channel.definition},
                    {"schemaEncoding", "ros2msg"}});
}

std::string advertise(const std::string& channels) {
    return "{\"op\":\"advertise\",\"channels\":[" + channels + "]}";
}

std::string status(StatusLevel level, const std::string& message) {
    return text_of({{"op", "status"}, {"level", static_cast<int>(level)}, {"message", message}});
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

void append_time(std::uint64_t time_ns, std::string& frames) {
    std::string head(1, time_opcode);
    append_little_endian(time_ns, head);
    append_frame(data_port::Opcode::binary, head, {}, frames);
}

}  // namespace gateway::foxglove
