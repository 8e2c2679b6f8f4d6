// SPDX-License-Identifier: MIT
// Tests of the network alone, with simulated times set by the test.
#include "network/network.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

namespace network_test {

using namespace std::chrono_literals;
using gateway::Link;
using gateway::LinkConfig;
using gateway::Network;
using gateway::NetworkConfig;
using gateway::NetworkSocket;
using gateway::SimTime;
using gateway::WayConfig;
namespace interface = ddc::interface;

/// Programs named a, b, c, ... whose ports `net` have integer payloads.
struct Scene {
    std::vector<std::string> addresses;
    NetworkConfig config;
    std::unique_ptr<Network> network;

    explicit Scene(std::size_t programs) {
        for (std::size_t i = 0; i < programs; ++i)
            addresses.emplace_back(1, static_cast<char>('a' + i));
    }
    void link(std::size_t from, std::size_t to, const WayConfig& way = {}) {
        config.links.push_back({{from, "net"}, {to, "net"}, way, true});
    }
    void make() {
        network = std::make_unique<Network>(config, addresses);
        for (std::size_t i = 0; i < addresses.size(); ++i)
            for (NetworkSocket* socket : network->sockets_of(i))
                REQUIRE(network->open(*socket, interface::BasicType::z, true).empty());
    }
    NetworkSocket& socket(std::size_t program) { return *network->sockets_of(program).at(0); }
};

void send(NetworkSocket& socket, std::int32_t value, SimTime cycle, SimTime leaves,
          const std::string& to = "", double x_m = 0) {
    const auto element = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    socket.send(to, &element, {cycle, leaves, {x_m, 0}});
}

/// "a1 b2": senders and values of all messages that a cycle receives.
std::string shown(NetworkSocket& socket, SimTime now, double x_m = 0) {
    socket.begin_cycle(now, {x_m, 0});
    std::string text;
    NetworkSocket::Received message;
    while (socket.first(message)) {
        text += (text.empty() ? "" : " ") + *message.from +
                std::to_string(static_cast<std::int32_t>(message.elements[0]));
        socket.take();
    }
    return text;
}

TEST_CASE(
    "a message is sent when the command of its cycle takes effect, and received in the first cycle "
    "after its latency") {
    Scene scene(2);
    scene.link(0, 1, {20ms, 0, {}});
    scene.make();
    send(scene.socket(0), 7, 0ms, 10ms);
    CHECK(shown(scene.socket(1), 0ms).empty());
    CHECK(shown(scene.socket(1), 20ms).empty());
    CHECK(shown(scene.socket(1), 30ms) == "a7");
    CHECK(shown(scene.socket(1), 40ms).empty());
}

TEST_CASE("a message without delay is received at a later instant than that of its cycle") {
    for (const bool receiver_is_first : {true, false}) {
        Scene scene(2);
        scene.link(0, 1);
        scene.make();
        shown(scene.socket(1), 0ms);
        if (receiver_is_first) CHECK(shown(scene.socket(1), 10ms).empty());
        send(scene.socket(0), 7, 10ms, 10ms);
        if (!receiver_is_first) CHECK(shown(scene.socket(1), 10ms).empty());
        CHECK(shown(scene.socket(1), 11ms) == "a7");
    }
}

TEST_CASE(
    "messages are received by arrival time, then sender, then number, in any order of sending") {
    for (const bool second_is_first : {true, false}) {
        Scene scene(3);
        scene.link(1, 2, {5ms, 0, {}});
        scene.link(0, 2, {5ms, 0, {}});
        scene.make();
        shown(scene.socket(2), 0ms);
        const auto both = [&](SimTime cycle) {
            for (const int i : {0, 1}) {
                const std::size_t program = (i == 0) == second_is_first ? 1 : 0;
                send(scene.socket(program), 1, cycle, cycle);
                send(scene.socket(program), 2, cycle, cycle);
            }
        };
        both(0ms);
        both(2ms);
        send(scene.socket(0), 3, 3ms, 4ms);
        send(scene.socket(1), 3, 3ms, 3ms);
        CHECK(shown(scene.socket(2), 20ms) == "a1 a2 b1 b2 a1 a2 b1 b2 b3 a3");
    }
}

TEST_CASE(
    "a message goes to all ports or to an address, and is counted if no port has that address") {
    Scene scene(3);
    scene.link(0, 1);
    scene.link(0, 2);
    scene.make();
    NetworkSocket& sut = scene.socket(0);
    send(sut, 1, 0ms, 0ms);
    send(sut, 2, 0ms, 0ms, "ff02::1");
    send(sut, 3, 0ms, 0ms, "c");
    send(sut, 4, 0ms, 0ms, "d");
    CHECK(shown(scene.socket(1), 10ms) == "a1 a2");
    CHECK(shown(scene.socket(2), 10ms) == "a1 a2 a3");
    CHECK(sut.summary().sent == 4);
    CHECK(sut.summary().no_receiver == 1);
}

/// Sends `count` messages and receives each in time. @return whether each arrived
std::vector<bool> arrivals(std::uint64_t seed, double loss, int count, std::size_t others = 0) {
    Scene scene(2 + others);
    scene.config.seed = seed;
    for (std::size_t other = 0; other < others; ++other) scene.link(2 + other, 1, {0ms, loss, {}});
    scene.link(0, 1, {0ms, loss, {}});
    scene.make();
    std::vector<bool> arrived;
    for (int i = 0; i < count; ++i) {
        for (std::size_t other = 0; other < others; ++other)
            send(scene.socket(2 + other), i, SimTime(2 * i), SimTime(2 * i));
        send(scene.socket(0), i, SimTime(2 * i), SimTime(2 * i));
        arrived.push_back(shown(scene.socket(1), SimTime(2 * i + 1)).find('a') !=
                          std::string::npos);
    }
    const auto lost = std::count(arrived.begin(), arrived.end(), false);
    CHECK(scene.socket(0).summary().lost == static_cast<std::uint64_t>(lost));
    return arrived;
}

TEST_CASE("messages are lost with the given probability, independently") {
    constexpr int count = 20'000;
    for (const double loss : {0.01, 0.1, 0.5, 0.9}) {
        CAPTURE(loss);
        const std::vector<bool> arrived = arrivals(1, loss, count);
        int lost = 0, pairs = 0;
        for (std::size_t i = 0; i < arrived.size(); ++i) {
            lost += arrived[i] ? 0 : 1;
            pairs += i > 0 && !arrived[i] && !arrived[i - 1] ? 1 : 0;
        }
        CHECK(std::abs(lost - count * loss) < 4 * std::sqrt(count * loss * (1 - loss)));
        const double pair = loss * loss;
        // Neighbours share a message, so that their number varies a little more.
        CHECK(std::abs(pairs - count * pair) < 4 * std::sqrt(3 * count * pair));
    }
    CHECK(arrivals(1, 0, 100) == std::vector<bool>(100, true));
    CHECK(arrivals(1, 1, 100) == std::vector<bool>(100, false));
}

TEST_CASE("losses depend on seed, connection and number only, and not on other connections") {
    const std::vector<bool> alone = arrivals(1, 0.3, 500);
    CHECK(arrivals(1, 0.3, 500) == alone);
    CHECK(arrivals(1, 0.3, 500, 2) == alone);
    CHECK(arrivals(2, 0.3, 500) != alone);
}

TEST_CASE("a receiver that was out of range when a message was sent does not receive it") {
    for (const bool receiver_is_first : {true, false}) {
        Scene scene(2);
        scene.link(0, 1, {50ms, 0, 100.0});
        scene.make();
        NetworkSocket& receiver = scene.socket(1);
        CHECK(shown(receiver, 0ms, 100).empty());
        send(scene.socket(0), 1, 0ms, 0ms);  // at 100 m
        send(scene.socket(0), 2, 5ms, 5ms, "", -1);
        if (receiver_is_first) shown(receiver, 10ms, 200);
        send(scene.socket(0), 3, 10ms, 10ms, "", 101);
        send(scene.socket(0), 4, 15ms, 15ms, "", 99);
        if (!receiver_is_first) shown(receiver, 10ms, 200);
        CHECK(shown(receiver, 80ms, 1000) == "a1 a3");
        CHECK(receiver.summary().out_of_range == 2);
    }
}

TEST_CASE("a connection has room for 64 messages, whichever thread is first within an instant") {
    for (const bool receiver_is_first : {true, false}) {
        Scene scene(2);
        scene.link(0, 1);
        scene.make();
        NetworkSocket& sender = scene.socket(0);
        shown(scene.socket(1), 0ms);
        for (std::int32_t i = 0; i < 70; ++i) send(sender, i, 1ms, 1ms);
        CHECK(sender.summary().queue_full == 6);
        if (receiver_is_first) shown(scene.socket(1), 2ms);
        send(sender, 100, 2ms, 2ms);  // messages received at this instant make room at the next
        if (!receiver_is_first) shown(scene.socket(1), 2ms);
        CHECK(sender.summary().queue_full == 7);
        send(sender, 101, 3ms, 3ms);
        CHECK(shown(scene.socket(1), 4ms) == "a101");
        CHECK(sender.summary().queue_full == 7);
    }
}

TEST_CASE("a message received in a later cycle than possible counts as late") {
    Scene scene(2);
    scene.link(0, 1);
    scene.make();
    NetworkSocket& receiver = scene.socket(1);
    shown(receiver, 0ms);
    send(scene.socket(0), 1, 5ms, 5ms);
    receiver.begin_cycle(10ms, {});  // received, but not read
    CHECK(shown(receiver, 20ms) == "a1");
    CHECK(receiver.summary().late == 1);
    send(scene.socket(0), 2, 20ms, 20ms);
    CHECK(shown(receiver, 30ms) == "a2");
    CHECK(receiver.summary().late == 1);
}

TEST_CASE(
    "the connection to a program without an open input does not fill up, and has no receiver") {
    Scene scene(3);
    scene.link(0, 1);
    scene.link(0, 2);
    scene.network = std::make_unique<Network>(scene.config, scene.addresses);
    const auto open = [&](std::size_t i, bool is_input) {
        REQUIRE(scene.network->open(scene.socket(i), interface::BasicType::z, is_input).empty());
    };
    open(0, false);
    open(1, false);
    for (std::int32_t i = 0; i < 100; ++i) send(scene.socket(0), i, SimTime(i), SimTime(i));
    CHECK(scene.socket(0).summary().no_receiver == 100);
    CHECK(scene.socket(0).summary().queue_full == 0);
    open(2, true);
    send(scene.socket(0), 7, 1ms, 1ms);
    CHECK(scene.socket(0).summary().no_receiver == 100);
    CHECK(shown(scene.socket(2), 2ms) == "a7");
}

TEST_CASE("messages sent after the last cycle of a program have no receiver") {
    for (const bool receiver_is_first : {true, false}) {
        Scene scene(3);
        scene.link(0, 1);
        scene.link(0, 2);
        scene.make();
        const auto end = [&](std::size_t program) {
            scene.socket(program).begin_cycle(10ms, {});
            scene.socket(program).close();
        };
        if (receiver_is_first) end(1);
        send(scene.socket(0), 1, 10ms, 10ms, "b");  // whichever thread is first at that instant
        if (!receiver_is_first) end(1);
        CHECK(scene.socket(0).summary().no_receiver == 0);
        for (std::int32_t i = 0; i < 100; ++i) send(scene.socket(0), i, 11ms, 11ms, "b");
        CHECK(scene.socket(0).summary().no_receiver == 100);
        CHECK(scene.socket(0).summary().queue_full == 0);
        send(scene.socket(0), 7, 12ms, 12ms);
        CHECK(scene.socket(0).summary().no_receiver == 100);
        CHECK(shown(scene.socket(2), 20ms) == "a7");
    }
}

/// A program whose port is connected to a UDP peer, and that peer.
struct UdpScene {
    gateway::UdpSocket peer{gateway::make_endpoint("127.0.0.1", 0)};
    gateway::Endpoint there;
    std::unique_ptr<Network> network;

