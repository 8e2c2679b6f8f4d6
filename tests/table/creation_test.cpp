// SPDX-License-Identifier: MIT
#include "faults.hpp"
#include "kill_scene.hpp"

#include "child.hpp"
#include "watchdog.hpp"

#include <ddc/table.hpp>

#include <doctest/doctest.h>

#include <sys/mman.h>

namespace creation_test {

using ddc::Status;
using ddc::Table;
using tests::Child;

/// A name for a table that does not exist yet; a created table is removed at the end.
struct Nameless {
    Nameless() {
        options.name = "test.creation." + std::to_string(::getpid());
        options.capacity = 128;
        remove();
    }
    ~Nameless() { remove(); }
    void remove() const { ::shm_unlink(("/ddc." + options.name).c_str()); }

    ddc::TableOptions options;
};

constexpr const char* points[] = {"create.empty", "create.sized", "create.before_magic"};

Child make_creator(const ddc::TableOptions& options, const char* point, void (*strike)()) {
    return Child([=] {
        tests::faults::arm(point, 1, strike);
        const Table table = Table::create(options);
        return 0;
    });
}

TEST_CASE("an interrupted creation is finished by the next process that may create") {
    tests::Watchdog watchdog(120);
    Nameless scratch;
    for (int round = 0; round < tests::kill_rounds(); ++round) {
        for (const char* point : points) {
            CAPTURE(point);
            Child creator = make_creator(scratch.options, point, tests::faults::kill_myself);
            REQUIRE(creator.wait() == -SIGKILL);
            Table sut = Table::open_or_create(scratch.options);
            CHECK(sut.write(1, 1.5) == Status::ok);
            scratch.remove();
        }
    }
}

TEST_CASE("a process that may not create gets the error that the table is half-created") {
    tests::Watchdog watchdog;
    Nameless scratch;
    for (const char* point : points) {
        CAPTURE(point);
        Child creator = make_creator(scratch.options, point, tests::faults::kill_myself);
        REQUIRE(creator.wait() == -SIGKILL);
        ddc::TableOptions options = scratch.options;
        options.open_timeout = std::chrono::milliseconds(20);
        CHECK_THROWS_WITH_AS(Table::open(options), doctest::Contains("half-created"),
                             ddc::TableError);
    }
}

TEST_CASE("an opener waits for a creator that is still at work") {
    tests::Watchdog watchdog;
    Nameless scratch;
    for (const char* point : points) {
        CAPTURE(point);
        Child creator = make_creator(scratch.options, point, tests::faults::stop_myself);
        creator.await_stop();
        Child opener([&] { return Table::open_or_create(scratch.options).capacity(); });
        ddc::TableOptions options = scratch.options;
        options.open_timeout = std::chrono::milliseconds(20);
        CHECK_THROWS_WITH_AS(Table::open_or_create(options), doctest::Contains("being created"),
                             ddc::TableError);
        creator.signal(SIGCONT);
        CHECK(creator.wait() == 0);
        CHECK(opener.wait() == scratch.options.capacity);
        scratch.remove();
    }
}

TEST_CASE("of many processes that open at once one creates and all get the same table") {
    tests::Watchdog watchdog;
    Nameless scratch;
    for (int round = 0; round < 20; ++round) {
        std::vector<Child> openers;
        openers.reserve(16);
        for (int i = 0; i < 16; ++i)
            openers.emplace_back([&, i] {
                Table table = Table::open_or_create(scratch.options);
                return table.write(ddc::Id{i}, true) == Status::ok ? 0 : 1;
            });
        for (Child& opener : openers) CHECK(opener.wait() == 0);
        const Table sut = Table::open(scratch.options);
        for (ddc::Id id = 0; id < 16; ++id) {
            bool value = false;
            CHECK(sut.read(id, value) == Status::ok);
        }
        scratch.remove();
    }
}

}  // namespace creation_test
