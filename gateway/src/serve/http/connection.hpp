// SPDX-License-Identifier: MIT
#pragma once

#include "request_reader.hpp"
#include "server_impl.hpp"
#include "web_socket.hpp"

#include <array>

namespace gateway::data_port {

/// One connection.
class Server::Impl::Connection : public std::enable_shared_from_this<Connection> {
  public:
    Connection(Impl& server, tcp::socket socket)
        : server_(server),
          socket_(std::move(socket)),
          reader_(server.limits_.header_bytes, server.limits_.body_bytes) {}

    void read();
    /// When to call on_timer() next.
    std::chrono::steady_clock::time_point due() const;
    void on_timer(std::chrono::steady_clock::time_point now);
    void close();
    bool is_stream() const { return stream_ || web_socket_; }
    bool waits_for_request() const { return state_ == State::reading; }

  private:
    enum class State { reading, pending, writing, streaming, web_socket, closing, closed };

    template <class Act>
    auto handler(Act act);
    void read_more();
    void on_read(error_code error, std::size_t size);
    void parse(std::string_view bytes);
    void answer();
    void handle_due(std::chrono::steady_clock::time_point now);
    void reply(Answer answer);
    void begin(Response response);
    void begin(LaterAnswer later);
    void begin(EventStream stream);
    void begin(const WebSocketOpening& opening);
    bool refuses_stream();
    Wake begin_wait();
    void on_wake();
    void poll_later(std::chrono::steady_clock::time_point now);
    void write(std::string text, State state);
    void on_written(error_code error);
    void send_event(std::chrono::steady_clock::time_point now);
    void read_frames();
    void write_next();
    void watch_for_end();
    void shutdown();

    Impl& server_;
    tcp::socket socket_;
    RequestReader reader_;
    State state_ = State::reading;
    std::chrono::steady_clock::time_point deadline_{};
    std::string out_, body_;  ///< being written, in this order
    bool is_writing_ = false;
    bool is_last_ = false;
    bool is_head_ = false;
    std::optional<LaterAnswer> later_;
    std::optional<EventStream> stream_;
    std::optional<WebSocketConnection> web_socket_;
    std::shared_ptr<const Wake::Target> wait_;  ///< exists while something may wake the connection
    std::chrono::steady_clock::time_point next_poll_{}, next_event_{}, last_event_{};
    std::array<char, 4096> read_{};
};

}  // namespace gateway::data_port
