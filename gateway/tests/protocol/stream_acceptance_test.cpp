// SPDX-License-Identifier: MIT
// Acceptance of the datagrams of a stream. The clock is a variable: no test waits.
#include "vds1/stream_acceptance.hpp"

#include "vds1/sequence.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace stream_acceptance_test {

using namespace std::chrono_literals;
using gateway::Endpoint;
using namespace gateway::vds1;
using gateway::SteadyTime;

constexpr Endpoint first{0x7f000001, 5001}, second{0x7f000001, 5002};

/// A receiver with a time-out of 100 ms. Datagrams differ by their content, as CRCs do.
struct Scene {
    Acceptance receive(std::uint32_t sequence, double timestamp_s, std::uint32_t crc = 0,
                       const Endpoint& from = first) {
        Header header;
        header.sequence = sequence;
        header.timestamp_s = timestamp_s;
        header.crc = crc != 0 ? crc : sequence * 1000 + static_cast<std::uint32_t>(stream);
        return sut.admit(from, header, now);
    }
    bool accepts(std::uint32_t sequence, double timestamp_s, std::uint32_t crc = 0,
                 const Endpoint& from = first) {
        return receive(sequence, timestamp_s, crc, from) != Acceptance::refused;
    }
    /// Numbers and timestamps of a sender of 100 Hz, each of them accepted.
    void run(std::uint32_t from, std::uint32_t to, double offset_s = 100) {
        for (std::uint32_t i = from; i <= to; ++i, now += 10ms)
            REQUIRE(accepts(i, offset_s + 0.01 * i));
    }
    /// Datagrams from then on have other content.
    void silence() {
        now += 1s;
        ++stream;
    }

    StreamAcceptance sut{100ms};
    SteadyTime now{1h};
    int stream = 1;
};

TEST_CASE("stream: the first datagram is accepted, whatever its number and its time") {
    for (const double timestamp_s : {0.0, -5.0, std::nan("")}) {
        Scene scene;
        CHECK(scene.receive(4711, timestamp_s) == Acceptance::begins);
        CHECK(scene.sut.sequence() == 4711);
    }
}

TEST_CASE("stream: within the time-out each datagram is newer than the last one, or rejected") {
    Scene scene;
    scene.run(0, 2);
    CHECK_FALSE(scene.accepts(0, 100));  // late, or duplicate
    CHECK_FALSE(scene.accepts(2, 100.02));
    CHECK_FALSE(scene.accepts(1, 200));
    CHECK_FALSE(scene.accepts(2, 200, 7));
    CHECK(scene.receive(4, 100.04) == Acceptance::next);
    CHECK_FALSE(scene.accepts(3, 100.03));
    CHECK(scene.sut.sequence() == 4);
}

TEST_CASE("stream: numbers continue across 2^32, and half of all numbers are newer") {
    Scene scene;
    CHECK(scene.accepts(0xfffffffe, 1));
    CHECK(scene.accepts(0xffffffff, 2));
    CHECK(scene.accepts(0, 3));
    CHECK_FALSE(scene.accepts(0xffffffff, 4));
    CHECK(scene.accepts(1, 5));
    CHECK(is_newer(0x80000000, 1));
    CHECK_FALSE(is_newer(0x80000001, 1));
    CHECK_FALSE(is_newer(1, 0x80000001));
}

TEST_CASE("stream: a rejected datagram does not end a time-out") {
    Scene scene;
    scene.run(1, 1);
    for (int i = 0; i < 9; ++i, scene.now += 10ms) CHECK_FALSE(scene.accepts(1, 100.01));
    scene.now += 10ms;
    CHECK(scene.receive(1, 100.5, 9) == Acceptance::begins);
}

TEST_CASE("stream: after a time-out a newer number continues, with any timestamp") {
    Scene scene;
    scene.run(1, 10);
    scene.silence();
    CHECK(scene.receive(11, -7) == Acceptance::next);
}

TEST_CASE("stream: a datagram that is repeated without end is never accepted again") {
    Scene scene;
    scene.run(1, 100);
    for (int i = 0; i < 1000; ++i, scene.now += 5ms) REQUIRE_FALSE(scene.accepts(100, 101));
    for (int round = 0; round < 20; ++round)
        for (std::uint32_t i = 60; i <= 100; ++i, scene.now += 10ms)
            REQUIRE_FALSE(scene.accepts(i, 100 + 0.01 * i));
}

