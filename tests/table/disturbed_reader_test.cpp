// SPDX-License-Identifier: MIT
// A reader whose every copy of a group is disturbed by a write between its two passes.
#include "faults.hpp"
#include "kill_scene.hpp"

#include "raw_table.hpp"

#include <ddc/table.hpp>

#include <doctest/doctest.h>

namespace disturbed_reader_test {

using ddc::Clock;
using ddc::Status;
using ddc::Table;
namespace faults = tests::faults;

Table* disturber = nullptr;
int disturbances = 0;

void disturb() {
    ddc::Group group = tests::make_group();
    static_cast<void>(tests::write_group(*disturber, group, ++disturbances));
    faults::arm("group.read_once", 1, disturb);
}

ddc::layout::Lock* lock = nullptr;

/// Disturbs like a writer that honours a requested gap.
void disturb_until_requested() {
    if (lock->gap_ns != 0) return;
    disturb();
    faults::arm("group.read_once", 1, disturb_until_requested);
}

struct Fixture {
    Fixture() : raw(scratch.options().name) {
        disturber = &scratch.table();
        disturbances = 0;
        REQUIRE(tests::write_group(scratch.table(), group, 0) == Status::ok);
        group.set(0, 0.25);
        faults::arm("group.read_once", 1, disturb);
    }
    ~Fixture() { faults::disarm(); }

    tests::Watchdog watchdog;
    ddc::tests::ScratchTable scratch{64};
    tests::RawTable raw;
    ddc::Group group = tests::make_group();
};

TEST_CASE("a reader that never gets a whole copy gives up at its deadline and returns nothing") {
    Fixture fixture;
    for (const auto access :
         {ddc::TableOptions::Access::read_write, ddc::TableOptions::Access::read_only}) {
        ddc::TableOptions options = fixture.scratch.options();
        options.access = access;
        options.lock_timeout = std::chrono::milliseconds(50);
        const Table sut = Table::open(options);
        const auto start = Clock::now();
        CHECK(sut.read(fixture.group) == Status::timed_out);
        CHECK(Clock::now() - start < std::chrono::seconds(5));
        CHECK(fixture.group.item(3).status == Status::timed_out);
        CHECK(fixture.group.real64(0) == 0.25);
        CHECK(disturbances > 16);
        CHECK(fixture.raw.lock().gap_ns == 0);
    }
}

TEST_CASE("a reader requests a gap from writers after 16 failed copies, and gets it") {
    Fixture fixture;
    lock = &fixture.raw.lock();
    faults::arm("group.read_once", 1, disturb_until_requested);
    CHECK(fixture.scratch.table().read(fixture.group) == Status::ok);
    CHECK(disturbances == 16);
    CHECK(fixture.raw.lock().gap_ns == 0);
}

TEST_CASE("a writer waits for as long as requested, once, and for 10 ms at most") {
    Fixture fixture;
    faults::disarm();
    fixture.raw.lock().gap_ns = 4'000'000'000;
    const auto start = Clock::now();
    CHECK(fixture.scratch.table().write(1, 1.0) == Status::ok);
    CHECK(Clock::now() - start >= std::chrono::milliseconds(10));
    CHECK(Clock::now() - start < std::chrono::seconds(2));
    CHECK(fixture.raw.lock().gap_ns == 0);
}

}  // namespace disturbed_reader_test
