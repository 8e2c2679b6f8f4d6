// SPDX-License-Identifier: MIT
#include "faults.hpp"
#include "operations.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <random>
#include <string>

namespace kill_points_test {

using tests::Child;
using tests::Scene;

struct Strike {
    const char* point;
    tests::Operation operation;
};

constexpr Strike strikes[] = {
    {"lock.taken", tests::write_real},           {"write.mid_copy", tests::write_real},
    {"write.mid_copy", tests::write_text},       {"write.mid_copy", tests::write_changing},
    {"write.mid_text", tests::write_text},       {"write.copied", tests::write_text},
    {"write.copied", tests::write_changing},     {"lock.before_release", tests::write_real},
    {"lock.after_release", tests::write_real},   {"lock.before_post", tests::write_wanted},
    {"wake.before", tests::write_watched},       {"wake.bumped", tests::write_watched},
    {"group.mid_begin", tests::write_group},     {"group.begun", tests::write_group},
    {"group.mid_copy", tests::write_group},      {"group.mid_commit", tests::write_group},
    {"lock.before_release", tests::write_group}, {"clear.mid", tests::clear},
    {"group.read_once", tests::read_group},      {"wait.blocked", tests::wait_in_vain},
};

void note_and_die() {
    Scene::current().struck_ns = tests::now_ns();
    tests::faults::kill_myself();
}

/// Forks a victim that repeats the operation until it dies at the `count`-th pass of the point.
Child make_victim(Scene& scene, const Strike& strike, int count) {
    return Child([&] {
        tests::faults::arm(strike.point, count, note_and_die);
        for (std::int32_t number = 1; number < 1'000'000; ++number) strike.operation(scene, number);
        return 1;
    });
}

TEST_CASE("survivors continue within 50 ms when a process dies at any named point") {
    Scene scene(300);
    tests::Delays delays;
    std::mt19937 random(20260101);
    for (int round = 0; round < tests::kill_rounds(); ++round) {
        for (const Strike& strike : strikes) {
            CAPTURE(strike.point);
            const int count = 1 + static_cast<int>(random() % 40);
            Child victim = make_victim(scene, strike, count);
            victim.await_death();  // it stays a zombie while the survivors handle its death
            delays.add(scene.await_survivors(scene.board().struck_ns));
            REQUIRE(victim.wait() == -SIGKILL);
        }
    }
    CHECK(scene.board().whole_groups > 0);
    CHECK(scene.table().take_overs() > 0);
    scene.finish();
    delays.check();
}

/// The first victim dies inside a group, the second during recovery or repair.
TEST_CASE("a process that dies during lock recovery leaves the rest to the next") {
    Scene scene(300);
    tests::Delays delays;
    for (int round = 0; round < tests::kill_rounds(); ++round) {
        for (const char* point : {"lock.taken_over", "repair.mid"}) {
            CAPTURE(point);
            scene.pause_writer(true);  // otherwise it would be the first to recover the lock
            Child first = make_victim(scene, {"group.mid_commit", tests::write_group}, 5);
            REQUIRE(first.wait() == -SIGKILL);
            Child second = make_victim(scene, {point, tests::write_real}, 1);
            REQUIRE(second.wait() == -SIGKILL);
            const std::int64_t died_ns = tests::now_ns();
            scene.pause_writer(false);
            delays.add(scene.await_survivors(died_ns));
        }
    }
    CHECK(scene.table().take_overs() >= static_cast<std::uint64_t>(4 * tests::kill_rounds()));
    scene.finish();
    delays.check();
}

void note() {
    Scene::current().struck_ns = tests::now_ns();
}

bool is_asleep(const Child& child) {
    std::ifstream stat("/proc/" + std::to_string(child.pid()) + "/stat");
    std::string text;
    std::getline(stat, text);
    return text.find(") S ") != std::string::npos;
}

/// Lets a child sleep at a point and kills it there.
void kill_asleep(Child& child) {
    tests::await([&] { return Scene::current().struck_ns != 0 && is_asleep(child); });
    Scene::current().struck_ns = 0;
    child.kill();
    REQUIRE(child.wait() == -SIGKILL);
}

/// A holder is stopped inside, so that contenders sleep; they are killed while sleeping.
TEST_CASE("contenders and waiters killed while sleeping leave no trace") {
    Scene scene(300);
    tests::Delays delays;
    for (int round = 0; round < tests::kill_rounds() * 2; ++round) {
        Child holder([&] {
            tests::faults::arm("lock.taken", 1, tests::faults::stop_myself);
            tests::write_real(scene, round);
            return 0;
        });
        holder.await_stop();
        Child contender([&] {
            tests::faults::arm("lock.asleep", 1, note);
            tests::write_real(scene, round);
            return 0;
        });
        kill_asleep(contender);
        Child waiter([&] {
            tests::faults::arm("wait.blocked", 1, note);
            return static_cast<int>(scene.table().wait_until<bool>(
                tests::watched_entry, [](bool) { return false; }, ddc::Deadline::max()));
        });
        kill_asleep(waiter);
        const std::int64_t released_ns = tests::now_ns();
        holder.signal(SIGCONT);
        CHECK(holder.wait() == 0);
        delays.add(scene.await_survivors(released_ns));
    }
    CHECK(scene.table().take_overs() == 0);
    scene.finish();
    delays.check();
}

}  // namespace kill_points_test
