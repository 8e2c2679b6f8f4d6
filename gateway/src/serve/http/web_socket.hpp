// SPDX-License-Identifier: MIT
#pragma once

#include "http.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// WebSockets (RFC 6455) without sockets. There are no extensions, so nothing is compressed.
namespace gateway::data_port {

enum class Opcode : std::uint8_t {
    continuation = 0,
    text = 1,
    binary = 2,
    close = 8,
    ping = 9,
    pong = 10,
};

/// Why a connection is ended.
enum class CloseCode : std::uint16_t {
    none = 0,  ///< it goes on
    normal = 1000,
    protocol_error = 1002,
    not_utf8 = 1007,
    refused = 1008,  ///< for what no other code is for
    too_big = 1009,
};

/// Appends a frame of a server, which is a whole message.
void append_frame(Opcode opcode, std::string_view head, std::string_view payload, std::string& out);
/// That ends the connection.
void append_close(CloseCode code, std::string& out);

/// Takes a client's bytes apart, however they are cut, and trusts none of them.
class WebSocketReader {
  public:
    /// A whole message, or a control frame.
    struct Message {
        Opcode opcode = Opcode::text;  ///< never `continuation`
        std::string data;
    };

    /// @param most_bytes of a message
    explicit WebSocketReader(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    void add(std::string_view bytes) { bytes_ += bytes; }
    /// Nothing until it is there in full, and after an error.
    std::optional<Message> next();
    /// What was wrong, or `none`.
    CloseCode error() const noexcept { return error_; }

  private:
    struct Head;
    std::optional<Head> read_head();
    CloseCode check(const Head& head) const noexcept;
    std::optional<Message> whole(const Head& head, std::string payload);

    std::size_t most_bytes_;
    std::string bytes_;
    std::optional<Message> begun_;  ///< of which more frames are to come
    CloseCode error_ = CloseCode::none;
};

/// What a WebSocket is for. Belongs to the server's thread, as does its end.
class Conversation {
  public:
    virtual ~Conversation() = default;
    /// Called once, before all else. What it is given is to be called when there may be something
    /// to send that no call of these brings about.
    virtual void begin(const Wake& /*wake*/) {}
    /// A whole message of the client: a text in UTF-8, or any bytes.
    /// @return why to end the connection, or `none`
    virtual CloseCode take(std::string_view message, bool is_text) = 0;
    /// Appends frames that are to be sent now, until there are about so many bytes. Called when it
    /// was woken, behind a message of the client, when that has taken what it was given before, and
    /// when it is due.
    virtual void give(std::string& frames, std::size_t enough_bytes) = 0;
    /// After give(): when to call that again although nothing has happened; max(): never.
    virtual std::chrono::steady_clock::time_point due() const {
        return std::chrono::steady_clock::time_point::max();
    }
};

/// The answer to a request for a WebSocket: status 101, or why there is none.
/// @param protocols of them, one that the client offers; the first of several
/// @param begin called where the answer is 101
Answer open_web_socket(
    const Request& request, const std::vector<std::string>& protocols,
    const std::function<std::shared_ptr<Conversation>(const std::string& protocol)>& begin);

/// One connection without its socket: what was read goes in, what is to be written comes out.
class WebSocketTalk {
  public:
    WebSocketTalk(std::shared_ptr<Conversation> conversation, std::size_t most_bytes)
        : conversation_(std::move(conversation)), reader_(most_bytes) {}

    void begin(const Wake& wake) { conversation_->begin(wake); }
    void take(std::string_view bytes);
    /// What is to be written next; empty if there is nothing.
    std::string next();
    /// When to ask for that again, if nothing has happened before.
    std::chrono::steady_clock::time_point due() const { return conversation_->due(); }
    /// There will be no more: the connection ends when that is written.
    bool has_ended() const noexcept { return has_ended_; }

  private:
    void take(const WebSocketReader::Message& message);
    void end(CloseCode code);

    std::shared_ptr<Conversation> conversation_;
    WebSocketReader reader_;
    std::string answers_;  ///< frames that answer control frames
    bool has_ended_ = false;
};

}  // namespace gateway::data_port
