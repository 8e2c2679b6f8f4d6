// SPDX-License-Identifier: MIT
// The server with clients that do what no browser does.
#include "data_port/server.hpp"
#include "raw_client.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>

using namespace gateway::data_port;
using tests::Client;

namespace {

struct Serving {
    explicit Serving(ServerLimits limits = {}) : server({INADDR_LOOPBACK, 0}, limits) {
        server.start([this](const Request& request) { return answer(request); }, [] {});
    }
    Answer answer(const Request& request) {
        ++requests;
        Answer answer = json_answer("{\"target\":\"" + request.target + "\",\"body\":\"" +
                                    request.body + "\"}");
        if (request.target == "/stream")
            answer.next_event = [this] {
                ++events;
                return std::string(2000, 'x');
            };
        if (request.target == "/stream") answer.events_per_s = 1000;
        if (request.target == "/later")
            answer.later = [n = 0]() mutable -> std::optional<Answer> {
                if (++n < 3) return std::nullopt;
                return json_answer("\"at last\"");
            };
        return answer;
    }
    std::uint16_t port() const { return server.local().port; }
    std::string ask(const std::string& text) const {
        const Client client(port());
        client.send(text);
        return client.read_to_end();
    }

    std::atomic<int> requests{0}, events{0};
    Server server;
};

const std::string get = "GET / HTTP/1.1\r\nHost: localhost\r\n";

bool begins(const std::string& text, const std::string& with) {
    return text.compare(0, with.size(), with) == 0;
}

}  // namespace

TEST_CASE("data port: requests of one connection are answered one after the other") {
    const tests::Watchdog watchdog;
    const Serving sut;
    const Client client(sut.port());
    client.send(
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhiGET /later HTTP/1.1\r\nHost: "
        "x\r\n\r\n" +
        get + "Connection: close\r\n\r\n");
    const std::string all = client.read_to_end();
    const auto first = all.find("\"body\":\"hi\""), second = all.find("at last"),
               third = all.find("\"target\":\"/\"");
    CHECK(first < second);
    CHECK(second < third);
    CHECK(third != std::string::npos);
}

TEST_CASE("data port: what is no request gets an error and is cut off") {
    const tests::Watchdog watchdog;
    const Serving sut;
    CHECK(begins(sut.ask("hello\r\n\r\n"), "HTTP/1.1 400 "));
    CHECK(begins(sut.ask(get + "X: " + std::string(10000, 'x') + "\r\n\r\n"), "HTTP/1.1 431 "));
    CHECK(begins(sut.ask(get + "Content-Length: 99999\r\n\r\n"), "HTTP/1.1 413 "));
    CHECK(begins(sut.ask(get + "Content-Length: -1\r\n\r\n"), "HTTP/1.1 400 "));
    CHECK(begins(sut.ask(get + "Transfer-Encoding: chunked\r\n\r\nzz\r\n"), "HTTP/1.1 400 "));
    CHECK(begins(sut.ask(get + "Host: other\r\n\r\n"), "HTTP/1.1 400 "));
    Client(sut.port()).send(get + "Content-Length: 9\r\n\r\nhalf");  // and is gone
    CHECK(sut.requests == 0);
    CHECK(begins(sut.ask(get + "Connection: close\r\n\r\n"), "HTTP/1.1 200 "));
}

TEST_CASE("data port: a request that comes byte by byte is cut off in time, and so is silence") {
    const tests::Watchdog watchdog;
    ServerLimits limits;
    limits.request = std::chrono::milliseconds(100);
    const Serving sut(limits);
    const Client silent(sut.port()), half(sut.port());
    half.send("GET / HTTP/1.1\r\nHo");
    std::vector<Client> answered;
    do {  // again where the machine has let it wait for longer than the limit
        answered.emplace_back(sut.port());
        answered.back().send(get + "\r\n");
    } while (!begins(answered.back().read_until("\"}"), "HTTP/1.1 200 "));
    CHECK(silent.read_to_end().empty());
    CHECK(half.read_to_end().empty());
    CHECK(answered.back().read_to_end().empty());
    const Client slow(sut.port());
    while (!slow.has_ended(1)) slow.send("G");
}

TEST_CASE("data port: ten thousand connections keep no other out") {
    const tests::Watchdog watchdog;
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    const std::size_t at_once = std::min<std::size_t>(400, files.rlim_cur / 2);
    const Serving sut;
    std::vector<Client> clients;
    clients.reserve(at_once);
    for (int i = 0; i < 10'000; ++i) {
        if (clients.size() == at_once) clients.erase(clients.begin());
        clients.emplace_back(sut.port());
    }
    CHECK(begins(sut.ask(get + "Connection: close\r\n\r\n"), "HTTP/1.1 200 "));
}

TEST_CASE("data port: streams that are not read lose events and hold up no other") {
    const tests::Watchdog watchdog;
    ServerLimits limits;
    limits.streams = 3;
    Serving sut(limits);
    const std::string stream = "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n";
    const Client reading(sut.port()), stalled(sut.port()), other(sut.port());
    for (const Client* client : {&reading, &stalled, &other}) {
        client->send(stream);
        CHECK(begins(client->read_until("\r\n\r\n"), "HTTP/1.1 200 "));
    }
    CHECK(begins(sut.ask("GET /stream HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
                 "HTTP/1.1 503 "));
    for (int i = 0; i < 100; ++i) CHECK(!reading.read_until("\n\n").empty());
    CHECK(sut.events > 100);
    CHECK(begins(sut.ask(get + "Connection: close\r\n\r\n"), "HTTP/1.1 200 "));
}

TEST_CASE("data port: a port in use is named") {
    const Serving sut;
    CHECK_THROWS_WITH_AS(Server(sut.server.local()),
                         doctest::Contains("cannot listen at 127.0.0.1:"), std::runtime_error);
}
