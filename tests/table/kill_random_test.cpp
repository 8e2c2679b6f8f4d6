// SPDX-License-Identifier: MIT
#include "operations.hpp"

#include <doctest/doctest.h>

#include <random>

namespace kill_random_test {

using tests::Child;
using tests::Scene;

constexpr tests::Operation operations[] = {
    tests::write_real, tests::write_text,   tests::write_changing, tests::write_group,
    tests::clear,      tests::write_wanted, tests::write_watched,  tests::read_group,
};

/// A victim that repeats operations until it is killed.
Child make_victim(Scene& scene, unsigned seed) {
    return Child([&scene, seed] {
        std::mt19937 random(seed);
        for (;;) {
            const auto number = static_cast<std::int32_t>(random() % 1'000'000);
            operations[random() % std::size(operations)](scene, number);
        }
        return 0;
    });
}

TEST_CASE("survivors continue within 50 ms when processes are killed at random instants") {
    Scene scene(300);
    tests::Delays delays;
    std::mt19937 random(20260202);
    for (int round = 0; round < tests::kill_rounds() * 25; ++round) {
        Child one = make_victim(scene, static_cast<unsigned>(random()));
        Child other = make_victim(scene, static_cast<unsigned>(random()));
        const auto kill_at = ddc::Clock::now() + std::chrono::microseconds(500 + random() % 3000);
        while (ddc::Clock::now() < kill_at) ::usleep(100);
        const std::int64_t killed_ns = tests::now_ns();
        one.kill();
        other.kill();
        one.await_death();
        other.await_death();
        delays.add(scene.await_survivors(killed_ns));
    }
    CHECK(scene.board().whole_groups > 0);
    CHECK(scene.table().take_overs() > 0);
    scene.finish();
    delays.check();
}

}  // namespace kill_random_test
