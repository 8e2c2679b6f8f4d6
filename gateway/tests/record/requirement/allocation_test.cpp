// SPDX-License-Identifier: MIT
#include "monitor/monitor.hpp"
#include "requirement/parser.hpp"

#include "count_allocations.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace allocation_test {

using namespace gateway::requirement;

/// Allocations while samples are added, 10 ms apart.
std::size_t allocations_of(const std::string& text, int samples) {
    const Requirement requirement{"r", text, parse_formula(text, vocabulary_of({"x", "y"})), 1};
    Monitor monitor(requirement);
    monitor.reserve(10'000'000);
    const std::size_t before = tests::allocations();
    for (int i = 0; i < samples; ++i) {
        const double values[] = {std::sin(0.1 * i), std::cos(0.37 * i)};
        monitor.take(std::int64_t{10'000'000} * i, values);
    }
    return tests::allocations() - before;
}

TEST_CASE("allocation: samples allocate nothing if windows have an end") {
    CHECK(allocations_of("always (x < 2)", 5'000) == 0);
    CHECK(allocations_of("always (x > 0.3 implies eventually[0,3] (y < 0))", 5'000) == 0);
    CHECK(allocations_of("always (x > 0.3 implies (y > 0 until[1,3] x < 0))", 5'000) == 0);
    CHECK(allocations_of("always[0,4] eventually[1,2] (x < y and always[0,1] (y < 2))", 5'000) ==
          0);
    CHECK(allocations_of("x < 2 until y > 2", 5'000) == 0);
}

TEST_CASE("allocation: without an end within another formula all samples are kept") {
    CHECK(allocations_of("always (x > 0.3 implies eventually (y > 2))", 5'000) > 0);
}

}  // namespace allocation_test
