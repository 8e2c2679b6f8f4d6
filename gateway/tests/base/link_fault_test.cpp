// SPDX-License-Identifier: MIT
// Faults of links, compared with counts and closed forms.
#include "fault/link/faulty_link.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace link_fault_test {

using namespace gateway;
using namespace std::chrono_literals;

constexpr int most = 100'000;

/// Packets of 24 bytes with their number, which enter the link at 1000 per second.
class Scene {
  public:
    explicit Scene(const LinkFaultKind& kind, std::vector<double> values = {},
                   std::uint64_t seed = 7, std::uint32_t direction = 0)
        : fault_{"tested", &kind, FaultSide::links, "", std::move(values), seed},
          sut_({{fault_, state_}}, direction) {
        state_.is_active = true;
        state_.factor = 1;
    }

    struct Arrival {
        std::uint64_t number;
        std::chrono::nanoseconds at;
        int wrong_bits;
    };
    const std::vector<Arrival>& send(int count) {
        for (int i = 0; i < count; ++i) {
            std::array<std::byte, 24> data{};
            std::memcpy(data.data(), &number_, sizeof(number_));
            std::copy_n(data.begin(), 8, data.begin() + 8);
            std::copy_n(data.begin(), 8, data.begin() + 16);
            ++number_;
            sut_.pass(now_, {{1, 2}, data.data(), data.size()}, arrive());
            now_ += 1ms;
        }
        return arrivals_;
    }
    const std::vector<Arrival>& wait(std::chrono::nanoseconds time) {
        now_ += time;
        sut_.release(now_, arrive());
        return arrivals_;
    }
    FaultState& state() { return state_; }

  private:
    /// The number is that of at least two of the three copies.
    std::function<void(const LinkPacket&)> arrive() {
        return [this](const LinkPacket& packet) {
            REQUIRE(packet.size == 24);
            CHECK(packet.peer == Endpoint{1, 2});
            std::uint64_t copies[3];
            std::memcpy(copies, packet.data, 24);
            const std::uint64_t number = copies[0] == copies[1] ? copies[0] : copies[2];
            int wrong = 0;
            for (const std::uint64_t copy : copies) wrong += __builtin_popcountll(copy ^ number);
            arrivals_.push_back({number, now_, wrong});
        };
    }

    Fault fault_;
    FaultState state_;
    FaultyLink sut_;
    std::uint64_t number_ = 0;
    std::chrono::nanoseconds now_{0};
    std::vector<Arrival> arrivals_;
};

/// Whether a count is within five standard deviations of a binomial distribution.
bool is_binomial(std::size_t count, double probability) {
    const double sigma = std::sqrt(most * probability * (1 - probability));
    return std::abs(static_cast<double>(count) - most * probability) < 5 * sigma;
}

TEST_CASE("10 % loss of 100,000 packets is in its binomial interval, by the seed") {
    Scene scene(loss_kind, {0.1});
    const std::size_t arrived = scene.send(most).size();
    CHECK(is_binomial(most - arrived, 0.1));
    const auto numbers = [](Scene other) {
        std::set<std::uint64_t> all;
        for (const auto& arrival : other.send(1000)) all.insert(arrival.number);
        return all;
    };
    CHECK(numbers(Scene(loss_kind, {0.1})) == numbers(Scene(loss_kind, {0.1})));
    CHECK(numbers(Scene(loss_kind, {0.1})) != numbers(Scene(loss_kind, {0.1}, 8)));
    CHECK(numbers(Scene(loss_kind, {0.1})) != numbers(Scene(loss_kind, {0.1}, 7, 1)));
}

TEST_CASE("a cut link loses every packet while it is active") {
    Scene scene(cut_kind);
    CHECK(scene.send(1000).empty());
    scene.state().is_active = false;
    CHECK(scene.send(1000).size() == 1000);
}

TEST_CASE("a loss that is half applied has half its probability") {
    Scene scene(loss_kind, {0.5});
    scene.state().factor = 0.5;
    CHECK(is_binomial(most - scene.send(most).size(), 0.25));
}

TEST_CASE("a delay is the same for each packet, and keeps their order") {
    Scene scene(link_delay_kind, {0.25});
    scene.send(1000);
    const auto& all = scene.wait(250ms);
    REQUIRE(all.size() == 1000);
    for (std::uint64_t i = 0; i < 750; ++i) {
        CHECK(all[i].number == i);
        CHECK(all[i].at == (i + 250) * 1ms);
    }
}

TEST_CASE("jitter delays by uniform times") {
    Scene scene(jitter_kind, {0.1});
    scene.send(20'000);
    const auto& all = scene.wait(100ms);
    REQUIRE(all.size() == 20'000);
    double sum_s = 0, largest_s = 0;
    for (std::size_t i = 0; i < 19'000; ++i) {
        const double delay_s =
            std::chrono::duration<double>(all[i].at - all[i].number * 1ms).count();
        REQUIRE(delay_s >= 0);
        largest_s = std::max(largest_s, delay_s);
        sum_s += delay_s;
    }
    CHECK(largest_s <= 0.1 + 0.001);
    CHECK(largest_s > 0.099);
    CHECK(sum_s / 19'000 == doctest::Approx(0.05 + 0.0005).epsilon(0.02));
}

TEST_CASE("packets that are held back are overtaken by those of that time") {
    Scene scene(reordering_kind, {0.1, 0.0035});
    scene.send(most);
    const auto& all = scene.wait(1s);
    REQUIRE(all.size() == most);
    std::size_t held = 0;
    for (const auto& arrival : all)
        if (arrival.at > arrival.number * 1ms) ++held;
    CHECK(is_binomial(held, 0.1));
    CHECK(!std::is_sorted(all.begin(), all.end(),
                          [](auto& a, auto& b) { return a.number < b.number; }));
}

TEST_CASE("duplicates arrive twice, one after the other") {
    Scene scene(duplicates_kind, {0.2});
    const auto& all = scene.send(most);
    CHECK(is_binomial(all.size() - most, 0.2));
    std::size_t pairs = 0;
    for (std::size_t i = 1; i < all.size(); ++i)
        if (all[i].number == all[i - 1].number) ++pairs;
    CHECK(pairs == all.size() - most);
}

TEST_CASE("corruption reverses one bit of the chosen packets") {
    Scene scene(corruption_kind, {0.3});
    const auto& all = scene.send(most);
    REQUIRE(all.size() == most);
    std::size_t wrong = 0;
    for (const auto& arrival : all) {
        CHECK(arrival.wrong_bits <= 1);
        wrong += arrival.wrong_bits > 0 ? 1 : 0;
    }
    CHECK(is_binomial(wrong, 0.3));
}

TEST_CASE("any share of a packet is one of its bits") {
    for (int bit = 0; bit < 16; ++bit) {
        std::array<std::byte, 2> data{};
        flip_bit(data.data(), 2, bit / 16.0);
        CHECK(data[bit / 8] == std::byte{1} << bit % 8);
    }
    std::byte none{};
    flip_bit(&none, 0, 0.5);
    CHECK(none == std::byte{0});
}

TEST_CASE("a delay beyond the room loses packets, and no others later") {
    Scene scene(link_delay_kind, {10});
    scene.send(3000);
    CHECK(scene.wait(10s).size() == DelayedPackets::capacity);
    scene.state().is_active = false;
    CHECK(scene.send(10).size() == DelayedPackets::capacity + 10);
}

}  // namespace link_fault_test