    UdpScene() {
        there = gateway::UdpSocket(gateway::make_endpoint("127.0.0.1", 0)).local();
        NetworkConfig config;
        gateway::UdpConfig udp;
        udp.socket.port = "net";
        udp.peer = peer.local();
        udp.local = there;
        config.udp.push_back(udp);
        network = std::make_unique<Network>(config, std::vector<std::string>{"a"});
        REQUIRE(network->open(socket(), interface::BasicType::boolean, true).empty());
    }
    NetworkSocket& socket() { return *network->sockets_of(0).at(0); }
    void send() {
        const std::byte datagram{1};
        REQUIRE(peer.send(there, &datagram, 1));
    }
    /// Reads all messages of one cycle. @return their number
    std::uint64_t take(SimTime now) {
        socket().begin_cycle(now, {});
        NetworkSocket::Received message;
        std::uint64_t taken = 0;
        for (; socket().first(message); ++taken) socket().take();
        return taken;
    }
};

TEST_CASE("a cycle reads up to 64 datagrams of a UDP peer, and the next cycle reads the others") {
    UdpScene scene;
    for (int i = 0; i < 100; ++i) scene.send();
    CHECK(scene.take(0ms) == 64);
    CHECK(scene.take(10ms) == 36);
}

TEST_CASE("datagrams that do not fit into the kernel's buffer are counted") {
    UdpScene scene;
    std::uint64_t sent = 0;
    for (; sent < 10'000'000 && scene.socket().summary().dropped == 0; ++sent) scene.send();
    for (int i = 0; i < 10; ++i, ++sent) scene.send();
    std::uint64_t taken = 0;
    std::uint64_t some = 1;
    for (SimTime now{0}; some > 0; now += 10ms) taken += some = scene.take(now);
    CHECK(scene.socket().summary().dropped == sent - taken);
    CHECK(scene.socket().summary().dropped == 11);
}

TEST_CASE("ports of different content cannot be connected") {
    Scene scene(2);
    scene.link(0, 1);
    scene.network = std::make_unique<Network>(scene.config, scene.addresses);
    CHECK(scene.network->open(scene.socket(0), interface::BasicType::q, true).empty());
    CHECK(scene.network->open(scene.socket(0), interface::BasicType::q, true).empty());
    CHECK(scene.network->open(scene.socket(0), interface::BasicType::z, true) ==
          "carries another type than before");
    for (int attempt = 0; attempt < 2; ++attempt)
        CHECK(scene.network->open(scene.socket(1), interface::BasicType::z, true) ==
              "carries Z, but port 'net' of 'a', to which 'net' is connected, carries Q");
    CHECK(!scene.socket(1).is_open());
}

TEST_CASE("with sender and receiver in two threads no message is lost, duplicated or mixed up") {
    constexpr std::int32_t count = 100'000;
    Scene scene(2);
    scene.link(0, 1);
    scene.make();
    std::atomic<std::int64_t> time{0};
    std::thread sender([&] {
        std::uint64_t full = 0;
        std::int64_t cycle = 1;
        for (std::int32_t i = 0; i < count; time = ++cycle) {
            send(scene.socket(0), i, SimTime(cycle), SimTime(cycle));
            const bool has_room = scene.socket(0).summary().queue_full == full;
            if (has_room) ++i;
            if (has_room) continue;
            ++full;
            std::this_thread::yield();
        }
    });
    std::int32_t next = 0;
    bool in_order = true;
    while (next < count) {
        scene.socket(1).begin_cycle(SimTime(time), {});
        NetworkSocket::Received message;
        while (scene.socket(1).first(message)) {
            in_order = in_order && static_cast<std::int32_t>(message.elements[0]) == next++;
            scene.socket(1).take();
        }
    }
    sender.join();
    CHECK(in_order);
    CHECK(next == count);
}

}  // namespace network_test