TEST_CASE("stream: a late burst is rejected, however old and however slow") {
    for (const auto period : {0ms, 1ms, 20ms}) {
        CAPTURE(period.count());
        Scene scene;
        scene.run(1, 20);
        scene.now += 10ms;
        scene.run(40, 50);  // 21 to 39 were delayed
        scene.now += 1s;
        for (std::uint32_t i = 21; i < 40; ++i, scene.now += period)
            REQUIRE_FALSE(scene.accepts(i, 100 + 0.01 * i));
        CHECK(scene.accepts(51, 100.51));
    }
}

TEST_CASE("stream: datagrams that were skipped by a gap of any length are late when they arrive") {
    Scene scene;
    scene.run(1, 20);
    scene.now += 810ms;
    CHECK(scene.receive(101, 101.01) == Acceptance::next);
    scene.now += 1s;
    for (std::uint32_t i = 21; i < 101; ++i, scene.now += 20ms)
        REQUIRE_FALSE(scene.accepts(i, 100 + 0.01 * i));
    CHECK(scene.accepts(102, 101.02));
}

TEST_CASE("stream: datagrams sent before the first accepted one are late, also across 2^32") {
    for (const std::uint32_t start : {1000U, 3U}) {
        CAPTURE(start);
        Scene scene;
        for (std::uint32_t i = 0; i < 10; ++i, scene.now += 10ms)
            REQUIRE(scene.accepts(start + i, 100 + 0.01 * i));
        scene.now += 1s;
        for (std::uint32_t back = 100; back > 0; --back, scene.now += 20ms)
            REQUIRE_FALSE(scene.accepts(start - back, 100 - 0.01 * back));
        CHECK(scene.accepts(start + 10, 100.1));
    }
}

TEST_CASE("stream: accepted datagrams never start a stream again, however old") {
    Scene scene;
    scene.run(1, 5000);
    scene.now += 1s;
    for (std::uint32_t i = 1; i <= 5000; ++i, scene.now += 20ms)
        REQUIRE_FALSE(scene.accepts(i, 100 + 0.01 * i));
    CHECK(scene.accepts(5001, 150.01));
}

TEST_CASE("stream: numbers of another sender do not make a repeated datagram new") {
    Scene scene;
    scene.run(1, 20);
    for (std::uint32_t i = 1; i <= 20; ++i) CHECK_FALSE(scene.accepts(i, 0.01 * i, 0, second));
    scene.now += 1s;
    for (std::uint32_t i = 1; i <= 20; ++i, scene.now += 20ms)
        REQUIRE_FALSE(scene.accepts(i, 100 + 0.01 * i));
}

TEST_CASE("stream: datagrams accepted in an earlier stream are recognised in the next one") {
    Scene scene;
    scene.run(1, 5000, 0);
    scene.silence();
    for (std::uint32_t i = 1; i <= 300; ++i, scene.now += 10ms)
        REQUIRE(scene.accepts(i, 0.01 * i) == (i > 5));
    scene.stream = 1;
    for (const auto pause : {0ms, 1000ms}) {
        scene.now += pause;
        for (std::uint32_t i = 401; i <= 5000; i += 7) REQUIRE_FALSE(scene.accepts(i, 0.01 * i));
    }
    for (std::uint32_t i = 1; i <= 300; ++i, scene.now += 20ms)
        REQUIRE_FALSE(scene.accepts(i, 0.01 * i));
    scene.stream = 2;
    CHECK(scene.accepts(301, 3.01));
}

TEST_CASE("stream: after a gap a stream continues among the numbers of the earlier stream") {
    Scene scene;
    scene.run(1, 5000, 0);
    scene.silence();
    for (std::uint32_t i = 1; i <= 300; ++i, scene.now += 10ms)
        REQUIRE(scene.accepts(i, 0.01 * i) == (i > 5));
    std::uint32_t number = 401;
    for (scene.now += 1s; !scene.accepts(number, 0.01 * number); scene.now += 10ms)
        REQUIRE(++number < 410);
    CHECK(scene.accepts(number + 1, 0.01 * number + 0.01));
}

