// SPDX-License-Identifier: MIT
// The server with clients that violate HTTP.
#include "http/server.hpp"
#include "count_allocations.hpp"
#include "http/report_limiter.hpp"
#include "http/web_socket.hpp"
#include "playback/recording_server.hpp"
#include "raw_client.hpp"
#include "scratch_folder.hpp"
#include "watchdog.hpp"

#include <ddc/recording/mcap_writer.hpp>

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace server_test {

using namespace gateway::data_port;
using tests::Client;

namespace {

struct Serving {
    explicit Serving(ServerLimits limits = {}) : server({INADDR_LOOPBACK, 0}, limits) {
        server.start([this](const Request& request) { return answer(request); });
    }
    ~Serving() {
        const std::lock_guard lock(mutex);
        for (std::thread& other : others) other.join();
    }
    Answer answer(const Request& request) {
        ++requests;
        if (request.target == "/stream") {
            EventStream stream;
            stream.events_per_s = 1000;
            stream.next = [this] {
                ++events;
                return std::string(2000, 'x');
            };
            return stream;
        }
        if (request.target == "/later") return later();
        return json_answer("{\"target\":\"" + request.target + "\",\"body\":\"" + request.body +
                           "\"}");
    }
    /// A worker that another thread wakes: the first time without work.
    Answer later() {
        LaterAnswer later;
        later.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        later.begin = [this](boost::asio::io_context&, const Wake& wake) {
            const std::lock_guard lock(mutex);
            others.emplace_back([this, wake] {
                ++wakes;
                wake();
                tests::await([&] { return looks > 0 || !wake.is_wanted(); });
                ++wakes;
                wake();
            });
        };
        later.poll = [this]() -> std::optional<Answer> {
            ++looks;
            if (wakes < 2) return std::nullopt;
            return json_answer("\"at last\"");
        };
        return later;
    }
    std::uint16_t port() const { return server.local().port; }
    std::string ask(const std::string& text) const {
        const Client client(port());
        client.send(text);
        return client.read_to_end();
    }

    std::atomic<int> requests{0}, events{0}, wakes{0}, looks{0};
    std::mutex mutex;
    std::vector<std::thread> others;
    Server server;
};

const std::string get = "GET / HTTP/1.1\r\nHost: localhost\r\n";

bool begins(const std::string& text, const std::string& with) {
    return text.compare(0, with.size(), with) == 0;
}

}  // namespace

TEST_CASE("data port: requests of one connection get their replies in order") {
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

TEST_CASE("data port: an invalid request gets an error and is disconnected") {
    const tests::Watchdog watchdog;
    const Serving sut;
    CHECK(begins(sut.ask("hello\r\n\r\n"), "HTTP/1.1 400 "));
    CHECK(begins(sut.ask(get + "X: " + std::string(10000, 'x') + "\r\n\r\n"), "HTTP/1.1 431 "));
    CHECK(begins(sut.ask(get + "Content-Length: 99999\r\n\r\n"), "HTTP/1.1 413 "));
    CHECK(begins(sut.ask(get + "Content-Length: -1\r\n\r\n"), "HTTP/1.1 400 "));
    CHECK(begins(sut.ask(get + "Transfer-Encoding: chunked\r\n\r\nzz\r\n"), "HTTP/1.1 400 "));
    CHECK(begins(sut.ask(get + "Host: other\r\n\r\n"), "HTTP/1.1 400 "));
    Client(sut.port()).send(get + "Content-Length: 9\r\n\r\nhalf");  // and is disconnected
    CHECK(sut.requests == 0);
    CHECK(begins(sut.ask(get + "Connection: close\r\n\r\n"), "HTTP/1.1 200 "));
}

TEST_CASE("data port: a field after the last chunk is rejected, at any length") {
    const tests::Watchdog watchdog;
    const Serving sut;
    const std::string chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n";
    CHECK(begins(sut.ask(chunked + "\r\n0\r\nX: " + std::string(70'000, '0') + "\r\n\r\n"),
                 "HTTP/1.1 400 "));
    CHECK(sut.ask(chunked + "Connection: close\r\n\r\n2\r\nhi\r\n0\r\n\r\n")
              .find("\"body\":\"hi\"") != std::string::npos);
    CHECK(sut.requests == 1);
}

TEST_CASE("data port: an error reply after a HEAD on the same connection has its body") {
    const tests::Watchdog watchdog;
    const Serving sut;
    const std::string all = sut.ask("HEAD / HTTP/1.1\r\nHost: x\r\n\r\nhello\r\n\r\n");
    const auto refusal = all.find("HTTP/1.1 400 ");
    REQUIRE(refusal != std::string::npos);
    const auto reported = all.find("Content-Length: ", refusal),
               end = all.find("\r\n\r\n", refusal);
    REQUIRE(reported < end);
    REQUIRE(end != std::string::npos);
    CHECK(all.size() - end - 4 == std::stoul(all.substr(reported + 16)));
    const std::string head =
        sut.ask("HEAD / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
    CHECK(begins(head, "HTTP/1.1 400 "));
    CHECK(head.find("\r\n\r\n") == head.size() - 4);
}

TEST_CASE("data port: each failure is reported once a minute, and their number is limited") {
    using std::chrono::seconds;
    const std::chrono::steady_clock::time_point start{seconds(100)};
    ReportLimiter sut;
    CHECK(sut.is_due("a", start));
    CHECK(sut.is_due("b", start + seconds(1)));
    CHECK_FALSE(sut.is_due("a", start + seconds(59)));
    CHECK(sut.is_due("a", start + seconds(60)));
    CHECK_FALSE(sut.is_due("a", start + seconds(61)));
    CHECK(sut.is_due("b", start + seconds(61)));
    std::size_t due = 0;
    for (int i = 0; i < 1000; ++i) due += sut.is_due(std::to_string(i), start + seconds(62));
    CHECK(due == ReportLimiter::most_a_minute - 2);
}

/// Periodic work of a server, and its number.
struct Busy {
    Busy() : socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
        sockaddr_in any{};
        any.sin_family = AF_INET;
        any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof any;
        auto* const general = reinterpret_cast<sockaddr*>(&any);
        REQUIRE(::bind(socket.get(), general, size) == 0);
        REQUIRE(::getsockname(socket.get(), general, &size) == 0);
        REQUIRE(::connect(socket.get(), general, size) == 0);  // to itself
        server.watch(socket.get(), [this] {
            char byte = 0;
            if (::recv(socket.get(), &byte, 1, 0) == 1) ++taken;
        });
        server.start([](const Request&) { return json_answer("{}"); },
                     [this]() -> std::optional<std::chrono::steady_clock::time_point> {
                         ++worked;
                         return std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
                     });
    }
    void send() const { CHECK(::send(socket.get(), "x", 1, 0) == 1); }

    gateway::Descriptor socket;
    std::atomic<int> taken{0}, worked{0};
    Server server{{INADDR_LOOPBACK, 0}};
};

TEST_CASE("data port: a server that ran out of memory accepts, works and monitors again") {
    const tests::Watchdog watchdog;
    const Busy sut;
    std::optional<tests::NoMemory> shortage(std::in_place);
    const Client lost(sut.server.local().port);
    sut.send();
    // The descriptors of the connection, of the datagram and of the work, repeatedly.
    tests::await([] { return tests::NoMemory::failures() > 10; });
    shortage.reset();
    const Client client(sut.server.local().port);
    client.send(get + "Connection: close\r\n\r\n");
    CHECK(begins(client.read_to_end(), "HTTP/1.1 200 "));
    const int worked = sut.worked;
    sut.send();
    tests::await([&] { return sut.taken == 2 && sut.worked > worked; });
}

TEST_CASE("data port: a failure ends its connection only, and is reported once") {
    struct Bad : Conversation {
        CloseCode on_message(std::string_view, bool) override { throw std::length_error("taking"); }
        void write_frames(std::string&, std::size_t) override {}
    };
    const tests::Watchdog watchdog;
    std::mutex mutex;
    std::multiset<std::string> reports;
    Server sut({INADDR_LOOPBACK, 0});
    sut.report_to([&](const std::string& text) {
        const std::lock_guard lock(mutex);
        reports.insert(text);
    });
    const auto fail = [](const Request& request) {
        if (request.target == "/now") throw std::length_error("now");
        LaterAnswer later;
        later.poll = []() -> std::optional<Answer> { throw std::length_error("later"); };
        later.begin = [](boost::asio::io_context&, const Wake& wake) { wake(); };
        later.deadline = std::chrono::steady_clock::time_point::max();
        EventStream stream;
        stream.next = []() -> std::optional<std::string> { throw std::bad_alloc(); };
        if (request.target == "/later") return Answer(later);
        if (request.target == "/stream") return Answer(stream);
        if (request.target == "/talk") return Answer(WebSocketOpening{{}, std::make_shared<Bad>()});
        return Answer(json_answer("{}"));
    };
    sut.start(fail, []() -> std::optional<std::chrono::steady_clock::time_point> {
        throw std::runtime_error("its work");
    });
    const Client other(sut.local().port);
    for (const char* target : {"/now", "/later", "/stream", "/talk"}) {
        const Client client(sut.local().port);
        client.send("GET " + std::string(target) + " HTTP/1.1\r\nHost: x\r\n\r\n");
        if (target == std::string("/talk"))
            client.send(
                "\x81\x82"
                "1234"
                "56");
        client.read_to_end();
    }
    other.send(get + "Connection: close\r\n\r\n");
    CHECK(begins(other.read_to_end(), "HTTP/1.1 200 "));
    const std::lock_guard lock(mutex);
    CHECK(reports ==
          std::multiset<std::string>{"the data port: a connection has failed: later",
                                     "the data port: a connection has failed: now",
                                     "the data port: a connection has failed: std::bad_alloc",
                                     "the data port: a connection has failed: taking",
                                     "the data port: periodic work has failed: its work"});
}

TEST_CASE("data port: the server of a recording reports failures") {
    const tests::Watchdog watchdog;
    const tests::ScratchFolder folder;
    std::string recording;
    ddc::recording::McapWriter writer([&](std::string_view piece) { recording += piece; }, {});
    writer.write({writer.add_channel({0, "/t", "json", {}}), 0, 1, 1, "{}"});
    writer.close();
    std::mutex mutex;
    std::set<std::string> reported;
    const gateway::foxglove::RecordingServer sut(folder.write("drive.mcap", recording),
                                                 {INADDR_LOOPBACK, 0}, {}, {},
                                                 [&](const std::string& text) {
                                                     const std::lock_guard lock(mutex);
                                                     reported.insert(text);
                                                 });
    const tests::NoMemory for_connections(4096);
    const Client client(sut.local().port);
    tests::await([&] {
        const std::lock_guard lock(mutex);
        return reported.count("the data port: a connection has failed: std::bad_alloc") == 1;
    });
}

TEST_CASE("data port: started programs inherit no socket") {
    const tests::Watchdog watchdog;
    const Serving sut;
    const Client client(sut.port());
    client.send(get + "\r\n");
    client.read_until("\"}");
    int sockets = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        const int descriptor = std::stoi(entry.path().filename());
        sockaddr_in local{};
        socklen_t size = sizeof local;
        if (::getsockname(descriptor, reinterpret_cast<sockaddr*>(&local), &size) != 0) continue;
        if (local.sin_family != AF_INET || ntohs(local.sin_port) != sut.port()) continue;
        ++sockets;
        CHECK((::fcntl(descriptor, F_GETFD) & FD_CLOEXEC) != 0);
    }
    CHECK(sockets == 2);  // the listening one, and that of the client's connection
}

TEST_CASE("data port: slow and silent requests are disconnected at their time-out") {
    const tests::Watchdog watchdog;
    ServerLimits limits;
    limits.request = std::chrono::milliseconds(100);
    const Serving sut(limits);
    const Client silent(sut.port()), half(sut.port());
    half.send("GET / HTTP/1.1\r\nHo");
    std::vector<Client> answered;
    do {  // again if the machine has delayed it for longer than the limit
        answered.emplace_back(sut.port());
        answered.back().send(get + "\r\n");
    } while (!begins(answered.back().read_until("\"}"), "HTTP/1.1 200 "));
    CHECK(silent.read_to_end().empty());
    CHECK(half.read_to_end().empty());
    CHECK(answered.back().read_to_end().empty());
    const Client slow(sut.port());
    while (!slow.has_ended(1)) slow.send("G");
}

TEST_CASE("data port: ten thousand connections block no other connection") {
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

TEST_CASE("data port: streams that are not read lose events and delay no other stream") {
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

TEST_CASE(
    "data port: a stream without events sends a heartbeat each second, and is woken for the next "
    "event") {
    const tests::Watchdog watchdog;
    std::mutex mutex;
    Wake wake;
    std::string next;
    Server sut({INADDR_LOOPBACK, 0});
    sut.start([&](const Request&) {
        EventStream stream;
        stream.longest_silence = std::chrono::hours(1);
        stream.begin = [&](const Wake& its_wake) {
            const std::lock_guard lock(mutex);
            wake = its_wake;
        };
        stream.next = [&]() -> std::optional<std::string> {
            const std::lock_guard lock(mutex);
            if (next.empty()) return std::nullopt;
            return std::exchange(next, {});
        };
        return stream;
    });
    const Client client(sut.local().port);
    client.send(get + "\r\n");
    CHECK(client.read_until("\n:\n\n").find("data: ") == std::string::npos);
    {
        const std::lock_guard lock(mutex);
        next = "news";
        wake();
    }
    CHECK(client.read_until("data: news\n\n").find("data: news\n\n") != std::string::npos);
}

TEST_CASE("data port: a reply that does not come ends at its deadline") {
    const tests::Watchdog watchdog;
    Server sut({INADDR_LOOPBACK, 0});
    sut.start([](const Request&) {
        LaterAnswer later;
        later.poll = [] { return std::optional<Answer>(); };
        later.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
        return later;
    });
    const Client client(sut.local().port);
    client.send(get + "Connection: close\r\n\r\n");
    CHECK(begins(client.read_to_end(), "HTTP/1.1 504 "));
}

TEST_CASE("data port: a HEAD of a stream has only a head") {
    const tests::Watchdog watchdog;
    const Serving sut;
    const std::string all =
        sut.ask("HEAD /stream HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    CHECK(begins(all, "HTTP/1.1 200 OK\r\n"));
    CHECK(all.find("\r\n\r\n") == all.size() - 4);
    CHECK(sut.events == 0);
}

TEST_CASE("data port: a port in use is named") {
    const Serving sut;
    CHECK_THROWS_WITH_AS(Server(sut.server.local()),
                         doctest::Contains("cannot listen at 127.0.0.1:"), std::runtime_error);
}

}  // namespace server_test
