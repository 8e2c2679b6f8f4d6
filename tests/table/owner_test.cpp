// SPDX-License-Identifier: MIT
// Handling of the owner of the lock: stopped, zombie, dead with its pid reused, foreign.
#include "faults.hpp"
#include "operations.hpp"

#include "child.hpp"
#include "process.hpp"
#include "raw_table.hpp"
#include "scratch_table.hpp"
#include "watchdog.hpp"

#include <ddc/table.hpp>

#include <doctest/doctest.h>

#include <pthread.h>
#include <sys/syscall.h>

namespace owner_test {

using ddc::Status;
using ddc::Table;
using tests::Child;
namespace faults = tests::faults;

struct Fixture {
    explicit Fixture(std::chrono::milliseconds lock_timeout = std::chrono::milliseconds(1000))
        : raw(scratch.options().name), sut(open(lock_timeout)) {}

    Table open(std::chrono::milliseconds lock_timeout) const {
        ddc::TableOptions options = scratch.options();
        options.lock_timeout = lock_timeout;
        return Table::open(options);
    }
    /// A process that writes 12 entries and runs the strike at `point`.
    Child make_group_writer(const char* point, int count, void (*strike)()) {
        return Child([=] {
            ddc::Group group = tests::make_group();
            faults::arm(point, count, strike);
            return tests::write_group(sut, group, 7) == Status::ok ? 0 : 1;
        });
    }

