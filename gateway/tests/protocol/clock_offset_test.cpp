// SPDX-License-Identifier: MIT
#include "vds1/clock_offset.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

namespace clock_offset_test {

using gateway::SteadyTime;
using gateway::vds1::ClockOffset;
using namespace std::chrono_literals;
using Seconds = std::chrono::duration<double>;

/// A peer that sends 200 packets a second through a network, by a separate clock. Times in s.
struct Peer {
    explicit Peer(unsigned seed) : random(seed) {}

    /// Sends packets for this time; some are lost, and late ones arrive before the next one.
    void run(ClockOffset& sut, double duration_s) {
        for (const double end_s = now_s + duration_s; now_s < end_s; now_s += 0.005) send(sut);
    }
    void send(ClockOffset& sut) {
        clock_s += (now_s - sent_s) * rate * (1 + drift_ppm * 1e-6);
        sent_s = now_s;
        if (std::bernoulli_distribution(loss)(random)) return;
        const double wanted_s = now_s + smallest_delay_s + added_delay_s + jitter();
        const double arrival_s = std::max(wanted_s, arrived_s);
        arrived_s = arrival_s;
        const auto lag = sut.on_packet(clock_s, SteadyTime{} + to_time(arrival_s));
        if (!lag) return;
        ++measured;
        true_lag_s = arrival_s - now_s - smallest_delay_s;
        lag_s = Seconds(*lag).count();
        largest_error_s = std::max(largest_error_s, std::abs(lag_s - true_lag_s));
        if (lag_s > 0.05) ++late;
    }
    /// Mostly small, sometimes very long: a Pareto distribution with infinite variance.
    double jitter() {
        const double u = std::uniform_real_distribution<>(1e-6, 1)(random);
        return std::min(jitter_s * (std::pow(u, -1 / 1.5) - 1), 0.5);
    }
    static std::chrono::nanoseconds to_time(double s) {
        return std::chrono::duration_cast<std::chrono::nanoseconds>(Seconds(s));
    }
    void forget_errors() { largest_error_s = 0, measured = late = 0; }

    std::mt19937 random;
    double rate = 1, drift_ppm = 0, smallest_delay_s = 0.0002, jitter_s = 0.0002, loss = 0;
    double added_delay_s = 0;
    double now_s = 1e5, sent_s = 1e5, clock_s = 0, arrived_s = 0;
    double lag_s = 0, true_lag_s = 0, largest_error_s = 0;
    int measured = 0, late = 0;
};

TEST_CASE(
    "offset, drift and lag of any clock are found despite jitter with long tails and losses") {
    for (unsigned seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        Peer peer(seed);
        std::uniform_real_distribution<> any(0, 1);
        peer.drift_ppm = 600 * any(peer.random) - 300;
        peer.rate = seed % 4 == 0 ? 2.5 : 1;
        peer.clock_s = seed % 2 == 0 ? 1.7e9 : 0;
        peer.loss = 0.3 * any(peer.random);
        peer.jitter_s = 1e-3 * any(peer.random);
        ClockOffset sut(peer.rate);
        peer.run(sut, 60);
        peer.forget_errors();
        peer.run(sut, 60);
        REQUIRE(sut.is_estimating());
        CHECK(sut.drift_ppm() == doctest::Approx(peer.drift_ppm).epsilon(0.1).scale(100));
        CHECK(peer.largest_error_s < 0.0005);
        CHECK(peer.measured > 7000);
        const double offset_s = peer.clock_s / peer.rate - peer.sent_s - peer.smallest_delay_s;
        CHECK(std::abs(sut.offset_s() - offset_s) < 0.001);
    }
}

TEST_CASE("there is no lag before the third second, and no large error after it") {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        Peer peer(seed);
        peer.drift_ppm = seed % 2 == 0 ? 200 : -200;
        ClockOffset sut;
        peer.run(sut, 2.9);
        CHECK(peer.measured == 0);
        CHECK_FALSE(sut.is_estimating());
        peer.run(sut, 60);
        CHECK(peer.measured > 11000);
        CHECK(peer.largest_error_s < 0.004);  // the drift of ten seconds, at most
    }
}

TEST_CASE("a burst of packets that a network held back is late") {
    Peer peer(7);
    ClockOffset sut;
    peer.run(sut, 20);
    CHECK(peer.lag_s < 0.05);
    const double stall_end_s = peer.now_s + 0.3;
    peer.forget_errors();
    peer.arrived_s = stall_end_s;  // nothing arrives before
    peer.run(sut, 0.3);
    CHECK(peer.late >= 48);
    CHECK(peer.largest_error_s < 0.0005);
    peer.run(sut, 1);
    CHECK(peer.lag_s < 0.05);
}

