// SPDX-License-Identifier: MIT
#include "web_socket.hpp"

#include "text/text.hpp"

#include <sys/types.h>
// sha1.h requires these types.
#include <sha1.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace gateway::data_port {
namespace {

/// Limit of the bytes of one write.
constexpr std::size_t enough_for_a_write = std::size_t{256} * 1024;
/// Limit of the pongs that are queued for a client that does not read.
constexpr std::size_t most_answers = 65536;
constexpr std::size_t longest_control = 125;

std::string base64(const std::uint8_t* data, std::size_t size) {
    constexpr const char* digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < size; i += 3) {
        std::uint32_t group = 0;
        for (std::size_t j = 0; j < 3; ++j) group = group << 8U | (i + j < size ? data[i + j] : 0U);
        for (std::size_t j = 0; j < 4; ++j)
            text += i + j <= size ? digits[group >> (18U - 6U * j) & 63U] : '=';
    }
    return text;
}

/// Sec-WebSocket-Accept of a key (RFC 6455, 4.2.2).
std::string accept_of(const std::string& key) {
    const std::string text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    SHA1_CTX context;
    std::array<std::uint8_t, SHA1_DIGEST_LENGTH> digest{};
    SHA1Init(&context);
    SHA1Update(&context, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    SHA1Final(digest.data(), &context);
    return base64(digest.data(), digest.size());
}

/// The elements of a header's list, such as `keep-alive, Upgrade`.
std::vector<std::string> items_of(const std::string& header) {
    std::vector<std::string> items;
    for (std::size_t at = 0; at <= header.size();) {
        const std::size_t end = std::min(header.find(',', at), header.size());
        items.emplace_back(trimmed(std::string_view(header).substr(at, end - at), " \t"));
        at = end + 1;
    }
    return items;
}

bool has_word(const std::string& header, const char* word) {
    const auto items = items_of(lower(header));
    return std::find(items.begin(), items.end(), word) != items.end();
}

/// Whether a key is 16 bytes in base64.
bool is_key(const std::string& key) {
    const auto is_digit = [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '+' || c == '/';
    };
    return key.size() == 24 && key.compare(22, 2, "==") == 0 &&
           std::all_of(key.begin(), key.end() - 2, is_digit);
}

/// Whether the payload of a close frame is empty, or a code and a reason (RFC 6455, 7.4.1).
bool is_close(std::string_view payload) {
    if (payload.empty()) return true;
    if (payload.size() < 2 || !is_utf8(payload.substr(2))) return false;
    const unsigned code = static_cast<unsigned>(static_cast<unsigned char>(payload[0])) << 8U |
                          static_cast<unsigned char>(payload[1]);
    return (code >= 1000 && code < 1012 && code != 1004 && code != 1005 && code != 1006) ||
           (code >= 3000 && code < 5000);
}

bool is_control(Opcode opcode) {
    return static_cast<unsigned>(opcode) >= 8;
}

std::uint64_t big_endian(const char* bytes, std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
        value = value << 8U | static_cast<unsigned char>(bytes[i]);
    return value;
}

Response bad_request(const std::string& detail) {
    return problem(400, detail);
}

}  // namespace

void append_frame(Opcode opcode, std::string_view head, std::string_view payload,
                  std::string& out) {
    const std::size_t size = head.size() + payload.size();
    out += static_cast<char>(0x80U | static_cast<unsigned>(opcode));
    const std::size_t width = size < 126 ? 0 : size < 65536 ? 2 : 8;
    out += static_cast<char>(width == 0 ? size : width == 2 ? 126 : 127);
    for (std::size_t i = width; i-- > 0;) out += static_cast<char>(size >> (8 * i) & 255U);
    out += head;
    out += payload;
}

void append_close(CloseCode code, std::string& out) {
    const auto number = static_cast<unsigned>(code);
    const char bytes[2] = {static_cast<char>(number >> 8U), static_cast<char>(number & 255U)};
    append_frame(Opcode::close, {}, {bytes, 2}, out);
}

struct WebSocketReader::Head {
    bool is_final = false;
    unsigned reserved = 0;
    Opcode opcode = Opcode::text;
    bool is_masked = false;
    std::size_t bytes = 0;  ///< length of the head itself
    std::uint64_t size = 0;
    char mask[4] = {};
};

/// @return nothing if the head is incomplete
std::optional<WebSocketReader::Head> WebSocketReader::read_head() {
    if (bytes_.size() < 2) return std::nullopt;
    const auto first = static_cast<unsigned char>(bytes_[0]),
               second = static_cast<unsigned char>(bytes_[1]);
    Head head;
    head.is_final = (first & 0x80U) != 0;
    head.reserved = first & 0x70U;
    head.opcode = static_cast<Opcode>(first & 0x0FU);
    head.is_masked = (second & 0x80U) != 0;
    const unsigned length = second & 0x7FU;
    const std::size_t width = length < 126 ? 0 : length == 126 ? 2 : 8;
    head.bytes = 2 + width + (head.is_masked ? 4 : 0);
    if (bytes_.size() < head.bytes) return std::nullopt;
    head.size = width == 0 ? length : big_endian(bytes_.data() + 2, width);
    if (head.is_masked) bytes_.copy(head.mask, 4, 2 + width);
    return head;
}

