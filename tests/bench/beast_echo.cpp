// SPDX-License-Identifier: MIT
#include "beast_echo.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <optional>
#include <thread>

namespace bench {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;

/// One thread with an event loop, like the data port's; each step is asynchronous.
struct BeastEcho::Parts {
    explicit Parts(std::size_t answer_bytes) : body(answer_bytes, ' ') {
        acceptor.async_accept(socket, [this](boost::system::error_code error) {
            if (error) return;
            socket.set_option(tcp::no_delay(true));
            read();
        });
    }
    void read() {
        request = {};
        http::async_read(socket, buffer, request, [this](boost::system::error_code error, auto) {
            if (!error) write();
        });
    }
    void write() {
        answer = {http::status::ok, 11, body};
        answer.prepare_payload();
        http::async_write(socket, answer, [this](boost::system::error_code error, auto) {
            if (!error) read();
        });
    }

    std::string body;
    asio::io_context context{1};
    tcp::acceptor acceptor{context, {asio::ip::address_v4::loopback(), 0}};
    tcp::socket socket{context};
    boost::beast::flat_buffer buffer;
    http::request<http::string_body> request;
    http::response<http::string_body> answer;
    std::thread thread{[this] { context.run(); }};
};

BeastEcho::BeastEcho(std::size_t answer_bytes) : parts_(std::make_unique<Parts>(answer_bytes)) {}

BeastEcho::~BeastEcho() {
    parts_->context.stop();
    parts_->thread.join();
}

std::uint16_t BeastEcho::port() const {
    return parts_->acceptor.local_endpoint().port();
}

}  // namespace bench