TEST_CASE("a delay that stays is lag for five seconds, then it belongs to the offset") {
    Peer peer(8);
    ClockOffset sut;
    peer.run(sut, 40);
    peer.added_delay_s = 0.15;
    peer.run(sut, 0.5);
    CHECK(peer.lag_s == doctest::Approx(peer.true_lag_s).epsilon(0.01));
    peer.run(sut, 3.5);
    CHECK(peer.lag_s == doctest::Approx(peer.true_lag_s).epsilon(0.01));
    peer.run(sut, 6);
    CHECK(sut.is_estimating());
    CHECK(peer.lag_s < 0.05);
    peer.added_delay_s = 0;  // a smaller delay than ever is believed at once
    peer.run(sut, 0.2);
    peer.forget_errors();
    peer.run(sut, 5);
    CHECK(peer.measured > 200);
    CHECK(peer.largest_error_s < 0.0005);
}

TEST_CASE("after a jump of the peer's clock there is a correct lag again") {
    for (const double jump_s : {-1000.0, -0.2, -0.02, 0.02, 0.2, 1000.0}) {
        CAPTURE(jump_s);
        Peer peer(9);
        peer.clock_s = 5000;
        ClockOffset sut;
        peer.run(sut, 40);
        peer.clock_s += jump_s;
        peer.run(sut, 16);
        peer.forget_errors();
        peer.run(sut, 5);
        CHECK(peer.measured > 900);
        CHECK(peer.largest_error_s < 0.004);
    }
}

TEST_CASE("a restart forgets the clock") {
    Peer peer(10);
    ClockOffset sut;
    peer.run(sut, 20);
    REQUIRE(sut.is_estimating());
    sut.restart();
    CHECK_FALSE(sut.is_estimating());
    peer.clock_s += 3;
    peer.forget_errors();
    peer.run(sut, 5);
    CHECK(peer.measured > 300);
    CHECK(peer.largest_error_s < 0.004);
}

TEST_CASE("a clock that does not advance, or has another scale, gives no estimate") {
    ClockOffset sut;
    Peer peer(11);
    peer.rate = 0;
    peer.run(sut, 20);
    CHECK(peer.measured == 0);
    for (const double rate : {0.5, 0.9, 1.1, 2.0}) {
        ClockOffset of_one;
        Peer scaled(12);
        scaled.rate = rate;
        scaled.run(of_one, 60);
        CHECK(scaled.measured == 0);
    }
}

TEST_CASE("a peer that pauses, or changes its scale for a while, is measured again after it") {
    for (const double rate : {0.0, 0.5, 2.0}) {
        CAPTURE(rate);
        Peer peer(13);
        ClockOffset sut;
        peer.run(sut, 40);
        peer.rate = rate;
        peer.run(sut, 20);
        CHECK_FALSE(sut.is_estimating());
        peer.rate = 1;
        peer.run(sut, 5);
        peer.forget_errors();
        peer.run(sut, 5);
        CHECK(peer.measured > 900);
        CHECK(peer.largest_error_s < 0.004);
    }
}

TEST_CASE("a silence of the network does not lose the estimate") {
    Peer peer(14);
    peer.drift_ppm = 100;
    ClockOffset sut;
    peer.run(sut, 60);
    peer.loss = 1;
    peer.run(sut, 30);
    peer.loss = 0;
    peer.forget_errors();
    peer.run(sut, 1);
    CHECK(peer.measured > 150);
    CHECK(peer.largest_error_s < 0.0005);
}

TEST_CASE("any timestamps and arrivals give finite numbers and no negative lag") {
    std::mt19937 random(15);
    std::uniform_int_distribution<> choose(0, 5);
    ClockOffset sut;
    SteadyTime arrival{1000s};
    double timestamp_s = 0;
    for (int i = 0; i < 200'000; ++i) {
        const double extremes[] = {-1e308, 1e308, 0, 1e12, -1e12, 5e-324};
        const bool is_extreme = std::bernoulli_distribution(0.001)(random);
        timestamp_s = is_extreme ? extremes[choose(random)] : timestamp_s + 0.001 * choose(random);
        arrival += std::chrono::microseconds(5000 * choose(random) - 2000);
        const auto lag = sut.on_packet(timestamp_s, arrival);
        if (!lag) continue;
        REQUIRE(lag->count() >= 0);
        REQUIRE(std::isfinite(sut.offset_s()));
        REQUIRE(std::abs(sut.drift_ppm()) <= 500);
    }
}

}  // namespace clock_offset_test
