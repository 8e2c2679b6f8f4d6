// SPDX-License-Identifier: MIT
// Requests to a run through the studio's server. The thread sanitizer judges the last test.
#include "studio/run/relay.hpp"
#include "../data_port/raw_client.hpp"
#include "http/server.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace relay_test {

using namespace gateway::data_port;
using gateway::studio::relayed;
using gateway::studio::RunAddress;
using tests::Client;

namespace {

const gateway::Endpoint any_port{INADDR_LOOPBACK, 0};

/// A server that forwards every call to one run.
class Relaying {
  public:
    explicit Relaying(gateway::Endpoint run) {
        server_.report_to([this](const std::string& text) {
            const std::lock_guard lock(mutex_);
            reports_ += text + "\n";
        });
        server_.start([address = RunAddress{run, "secret"}](const Request& request) {
            return relayed(address, request, *parse_target(request.target));
        });
    }
    std::uint16_t port() const { return server_.local().port; }
    std::string reports() const {
        const std::lock_guard lock(mutex_);
        return reports_;
    }

  private:
    mutable std::mutex mutex_;
    std::string reports_;
    Server server_{any_port};
};

/// A run that replies as the test says, and a client that has sent a request to it.
class Asked {
  public:
    Asked() : listening_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in place{};
        place.sin_family = AF_INET;
        place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof place;
        auto* const general = reinterpret_cast<sockaddr*>(&place);
        REQUIRE(::bind(listening_.get(), general, size) == 0);
        REQUIRE(::listen(listening_.get(), 1) == 0);
        REQUIRE(::getsockname(listening_.get(), general, &size) == 0);
        sut.emplace(gateway::Endpoint{INADDR_LOOPBACK, ntohs(place.sin_port)});
        client.emplace(sut->port());
        client->send(
            "POST /api/a%20b?run=3&token=mine&x=1%262 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            "Content-Length: 2\r\n\r\n{}");
        run_ = gateway::Descriptor(::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    }
    /// The request that the run received.
    std::string received() const {
        std::string all;
        char bytes[4096];
        while (all.find("\r\n\r\n{}") == std::string::npos) {
            const ssize_t count = ::recv(run_.get(), bytes, sizeof bytes, 0);
            REQUIRE(count > 0);
            all.append(bytes, static_cast<std::size_t>(count));
        }
        return all;
    }
    /// @return whether the connection is still open
    bool send_text(const std::string& text) const {
        return ::send(run_.get(), text.data(), text.size(), MSG_NOSIGNAL) ==
               static_cast<ssize_t>(text.size());
    }
    void end() const { ::shutdown(run_.get(), SHUT_WR); }

    std::optional<Relaying> sut;
    std::optional<Client> client;

  private:
    gateway::Descriptor listening_, run_{-1};
};

const std::string stream_head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

}  // namespace

TEST_CASE("studio: a run gets its token, and not the studio's") {
    const tests::Watchdog watchdog;
    const Asked run;
    const std::string received = run.received();
    CHECK(received.rfind("POST /api/a%20b?x=1%262 HTTP/1.1\r\n", 0) == 0);
    CHECK(received.find("Authorization: Bearer secret\r\n") != std::string::npos);
    CHECK(received.find("Content-Type: application/json\r\n") != std::string::npos);
    CHECK(received.find("mine") == std::string::npos);
}

TEST_CASE("studio: an event of a run that does not end is dropped") {
    const tests::Watchdog watchdog;
    const Asked run;
    CHECK(run.send_text(stream_head + "data: 1\n\n"));
    CHECK(run.client->read_until("data: 1\n\n").find("data: 1\n\n") != std::string::npos);
    const std::string part(std::size_t{1} << 20U, 'x');
    int parts = 0;
    while (run.send_text(part) && parts < 128) ++parts;
    CHECK(parts < 128);
    run.client->read_to_end();
    tests::await(
        [&] { return run.sut->reports().find("event without an end") != std::string::npos; });
}

TEST_CASE("studio: the last event of a run that ends is passed on") {
    const tests::Watchdog watchdog;
    const Asked run;
    CHECK(run.send_text(stream_head + "data: 1\n\n"));
    run.client->read_until("data: 1\n\n");
    CHECK(run.send_text("data: 2\n\n"));
    run.end();
    CHECK(run.client->read_to_end().find("data: 2\n\n") != std::string::npos);
}

TEST_CASE("studio: the reply of a run is limited, and chunks are not part of it") {
    const tests::Watchdog watchdog;
    const auto status_of = [](const std::string& reply) {
        const Asked run;
        static_cast<void>(
            run.send_text(reply));  // the rest of a reply that is too long is not read
        run.end();
        return run.client->read_to_end().substr(9, 3);
    };
    const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    const std::string chunked = head + "Transfer-Encoding: chunked\r\n\r\n";
    CHECK(status_of(head + "Content-Length: 2\r\n\r\n{}") == "200");
    CHECK(status_of(head + "\r\n{}") == "200");
    CHECK(status_of(head + "Content-Length: 3\r\n\r\n{}") == "502");
    CHECK(status_of(chunked + "2\r\n{}\r\n0\r\n\r\n") == "502");
    CHECK(status_of(chunked + "0\r\nX: " + std::string(70'000, '0') + "\r\n\r\n") == "502");
    CHECK(status_of(head + "X: " + std::string(70'000, '0') + "\r\n\r\n") == "502");
    std::string fields = head;
    while (fields.size() < 100'000) fields += "X: " + std::string(1000, '0') + "\r\n";
    CHECK(status_of(fields + "\r\n{}") == "502");
    CHECK(status_of("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: "
                    "chunked\r\n\r\n2\r\n\n\n\r\n") == "502");
}

namespace {

/// A run that replies immediately, on request of another thread, and with a stream.
class Run {
  public:
    Run() {
        server_.start([this](const Request& request) { return answer(request); });
        other_ = std::thread([this] {
            while (!is_over_) wake_all();
        });
    }
    ~Run() {
        is_over_ = true;
        other_.join();
    }
    gateway::Endpoint local() const { return server_.local(); }

  private:
    void wake_all() {
        tests::await([this] {
            const std::lock_guard lock(mutex_);
            return is_over_ || !waiting_.empty();
        });
        const std::lock_guard lock(mutex_);
        for (const Wake& wake : waiting_) wake();
        done_ += static_cast<int>(waiting_.size());
        waiting_.clear();
    }
    Answer answer(const Request& request) {
        if (request.target == "/stream") {
            EventStream stream;
            stream.events_per_s = 1000;
            stream.next = [n = 0]() mutable { return std::to_string(++n); };
            return stream;
        }
        if (request.target == "/now") return json_answer("\"now\"");
        LaterAnswer later;
        later.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        later.begin = [this](boost::asio::io_context&, const Wake& wake) {
            const std::lock_guard lock(mutex_);
            waiting_.push_back(wake);
        };
        later.poll = [this, asked = ++asked_]() -> std::optional<Answer> {
            const std::lock_guard lock(mutex_);
            if (done_ < asked) return std::nullopt;
            return json_answer("\"later\"");
        };
        return later;
    }

    std::atomic<bool> is_over_{false};
    std::mutex mutex_;
    std::vector<Wake> waiting_;
    int done_ = 0, asked_ = 0;
    std::thread other_;
    Server server_{any_port};
};

/// Repeats a request until it is stopped, and counts the replies with that ending.
struct Asking {
    Asking(std::uint16_t port, const std::string& target, const std::string& wanted)
        : thread([this, port, target, wanted] {
              while (!is_over) {
                  const Client client(port);
                  client.send("GET " + target +
                              " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
                  const std::string answer = client.read_until(wanted);
                  (answer.find(wanted) != std::string::npos ? answered : failed) += 1;
              }
          }) {}
    ~Asking() {
        is_over = true;
        thread.join();
    }

    std::atomic<bool> is_over{false};
    std::atomic<int> answered{0}, failed{0};
    std::thread thread;
};

}  // namespace

TEST_CASE(
    "studio: clients send requests to a run through it, while the run replies and when it ends") {
    const tests::Watchdog watchdog(120);
    std::optional<Run> run(std::in_place);
    const Relaying sut(run->local());
    const std::array<Asking, 4> clients{{{sut.port(), "/now", "\"now\""},
                                         {sut.port(), "/later", "\"later\""},
                                         {sut.port(), "/stream", "data: "},
                                         {sut.port(), "/stream", "data: never\n\n"}}};
    tests::await([&] {
        return std::all_of(clients.begin(), clients.end() - 1,
                           [](const Asking& client) { return client.answered >= 10; });
    });
    run.reset();  // still open: the last one's stream
    tests::await([&] {
        return std::all_of(clients.begin(), clients.end(),
                           [](const Asking& client) { return client.failed > 0; });
    });
}

}  // namespace relay_test
