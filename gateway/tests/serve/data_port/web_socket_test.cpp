// SPDX-License-Identifier: MIT
#include "http/web_socket.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace web_socket_test {

using namespace gateway::data_port;

namespace {

using Message = WebSocketReader::Message;
constexpr std::size_t most = 1000;

/// A client's frame. @param first the byte with the opcode
std::string masked(unsigned first, const std::string& payload) {
    const char mask[] = "\x37\xfa\x21\x3d";
    std::string frame(1, static_cast<char>(first));
    if (payload.size() < 126) {
        frame += static_cast<char>(0x80U | payload.size());
    } else {
        frame += '\xfe';
        frame += static_cast<char>(payload.size() >> 8U);
        frame += static_cast<char>(payload.size() & 255U);
    }
    frame.append(mask, 4);
    for (std::size_t i = 0; i < payload.size(); ++i)
        frame += static_cast<char>(payload[i] ^ mask[i % 4]);
    return frame;
}

std::vector<Message> all_of(WebSocketReader& reader) {
    std::vector<Message> messages;
    while (auto message = reader.next()) messages.push_back(std::move(*message));
    return messages;
}

CloseCode error_of(const std::string& bytes) {
    WebSocketReader sut(most);
    sut.add(bytes);
    all_of(sut);
    return sut.error();
}

Request upgrade() {
    Request request;
    request.method = "GET";
    request.upgrade = "websocket";
    request.connection = "Upgrade";
    request.socket_key = "dGhlIHNhbXBsZSBub25jZQ==";
    request.socket_version = "13";
    request.socket_protocols = "other, chat";
    return request;
}

/// Echoes its messages.
struct Echo : Conversation {
    CloseCode on_message(std::string_view message, bool is_text) override {
        heard = message;
        append_frame(is_text ? Opcode::text : Opcode::binary, {}, message, waiting);
        return message == "refuse me" ? CloseCode::refused : CloseCode::none;
    }
    void write_frames(std::string& frames, std::size_t /*enough_bytes*/) override {
        frames += waiting;
        waiting.clear();
    }
    std::string heard, waiting;
};

}  // namespace

