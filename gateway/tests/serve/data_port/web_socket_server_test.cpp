// SPDX-License-Identifier: MIT
// The server with WebSockets: when it asks a conversation for frames.
#include "http/server.hpp"
#include "http/web_socket.hpp"
#include "raw_client.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace web_socket_server_test {

using namespace gateway::data_port;
using tests::Client;

namespace {

const std::string get = "GET / HTTP/1.1\r\nHost: localhost\r\n";

/// Sends texts of several threads to a client of a WebSocket, and records whether it was called
/// without an event.
struct Texts : Conversation {
    void begin(const Wake& its_wake) override {
        const std::lock_guard lock(mutex);
        wake = its_wake;
    }
    CloseCode on_message(std::string_view, bool) override { return CloseCode::none; }
    void write_frames(std::string& frames, std::size_t) override {
        const std::lock_guard lock(mutex);
        was_called_early = was_called_early || (is_idle && !was_woken);
        was_woken = false;
        is_idle = waiting.empty();
        frames += std::exchange(waiting, {});
    }
    void send(const std::string& text) {
        const std::lock_guard lock(mutex);
        append_frame(Opcode::text, text, {}, waiting);
        was_woken = true;
        wake();
    }

    std::mutex mutex;
    Wake wake;
    std::string waiting;
    bool is_idle = false, was_woken = false, was_called_early = false;
};

/// A server of that WebSocket. Other paths get an error after 30 ms.
struct TextServer {
    TextServer() {
        server.start([this](const Request& request) -> Answer {
            if (request.target == "/talk") return WebSocketOpening{{}, texts};
            LaterAnswer later;
            later.poll = [] { return std::optional<Answer>(); };
            later.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(30);
            return later;
        });
        client.emplace(server.local().port);
        client->send("GET /talk HTTP/1.1\r\nHost: x\r\n\r\n");
        client->read_until("\r\n\r\n");
    }

    std::shared_ptr<Texts> texts = std::make_shared<Texts>();
    Server server{{INADDR_LOOPBACK, 0}};
    std::optional<Client> client;
};

}  // namespace

TEST_CASE("data port: an idle WebSocket is polled only when it is woken") {
    const tests::Watchdog watchdog;
    const TextServer sut;
    for (int i = 0; i < 3; ++i) {
        sut.texts->send("news");
        sut.client->read_until("news");
        const Client other(sut.server.local().port);
        other.send(get + "Connection: close\r\n\r\n");
        CHECK(other.read_to_end().rfind("HTTP/1.1 504 ", 0) == 0);
    }
    const std::lock_guard lock(sut.texts->mutex);
    CHECK_FALSE(sut.texts->was_called_early);
}

TEST_CASE("data port: a WebSocket woken by several threads gets all their texts in order") {
    const tests::Watchdog watchdog;
    const TextServer sut;
    constexpr int threads = 4, texts_each = 500;
    std::vector<std::thread> others;
    for (int i = 0; i < threads; ++i)
        others.emplace_back([&sut, i] {
            for (int n = 0; n < texts_each; ++n)
                sut.texts->send(std::string(1, static_cast<char>('a' + i)) + std::to_string(n) +
                                ";");
        });
    for (std::thread& other : others) other.join();
    sut.texts->send("end.");
    const std::string all = sut.client->read_until("end.");
    for (int i = 0; i < threads; ++i) {
        std::size_t at = 0;
        for (int n = 0; n < texts_each && at != std::string::npos; ++n)
            at = all.find(std::string(1, static_cast<char>('a' + i)) + std::to_string(n) + ";", at);
        CHECK(at != std::string::npos);
    }
}

TEST_CASE("data port: a WebSocket that is not woken is polled when it is due") {
    struct Due : Conversation {
        CloseCode on_message(std::string_view, bool) override { return CloseCode::none; }
        void write_frames(std::string& frames, std::size_t) override {
            if (polls++ == 1) append_frame(Opcode::text, "in time", {}, frames);
        }
        std::chrono::steady_clock::time_point due() const override {
            return std::chrono::steady_clock::now() + std::chrono::milliseconds(10);
        }
        int polls = 0;
    };
    const tests::Watchdog watchdog;
    Server sut({INADDR_LOOPBACK, 0});
    sut.start([](const Request&) { return WebSocketOpening{{}, std::make_shared<Due>()}; });
    const Client client(sut.local().port);
    client.send(get + "\r\n");
    CHECK(client.read_until("in time").find("in time") != std::string::npos);
}

}  // namespace web_socket_server_test