    tests::Watchdog watchdog;
    mutable ddc::tests::ScratchTable scratch{64};
    tests::RawTable raw;
    Table sut;
};

constexpr ddc::Id in_group = tests::group_first + 1;

TEST_CASE("a half-written group of a dead writer is reported, then empty, and never whole") {
    for (const char* point : {"group.begun", "group.mid_copy"}) {
        CAPTURE(point);
        Fixture fixture;
        ddc::Group group = tests::make_group();
        REQUIRE(tests::write_group(fixture.sut, group, 1) == Status::ok);
        Child writer = fixture.make_group_writer(point, 1, faults::kill_myself);
        REQUIRE(writer.wait() == -SIGKILL);

        double value = 0.25;
        CHECK(fixture.sut.read(in_group, value) == Status::half_written);
        CHECK(fixture.sut.entry(in_group).status == Status::half_written);
        group.set(0, 0.25);
        CHECK(fixture.sut.read(group) == Status::half_written);
        CHECK(group.item(0).status == Status::half_written);
        CHECK(group.real64(0) == 0.25);

        REQUIRE(fixture.sut.write(tests::lone_entry, 1.0) == Status::ok);
        CHECK(fixture.sut.read(in_group, value) == Status::no_data);
        CHECK(fixture.sut.read(group) == Status::no_data);
        CHECK(value == 0.25);
        CHECK(fixture.sut.take_overs() == 1);
        CHECK(fixture.raw.lock().repaired_entries == tests::group_size);

        REQUIRE(tests::write_group(fixture.sut, group, 2) == Status::ok);
        CHECK(fixture.sut.read(group) == Status::ok);
    }
}

TEST_CASE("a group with only some committed entries is read as no data") {
    Fixture fixture;
    ddc::Group group = tests::make_group();
    Child writer = fixture.make_group_writer("group.mid_commit", 5, faults::kill_myself);
    REQUIRE(writer.wait() == -SIGKILL);
    REQUIRE(fixture.sut.write(tests::lone_entry, 1.0) == Status::ok);

    CHECK(fixture.sut.read(group) == Status::no_data);
    CHECK(group.item(4).status == Status::ok);
    CHECK(group.item(5).status == Status::no_data);
}

TEST_CASE("a reader waits for a dead writer only until it detects the death") {
    Fixture fixture;
    Child writer = fixture.make_group_writer("group.mid_copy", 3, faults::stop_myself);
    writer.await_stop();
    Child reader([&] {
        double value = 0;
        return static_cast<int>(fixture.sut.read(in_group, value));
    });
    writer.kill();  // it still runs when the reader meets it, and is a zombie from then on
    CHECK(reader.wait() == static_cast<int>(Status::half_written));
}

TEST_CASE(
    "a stopped owner is a time-out with its pid, the lock is not recovered, and works when "
    "continued") {
    Fixture fixture(std::chrono::milliseconds(60));
    Child writer = fixture.make_group_writer("group.mid_copy", 3, faults::stop_myself);
    writer.await_stop();
    const std::string pid = std::to_string(writer.pid());

    double value = 0;
    CHECK(fixture.sut.write(1, 2.0) == Status::timed_out);
    CHECK(doctest::String(fixture.sut.explain(Status::timed_out).c_str()) ==
          doctest::Contains(("pid " + pid).c_str()));
    CHECK(doctest::String(fixture.sut.explain(Status::timed_out).c_str()) ==
          doctest::Contains("which is stopped"));
    CHECK(fixture.sut.read(in_group, value) == Status::timed_out);
    CHECK(fixture.sut.entry(in_group).status == Status::timed_out);
    CHECK(fixture.sut.take_overs() == 0);

    writer.signal(SIGCONT);
    CHECK(writer.wait() == 0);
    CHECK(fixture.sut.read(in_group, value) == Status::ok);
    CHECK(value == 7.0);
    CHECK(fixture.sut.write(1, 2.0) == Status::ok);
    CHECK(fixture.sut.take_overs() == 0);
}

TEST_CASE("a zombie counts as dead") {
    Fixture fixture;
    Child writer = fixture.make_group_writer("lock.taken", 1, faults::kill_myself);
    writer.await_death();  // and not reaped
    CHECK(fixture.sut.write(1, 2.0) == Status::ok);
    CHECK(fixture.sut.take_overs() == 1);
    CHECK(writer.wait() == -SIGKILL);
}

TEST_CASE("a process whose pid was reused counts as dead") {
    Fixture fixture;
    Child other([] { return ::pause(); });
    const auto pid = static_cast<std::uint64_t>(other.pid());
    fixture.raw.lock().owner = pid << 32 | 0x12345678;  // the start time of another process
    CHECK(fixture.sut.write(1, 2.0) == Status::ok);
    CHECK(fixture.sut.take_overs() == 1);
}

TEST_CASE("an owner whose first thread has ended is alive while another thread runs") {
    Fixture fixture(std::chrono::milliseconds(60));
    tests::Shared<std::atomic<int>> step;
    Child owner([&] {
        pthread_t thread;
        const auto body = [](void* at) -> void* {
            auto& steps = *static_cast<std::atomic<int>*>(at);
            tests::await([&] { return steps == 1; });
            ::_exit(0);
        };
        ::pthread_create(&thread, nullptr, body, &*step);
        fixture.raw.lock().owner = ddc::process::self();
        ::syscall(SYS_exit, 0);  // this thread only
        return 1;
    });
    const auto first_thread = [&] {
        return ddc::process::state_of(static_cast<std::uint64_t>(owner.pid()) << 32);
    };
    tests::await([&] { return fixture.raw.lock().owner != 0; });
    CHECK(fixture.sut.write(1, 2.0) == Status::timed_out);
    CHECK(first_thread() == ddc::process::State::alive);
    *step = 1;
    owner.await_death();
    CHECK(fixture.sut.write(1, 2.0) == Status::ok);
    CHECK(fixture.sut.take_overs() == 1);
}

TEST_CASE("the lock of an owner in another pid namespace is never recovered") {
    Fixture fixture;
    Child writer = fixture.make_group_writer("group.mid_copy", 3, faults::kill_myself);
    REQUIRE(writer.wait() == -SIGKILL);
    fixture.raw.header().pid_namespace += 1;  // so this process is foreign to the table
    Table sut = fixture.open(std::chrono::milliseconds(30));

    double value = 0;
    CHECK(sut.write(1, 2.0) == Status::timed_out);
    CHECK(sut.read(in_group, value) == Status::timed_out);
    CHECK(doctest::String(sut.explain(Status::timed_out).c_str()) ==
          doctest::Contains("pid namespace"));
    CHECK(sut.take_overs() == 0);
}

TEST_CASE("a child that was forked with the table open is a separate owner") {
    Fixture fixture;
    REQUIRE(fixture.sut.write(1, 1.0) == Status::ok);  // this process has read its identity
    Child child = fixture.make_group_writer("group.mid_copy", 1, faults::stop_myself);
    child.await_stop();
    CHECK(ddc::process::pid_of(fixture.raw.lock().owner) == child.pid());
    child.kill();
    child.await_death();
    CHECK(fixture.sut.write(1, 2.0) == Status::ok);
    CHECK(fixture.sut.take_overs() == 1);
}

/// The strike runs inside the write, as a signal handler would.
Table* interrupted_table = nullptr;
Status status_of_write, status_of_read, status_of_group;

void use_table_in_handler() {
    double value = 0;
    ddc::Group group = tests::make_group();
    status_of_write = interrupted_table->write(2, 1.0);
    status_of_read = interrupted_table->read(in_group, value);
    status_of_group = interrupted_table->read(group);
}

TEST_CASE("a signal handler inside a write gets the error that the table is busy, immediately") {
    Fixture fixture;
    interrupted_table = &fixture.sut;
    ddc::Group group = tests::make_group();
    faults::arm("group.mid_copy", 6, use_table_in_handler);
    const auto start = ddc::Clock::now();
    CHECK(tests::write_group(fixture.sut, group, 7) == Status::ok);

    CHECK(status_of_write == Status::busy);
    CHECK(status_of_read == Status::busy);
    CHECK(status_of_group == Status::busy);
    CHECK(ddc::Clock::now() - start < std::chrono::milliseconds(500));
    CHECK(fixture.sut.read(group) == Status::ok);
}

TEST_CASE("a group that names an entry twice leaves it whole") {
    Fixture fixture;
    ddc::Group group;
    group.add(5, ddc::Type::real64);
    group.set(group.add(5, ddc::Type::real64), 2.5);
    CHECK(fixture.sut.write(group) == Status::ok);
    double value = 0;
    CHECK(fixture.sut.read(5, value) == Status::ok);
    CHECK(value == 2.5);
}

}  // namespace owner_test
