// SPDX-License-Identifier: MIT
#include "number/random.hpp"
#include "campaign/design/permutation.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <vector>

namespace random_test {

using namespace gateway;
using namespace gateway::campaign;

using Words = std::array<std::uint32_t, 4>;

TEST_CASE("Philox gives the known answers of its authors") {
    CHECK(philox({0, 0, 0, 0}, {0, 0}) == Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
    constexpr std::uint32_t ones = 0xffffffff;
    CHECK(philox({ones, ones, ones, ones}, {ones, ones}) ==
          Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
    CHECK(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
          Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("A stream is the FNV-1a hash of its name") {
    CHECK(stream_of("") == 0x811c9dc5);
    CHECK(stream_of("a") == 0xe40c292c);
    CHECK(stream_of("foobar") == 0xbf9cf968);
}

TEST_CASE("A draw depends on each part of its position and on nothing else") {
    const Draw draw{7, 5'000'000'000, 11, 0};
    std::set<std::uint64_t> seen{random_bits(draw)};
    CHECK(seen.count(random_bits(draw)) == 1);
    CHECK(seen.insert(random_bits({8, draw.run, draw.stream, 0})).second);
    CHECK(seen.insert(random_bits({7 + (1ULL << 32U), draw.run, draw.stream, 0})).second);
    CHECK(seen.insert(random_bits({7, draw.run & 0xffffffff, draw.stream, 0})).second);
    CHECK(seen.insert(random_bits({7, draw.run + 1, draw.stream, 0})).second);
    CHECK(seen.insert(random_bits({7, draw.run, 12, 0})).second);
    CHECK(seen.insert(random_bits({7, draw.run, draw.stream, 1})).second);
}

TEST_CASE("Random units have the mean and variance of a uniform number") {
    constexpr int count = 100'000;
    double sum = 0, squares = 0;
    for (std::uint64_t run = 0; run < count; ++run) {
        const double unit = random_unit({3, run, stream_of("mass"), 0});
        REQUIRE(unit >= 0);
        REQUIRE(unit < 1);
        sum += unit;
        squares += (unit - 0.5) * (unit - 0.5);
    }
    CHECK(sum / count == doctest::Approx(0.5).epsilon(0.01));
    CHECK(squares / count == doctest::Approx(1.0 / 12).epsilon(0.02));
}

TEST_CASE("A permutation has every value once whatever its size") {
    for (const std::uint64_t size : {1U, 2U, 3U, 5U, 16U, 17U, 1000U, 4097U}) {
        CAPTURE(size);
        const Permutation sut(size, 42, 9);
        std::vector<bool> seen(size);
        for (std::uint64_t i = 0; i < size; ++i) {
            REQUIRE(sut.at(i) < size);
            REQUIRE_FALSE(seen[sut.at(i)]);
            seen[sut.at(i)] = true;
        }
    }
}

TEST_CASE("A permutation of many values has no visible order") {
    constexpr std::uint64_t size = 20'000;
    const Permutation sut(size, 1, 1);
    double product = 0;
    for (std::uint64_t i = 0; i < size; ++i)
        product +=
            (static_cast<double>(i) / size - 0.5) * (static_cast<double>(sut.at(i)) / size - 0.5);
    const double correlation = product / size * 12;
    CHECK(std::abs(correlation) < 4 / std::sqrt(static_cast<double>(size)));
}

}  // namespace random_test
