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

/// The reason of closing a connection (RFC 6455, 7.4.1).
enum class CloseCode : std::uint16_t {
    none = 0,  ///< the connection stays open
    normal = 1000,
    protocol_error = 1002,
    not_utf8 = 1007,
    refused = 1008,  ///< any other reason
    too_big = 1009,
};

/// Appends a server's frame that holds a whole message.
void append_frame(Opcode opcode, std::string_view head, std::string_view payload, std::string& out);
/// Appends a close frame.
void append_close(CloseCode code, std::string& out);

/// Parses a client's bytes, with any division. Accepts any bytes.
class WebSocketReader {
  public:
    /// A whole message, or a control frame.
    struct Message {
        Opcode opcode = Opcode::text;  ///< never `continuation`
        std::string data;
    };

    /// @param most_bytes limit of a message's length
    explicit WebSocketReader(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    void add(std::string_view bytes) { bytes_ += bytes; }
    /// @return the next message; nothing if it is incomplete, and after an error
    std::optional<Message> next();
    /// Why the input is invalid, or `none`.
    CloseCode error() const noexcept { return error_; }

  private:
    struct Head;
    std::optional<Head> read_head();
    CloseCode check(const Head& head) const noexcept;
    std::optional<Message> whole(const Head& head, std::string payload);

    std::size_t most_bytes_;
    std::string bytes_;
    std::optional<Message> begun_;  ///< a message of which frames are missing
    CloseCode error_ = CloseCode::none;
};

/// The application's side of a WebSocket. Called and destroyed in the server's thread.
class Conversation {
  public:
    virtual ~Conversation() = default;
    /// Called once, before the other functions. Its argument is to be called when there may be
    /// something to send, unless a call of these functions causes it.
    virtual void begin(const Wake& /*wake*/) {}
    /// Called for a whole message of the client: UTF-8 text or any bytes.
    /// @return the reason of closing the connection, or `none`
    virtual CloseCode on_message(std::string_view message, bool is_text) = 0;
    /// Appends frames to send, up to about `enough_bytes`. Called after a wake, after a message of
    /// the client, after the previous frames were sent, and when it is due.
    virtual void write_frames(std::string& frames, std::size_t enough_bytes) = 0;
    /// When to call write_frames() next if nothing else causes a call; max(): never.
    virtual std::chrono::steady_clock::time_point due() const {
        return std::chrono::steady_clock::time_point::max();
    }
};

/// Whether a request is a WebSocket handshake, valid or not.
bool asks_for_web_socket(const Request& request);

/// The reply to a WebSocket handshake: status 101, or an error.
/// @param protocols supported ones in order of preference; the client must offer one of them
/// @param begin called with the chosen protocol before a reply with status 101
Answer open_web_socket(
    const Request& request, const std::vector<std::string>& protocols,
    const std::function<std::shared_ptr<Conversation>(const std::string& protocol)>& begin);

/// A WebSocket connection without its socket.
class WebSocketConnection {
  public:
    WebSocketConnection(std::shared_ptr<Conversation> conversation, std::size_t most_bytes)
        : conversation_(std::move(conversation)), reader_(most_bytes) {}

    void begin(const Wake& wake) { conversation_->begin(wake); }
    void receive(std::string_view bytes);
    /// Bytes to write next; may be empty.
    std::string next();
    /// When to call next() again if nothing else causes a call.
    std::chrono::steady_clock::time_point due() const { return conversation_->due(); }
    /// The connection is to be closed after the bytes of the last next().
    bool has_ended() const noexcept { return has_ended_; }

  private:
    void handle(const WebSocketReader::Message& message);
    void end(CloseCode code);

    std::shared_ptr<Conversation> conversation_;
    WebSocketReader reader_;
    std::string answers_;  ///< frames in reply to control frames
    bool has_ended_ = false;
};

}  // namespace gateway::data_port