TEST_CASE("WebSocket: the examples of RFC 6455 are read and written") {
    WebSocketReader sut(most);
    sut.add("\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58");
    const auto message = sut.next();
    REQUIRE(message);
    CHECK(message->opcode == Opcode::text);
    CHECK(message->data == "Hello");
    std::string frames;
    append_frame(Opcode::text, "Hel", "lo", frames);
    CHECK(frames == "\x81\x05Hello");
    const Answer answer = open_web_socket(
        upgrade(), {"chat"}, [](const std::string&) { return std::make_shared<Echo>(); });
    const auto* const opening = std::get_if<WebSocketOpening>(&answer);
    REQUIRE(opening != nullptr);
    CHECK(opening->headers[2].second == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    CHECK(opening->headers[3].second == "chat");
}

TEST_CASE("WebSocket: lengths are written in the shortest form") {
    for (const auto& [size, head] : {std::pair<std::size_t, std::string>{125, {"\x82\x7d", 2}},
                                     {126, {"\x82\x7e\x00\x7e", 4}},
                                     {65535, {"\x82\x7e\xff\xff", 4}},
                                     {65536, {"\x82\x7f\x00\x00\x00\x00\x00\x01\x00\x00", 10}}}) {
        std::string frame;
        append_frame(Opcode::binary, {}, std::string(size, 'x'), frame);
        CHECK(frame.substr(0, head.size()) == head);
        CHECK(frame.size() == head.size() + size);
    }
}

TEST_CASE("WebSocket: messages are read with any division of their bytes") {
    const std::string long_text(500, 'x');
    const std::string bytes = masked(0x81, "one") + masked(0x02, "two ") + masked(0x89, "ping") +
                              masked(0x00, "and ") + masked(0x80, "three") +
                              masked(0x81, long_text) + masked(0x88, "\x03\xe8");
    const std::vector<std::string> wanted{"one", "ping", "two and three", long_text, "\x03\xe8"};
    for (std::size_t step = 1; step <= bytes.size(); ++step) {
        WebSocketReader sut(most);
        std::vector<std::string> found;
        for (std::size_t at = 0; at < bytes.size(); at += step) {
            sut.add(std::string_view(bytes).substr(at, step));
            for (Message& message : all_of(sut)) found.push_back(std::move(message.data));
        }
        CHECK(found == wanted);
        CHECK(sut.error() == CloseCode::none);
    }
}

TEST_CASE("WebSocket: a malformed frame ends the connection with its reason") {
    CHECK(error_of("\x81\x05Hello") == CloseCode::protocol_error);  // not masked
    for (const unsigned reserved :
         {0x91U, 0xA1U, 0xC1U, 0x83U, 0x87U, 0x8BU, 0x8FU, 0x80U, 0x09U, 0x08U})
        CHECK_MESSAGE(error_of(masked(reserved, "")) == CloseCode::protocol_error, reserved);
    CHECK(error_of(masked(0x89, std::string(126, 'x'))) == CloseCode::protocol_error);
    CHECK(error_of(masked(0x01, "a") + masked(0x81, "b")) == CloseCode::protocol_error);
    for (const char* close : {"x", "\x03\xe7", "\x03\xed", "\x0b\xb7", "\x03\xe8\xff"})
        CHECK_MESSAGE(error_of(masked(0x88, close)) == CloseCode::protocol_error, close);
    CHECK(error_of(masked(0x88, "")) == CloseCode::none);
    CHECK(error_of(masked(0x88, "\x0b\xb8why")) == CloseCode::none);
}

TEST_CASE("WebSocket: a message that is too long is rejected before it is complete") {
    CHECK(error_of(masked(0x82, std::string(most, 'x'))) == CloseCode::none);
    CHECK(error_of(masked(0x82, std::string(most + 1, 'x')).substr(0, 8)) == CloseCode::too_big);
    CHECK(error_of(masked(0x02, std::string(most, 'x')) + masked(0x80, "x")) == CloseCode::too_big);
    CHECK(error_of(std::string("\x82\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 14)) ==
          CloseCode::too_big);
}

TEST_CASE("WebSocket: a text is UTF-8") {
    for (const char* text : {"", "a", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x9a\x97",
                             "\xed\x9f\xbf", "\xee\x80\x80", "\xf4\x8f\xbf\xbf"})
        CHECK_MESSAGE(error_of(masked(0x81, text)) == CloseCode::none, text);
    for (const char* text :
         {"\x80", "\xc3", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80",
          "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xe2\x82", "a\xc3(b"})
        CHECK_MESSAGE(error_of(masked(0x81, text)) == CloseCode::not_utf8, text);
    CHECK(error_of(masked(0x82, "\xff")) == CloseCode::none);
    CHECK(error_of(masked(0x01, "\xc3") + masked(0x80, "\xa4")) == CloseCode::none);
}

TEST_CASE("WebSocket: a conversation replies to pings and to a close") {
    const auto echo = std::make_shared<Echo>();
    WebSocketConnection sut(echo, most);
    sut.receive(masked(0x89, "there?") + masked(0x82, "bytes"));
    CHECK(sut.next() ==
          "\x8a\x06there?\x82\x05"
          "bytes");
    CHECK(sut.next().empty());
    sut.receive(masked(0x88, "\x03\xe8") + masked(0x81, "late"));
    CHECK(sut.next() == "\x88\x02\x03\xe8");
    CHECK(sut.has_ended());
    CHECK(echo->heard == "bytes");
}

TEST_CASE("WebSocket: a conversation may close itself") {
    WebSocketConnection sut(std::make_shared<Echo>(), most);
    sut.receive(masked(0x81, "refuse me"));
    CHECK(sut.has_ended());
    CHECK(sut.next() == "\x88\x02\x03\xf0");
}

TEST_CASE("WebSocket: pings of a client that reads nothing do not accumulate") {
    WebSocketConnection sut(std::make_shared<Echo>(), most);
    for (int i = 0; i < 1000 && !sut.has_ended(); ++i)
        sut.receive(masked(0x89, std::string(125, 'x')));
    CHECK(sut.has_ended());
}

}  // namespace web_socket_test