CloseCode WebSocketReader::check(const Head& head) const noexcept {
    const auto opcode = static_cast<unsigned>(head.opcode);
    const bool is_known = opcode <= 2 || (opcode >= 8 && opcode <= 10);
    if (head.reserved != 0 || !head.is_masked || !is_known) return CloseCode::protocol_error;
    if (is_control(head.opcode))
        return head.is_final && head.size <= longest_control ? CloseCode::none
                                                             : CloseCode::protocol_error;
    if ((head.opcode == Opcode::continuation) != begun_.has_value())
        return CloseCode::protocol_error;
    const std::size_t before = begun_ ? begun_->data.size() : 0;
    return head.size > most_bytes_ - before ? CloseCode::too_big : CloseCode::none;
}

std::optional<WebSocketReader::Message> WebSocketReader::next() {
    while (error_ == CloseCode::none) {
        const auto head = read_head();
        if (!head) return std::nullopt;
        error_ = check(*head);
        if (error_ != CloseCode::none || bytes_.size() - head->bytes < head->size)
            return std::nullopt;
        std::string payload = bytes_.substr(head->bytes, static_cast<std::size_t>(head->size));
        bytes_.erase(0, head->bytes + payload.size());
        for (std::size_t i = 0; i < payload.size(); ++i)
            payload[i] = static_cast<char>(payload[i] ^ head->mask[i % 4]);
        if (auto message = whole(*head, std::move(payload))) return message;
    }
    return std::nullopt;
}

/// @return nothing if frames are missing, or the message is invalid
std::optional<WebSocketReader::Message> WebSocketReader::whole(const Head& head,
                                                               std::string payload) {
    if (is_control(head.opcode)) {
        if (head.opcode == Opcode::close && !is_close(payload)) {
            error_ = CloseCode::protocol_error;
            return std::nullopt;
        }
        return Message{head.opcode, std::move(payload)};
    }
    if (head.opcode == Opcode::continuation)
        begun_->data += payload;
    else
        begun_ = Message{head.opcode, std::move(payload)};
    if (!head.is_final) return std::nullopt;
    Message message = std::move(*begun_);
    begun_.reset();
    if (message.opcode == Opcode::text && !is_utf8(message.data)) {
        error_ = CloseCode::not_utf8;
        return std::nullopt;
    }
    return message;
}

bool asks_for_web_socket(const Request& request) {
    return has_word(request.upgrade, "websocket");
}

Answer open_web_socket(
    const Request& request, const std::vector<std::string>& protocols,
    const std::function<std::shared_ptr<Conversation>(const std::string& protocol)>& begin) {
    if (request.method != "GET" || !asks_for_web_socket(request) ||
        !has_word(request.connection, "upgrade")) {
        Response answer = problem(426, "this path is for WebSockets");
        answer.headers = {{"Upgrade", "websocket"}, {"Connection", "Upgrade"}};
        return answer;
    }
    if (request.socket_version != "13") {
        Response answer = problem(426, "Sec-WebSocket-Version must be 13");
        answer.headers = {{"Sec-WebSocket-Version", "13"}};
        return answer;
    }
    if (!is_key(request.socket_key)) return bad_request("Sec-WebSocket-Key must be 16 bytes");
    const auto offered = items_of(request.socket_protocols);
    const auto chosen = std::find_if(protocols.begin(), protocols.end(), [&](const auto& p) {
        return std::find(offered.begin(), offered.end(), p) != offered.end();
    });
    if (chosen == protocols.end())
        return bad_request("Sec-WebSocket-Protocol must offer " + protocols.front());
    return WebSocketOpening{{{"Upgrade", "websocket"},
                             {"Connection", "Upgrade"},
                             {"Sec-WebSocket-Accept", accept_of(request.socket_key)},
                             {"Sec-WebSocket-Protocol", *chosen}},
                            begin(*chosen)};
}

void WebSocketConnection::receive(std::string_view bytes) {
    if (has_ended_) return;
    reader_.add(bytes);
    while (const auto message = reader_.next()) {
        handle(*message);
        if (has_ended_) return;
    }
    if (reader_.error() != CloseCode::none) end(reader_.error());
}

void WebSocketConnection::handle(const WebSocketReader::Message& message) {
    switch (message.opcode) {
        case Opcode::ping:
            append_frame(Opcode::pong, {}, message.data, answers_);
            return answers_.size() > most_answers ? end(CloseCode::refused) : void();
        case Opcode::close:
            return end(CloseCode::normal);
        case Opcode::text:
        case Opcode::binary: {
            const CloseCode code =
                conversation_->on_message(message.data, message.opcode == Opcode::text);
            return code != CloseCode::none ? end(code) : void();
        }
        case Opcode::continuation:
        case Opcode::pong:
            return;
    }
}

void WebSocketConnection::end(CloseCode code) {
    append_close(code, answers_);
    has_ended_ = true;
}

std::string WebSocketConnection::next() {
    std::string frames;
    frames.swap(answers_);
    if (!has_ended_) conversation_->write_frames(frames, enough_for_a_write);
    return frames;
}

}  // namespace gateway::data_port
