// SPDX-License-Identifier: MIT
// A process that may write a table's file may truncate it while others have it mapped.
#include "scratch_table.hpp"

#include <ddc/cppwrapper/ddcwrapper.h>
#include <ddc/table.hpp>
#include "child.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace truncation_test {

using ddc::Status;
using ddc::Table;
using ddc::tests::ScratchTable;

void cut(const ScratchTable& scratch, off_t size = 0) {
    REQUIRE(::truncate(("/dev/shm/ddc." + scratch.options().name).c_str(), size) == 0);
}

TEST_CASE("every operation on a truncated table reports it and leaves its variable unchanged") {
    ScratchTable scratch;
    Table& sut = scratch.table();
    REQUIRE(sut.write(1, 1.5) == Status::ok);
    REQUIRE(sut.write(2, std::string("text")) == Status::ok);
    CHECK(sut.is_intact());
    double real = 7;
    std::string text = "mine";
    ddc::Group group;
    group.add(1, ddc::Type::real64);
    const ddc::Watch never{1, 77};
    const auto soon = ddc::Clock::now() + std::chrono::seconds(20);
    cut(scratch);

    SUBCASE("read") {
        CHECK(sut.read(1, real) == Status::truncated);
    }
    SUBCASE("read text") {
        CHECK(sut.read(2, text) == Status::truncated);
    }
    SUBCASE("read a group") {
        CHECK(sut.read(group) == Status::truncated);
        CHECK(group.item(0).status == Status::truncated);
    }
    SUBCASE("an entry") {
        CHECK(sut.entry(1).status == Status::truncated);
    }
    SUBCASE("write") {
        CHECK(sut.write(1, 2.5) == Status::truncated);
    }
    SUBCASE("write text") {
        CHECK(sut.write(2, text) == Status::truncated);
    }
    SUBCASE("write a group") {
        CHECK(sut.write(group) == Status::truncated);
    }
    SUBCASE("empty") {
        CHECK(sut.write_no_data(1, 5) == Status::truncated);
    }
    SUBCASE("wait") {
        CHECK(sut.wait_for_change(&never, 1, soon) == Status::truncated);
    }
    SUBCASE("wait for a value") {
        const auto any = [](double) { return false; };
        CHECK(sut.wait_until<double>(1, any, soon) == Status::truncated);
    }
    CHECK_FALSE(sut.is_intact());
    CHECK(real == 7);
    CHECK(text == "mine");
    CHECK(sut.explain(Status::truncated).find("was cut short") != std::string::npos);
    CHECK(sut.explain(Status::truncated).find("ddc remove " + sut.name()) != std::string::npos);
    CHECK(sut.write(1, 2.5) == Status::truncated);  // and so in all later calls
}

TEST_CASE("a table that was truncated in the middle is lost as a whole") {
    ScratchTable scratch;
    Table& sut = scratch.table();
    REQUIRE(sut.write(1, 1.5) == Status::ok);
    cut(scratch, 8192);  // the cells of the first entries remain
    CHECK(sut.write(1000, 1.0) == Status::truncated);
    double real = 0;
    CHECK(sut.read(1, real) == Status::truncated);
}

TEST_CASE("another table of the same process is not affected") {
    ScratchTable lost, kept;
    REQUIRE(kept.table().write(1, 1.5) == Status::ok);
    cut(lost);
    CHECK(lost.table().write(1, 1.0) == Status::truncated);
    double real = 0;
    CHECK(kept.table().read(1, real) == Status::ok);
    CHECK(real == 1.5);
}

TEST_CASE("a truncated read-only table reports it") {
    ScratchTable scratch;
    auto options = scratch.options();
    options.access = ddc::TableOptions::Access::read_only;
    const Table sut = Table::open(options);
    cut(scratch);
    double real = 0;
    CHECK(sut.read(1, real) == Status::truncated);
}

TEST_CASE("threads that read, write and wait survive the truncation of their table") {
    const tests::Watchdog watchdog;
    for (int round = 0; round < 20; ++round) {
        ScratchTable scratch;
        Table& sut = scratch.table();
        std::atomic<int> at_work{0}, wrong{0};
        const auto until_cut = [&](auto operation) {
            return std::thread([&, operation] {
                ++at_work;
                while (operation() != Status::truncated) continue;
            });
        };
        std::thread threads[] = {
            until_cut([&] { return sut.write(3, 1.5); }),
            until_cut([&] { return sut.write(900, std::string(150, 'x')); }), until_cut([&] {
                double real = 0;
                const Status status = sut.read(3, real);
                if (status == Status::ok && real != 1.5) ++wrong;
                return status;
            }),
            until_cut([&] {
                const ddc::Watch watch{5, sut.sequence(5)};
                return sut.wait_for_change(&watch, 1,
                                           ddc::Clock::now() + std::chrono::milliseconds(50));
            })};
        tests::await([&] { return at_work == 4 && sut.sequence(900) > 0; });
        cut(scratch);
        for (std::thread& thread : threads) thread.join();
        CHECK(wrong == 0);
    }
}

/// Raises a bus error outside all tables in a separate process, which has the handler of a table
/// and had the handler `before` when it opened that. @return how the process ended
int end_by_bus_error(void (*before)(int), void (*raise_it)()) {
    tests::Child child([=] {
        ::signal(SIGBUS, before);
        const ScratchTable scratch(16);
        ::unlink(("/dev/shm/ddc." + scratch.options().name).c_str());  // no other code removes it
        raise_it();
        return 0;
    });
    return child.wait();
}

void touch_behind_end() {
    char name[] = "/tmp/ddc-test.XXXXXX";
    const int fd = ::mkstemp(name);
    ::unlink(name);
    auto* memory = static_cast<volatile char*>(
        ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
    memory[0] = 1;
}

TEST_CASE("a bus error outside all tables is passed to the previous handler") {
    const tests::Watchdog watchdog;
    const auto own_handler = [](int) { ::_exit(42); };
    CHECK(end_by_bus_error(own_handler, touch_behind_end) == 42);
    CHECK(end_by_bus_error(SIG_DFL, touch_behind_end) == -SIGBUS);
    CHECK(end_by_bus_error(SIG_DFL, [] { ::raise(SIGBUS); }) == -SIGBUS);
}

TEST_CASE("a wrapper around a truncated table is not open any more") {
    ScratchTable scratch;
    tests::Child child([&] {
        ::setenv("DDC_NAME", scratch.options().name.c_str(), 1);
        dsa::cpp::ddc::DdcWrapper sut;
        bool flag = true;
        if (!sut.isDdcOpen() || !sut.saveDataBool(1, true)) return 1;
        cut(scratch);
        return sut.readDataBool(1, flag) || sut.saveDataBool(1, false) || sut.isDdcOpen() ? 2 : 0;
    });
    CHECK(child.wait() == 0);
}

TEST_CASE("a closed table is not monitored any more, and its slot is used again") {
    tests::Child child([] {
        for (int i = 0; i < 2000; ++i) {
            ScratchTable scratch(16);
            if (i % 100 == 0 &&
                ::truncate(("/dev/shm/ddc." + scratch.options().name).c_str(), 0) != 0)
                return 1;
            const Status expected = i % 100 == 0 ? Status::truncated : Status::ok;
            if (scratch.table().write(1, true) != expected) return 2;
        }
        return 0;
    });
    CHECK(child.wait() == 0);
}

}  // namespace truncation_test