TEST_CASE("stream: a peer that restarts repeatedly is accepted as fast as the first time") {
    Scene scene;
    scene.run(1, 100'000, 0);
    for (int life = 0; life < 10; ++life) {
        CAPTURE(life);
        scene.silence();
        for (std::uint32_t i = 1; i <= 40; ++i, scene.now += 10ms)
            REQUIRE(scene.accepts(i, 0.01 * i) == (i > 5));
    }
}

TEST_CASE(
    "stream: a peer that first repeats its old datagrams is recognised by the first difference") {
    Scene scene;
    scene.run(1, 100'000, 0);
    scene.now += 1s;
    for (std::uint32_t i = 1; i <= 1000; ++i, scene.now += 10ms)
        REQUIRE_FALSE(scene.accepts(i, 0.01 * i));
    scene.stream = 2;
    std::uint32_t number = 1001;
    for (; !scene.accepts(number, 0.01 * number); scene.now += 10ms) REQUIRE(++number < 1040);
    CHECK(scene.accepts(number + 1, 0.01 * number + 0.01));
}

TEST_CASE(
    "stream: only a timestamp newer than all accepted ones starts a stream at once, after a "
    "time-out") {
    Scene scene;
    scene.run(1000, 1010);
    CHECK_FALSE(scene.accepts(1, 200));
    scene.silence();
    CHECK(scene.receive(2, 200.01) == Acceptance::begins);
    CHECK(scene.receive(3, 200.02) == Acceptance::next);
}

TEST_CASE("stream: three datagrams over 50 ms start one if timestamps are older") {
    Scene scene;
    scene.run(1000, 1010);
    scene.silence();
    CHECK_FALSE(scene.accepts(1, 0.01));
    scene.now += 30ms;
    CHECK_FALSE(scene.accepts(2, 0.02));
    scene.now += 20ms;
    CHECK(scene.receive(3, 0.03) == Acceptance::begins);
    CHECK(scene.receive(4, 0.04) == Acceptance::next);

    Scene fast;
    fast.run(1000, 1010);
    fast.silence();
    for (std::uint32_t i = 1; i <= 10; ++i, fast.now += 5ms)
        CHECK_FALSE(fast.accepts(i, 0.005 * i));
    CHECK(fast.accepts(11, 0.055));

    Scene sparse;
    sparse.run(1000, 1010);
    sparse.silence();
    CHECK_FALSE(sparse.accepts(1, 0.1));
    sparse.now += 500ms;
    CHECK_FALSE(sparse.accepts(2, 0.6));
    sparse.now += 500ms;
    CHECK(sparse.accepts(3, 1.1));
}

TEST_CASE("stream: rising numbers alone, or rising times alone, start none") {
    Scene scene;
    scene.run(1000, 1010);
    scene.silence();
    for (std::uint32_t i = 1; i <= 100; ++i, scene.now += 10ms)
        REQUIRE_FALSE(scene.accepts(i, -0.01 * i));
    for (std::uint32_t i = 1; i <= 100; ++i, scene.now += 10ms)
        REQUIRE_FALSE(scene.accepts(500 - i, 0.01 * i));
}

TEST_CASE("stream: single datagrams over a long time are not a stream") {
    Scene scene;
    scene.run(1000, 1010);
    scene.silence();
    for (std::uint32_t i = 1; i <= 20; ++i, scene.now += 1001ms)
        REQUIRE_FALSE(scene.accepts(i, 0.01 * i));
}

TEST_CASE("stream: timestamps that never change need ten rising numbers within 1 s") {
    for (const double timestamp_s : {0.0, std::nan("")}) {
        Scene scene;
        CHECK(scene.accepts(1000, timestamp_s));
        scene.silence();
        for (std::uint32_t i = 1; i < 10; ++i, scene.now += 100ms)
            CHECK_FALSE(scene.accepts(i, timestamp_s));
        CHECK(scene.receive(10, timestamp_s) == Acceptance::begins);
        CHECK(scene.accepts(11, timestamp_s));
    }
    Scene slow;
    CHECK(slow.accepts(1000, 0));
    slow.silence();
    for (std::uint32_t i = 1; i <= 100; ++i, slow.now += 112ms) REQUIRE_FALSE(slow.accepts(i, 0));
    Scene burst;
    CHECK(burst.accepts(1000, 0));
    burst.silence();
    for (std::uint32_t i = 1; i <= 100; ++i, burst.now += 400us) REQUIRE_FALSE(burst.accepts(i, 0));
}

TEST_CASE("stream: a sender whose timestamp changes once is accepted in the end") {
    Scene scene;
    scene.run(1000, 1010);
    scene.silence();
    CHECK_FALSE(scene.accepts(1, 1));
    int refused = 1;
    for (std::uint32_t i = 2; !scene.accepts(i, 2); ++i, scene.now += 10ms)
        REQUIRE(++refused < 130);
}

TEST_CASE("stream: if two senders start together the first one is accepted as fast as alone") {
    Scene scene;
    scene.run(1000, 1010);
    scene.silence();
    for (std::uint32_t i = 1; i <= 5; ++i, scene.now += 10ms) {
        CHECK_FALSE(scene.accepts(i, 0.01 * i, 0, second));
        CHECK_FALSE(scene.accepts(i, 0.01 * i));
    }
    CHECK(scene.receive(6, 0.06, 0, second) == Acceptance::begins);
    CHECK_FALSE(scene.accepts(6, 0.06));
}

TEST_CASE("stream: datagrams of several senders together start none") {
    Scene scene;
    scene.run(1000, 1010);
    scene.silence();
    for (std::uint16_t i = 1; i <= 100; ++i, scene.now += 10ms)
        REQUIRE_FALSE(scene.accepts(i, 0.01 * i, 0, Endpoint{0x7f000001, i}));
}

TEST_CASE("stream: a stray datagram delays a new stream by one time-out at most") {
    Scene scene;
    scene.run(1000, 1010);
    scene.silence();
    CHECK_FALSE(scene.accepts(900, 5));
    std::uint32_t number = 1;
    while (!scene.accepts(number, 0.01 * number)) {
        REQUIRE(++number < 20);
        scene.now += 10ms;
    }
    CHECK(number == 16);  // 100 ms, then 50 ms
}

TEST_CASE(
    "stream: a plant that restarts with the same numbers and times is recognised by its content") {
    Scene scene;
    scene.run(1, 200, 0);
    scene.silence();
    std::uint32_t number = 1;
    for (; !scene.accepts(number, 0.01 * number); scene.now += 10ms) REQUIRE(++number < 10);
    CHECK(number == 6);
}

TEST_CASE("stream: a stream that repeats accepted datagrams waits until new ones follow") {
    Scene scene;
    scene.run(1, 200, 0);
    scene.now += 1s;
    for (std::uint32_t i = 1; i <= 200; ++i, scene.now += 10ms)
        REQUIRE_FALSE(scene.accepts(i, 0.01 * i));
    CHECK(scene.accepts(201, 2.01));
}

TEST_CASE("stream: a repeated datagram of the last stream does not replace a newer stream") {
    Scene scene;
    scene.run(1, 900);
    scene.silence();
    scene.run(1, 20, 500);
    scene.stream = 1;
    CHECK_FALSE(scene.accepts(900, 109));
    CHECK_FALSE(scene.accepts(50, 100.5));
    scene.stream = 2;
    CHECK(scene.accepts(21, 500.21));
    CHECK(scene.accepts(22, 500.22));
}

TEST_CASE("stream: a clock that is set back does not make old datagrams acceptable") {
    Scene scene;
    scene.run(1, 10, 1000);
    scene.run(11, 20, 0);
    scene.silence();
    CHECK_FALSE(scene.accepts(5, 500));
}

TEST_CASE("stream: a longer time-out needs a longer silence") {
    Scene scene;
    scene.sut.set_timeout(2s);
    scene.run(1000, 1000);
    scene.now += 1980ms;
    CHECK_FALSE(scene.accepts(1, 200));
    scene.now += 10ms;
    CHECK(scene.accepts(2, 200.01));
}

}  // namespace stream_acceptance_test
