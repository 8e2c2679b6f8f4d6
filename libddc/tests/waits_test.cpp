// SPDX-License-Identifier: MIT
// How waits end, depending on what they detect about the other side. Counts, no times.
#include "child.hpp"
#include "crowded_core.hpp"
#include "layout.hpp"
#include "raw_table.hpp"
#include "scratch_table.hpp"
#include "skip.hpp"
#include "watchdog.hpp"

#include <ddc/claim.hpp>

#include <doctest/doctest.h>

#include <sched.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <numeric>
#include <optional>
#include <thread>
#include <vector>

namespace waits_test {

using namespace std::chrono_literals;
using ddc::Clock;
using ddc::Id;
using ddc::Status;
using ddc::Table;
using ddc::TableOptions;
using ddc::WaitCounts;
using ddc::WaitEnd;
using ddc::tests::ScratchTable;
using tests::Child;
using tests::RawTable;

constexpr Id request = 100, answer = 101;
constexpr int rounds = 300;

std::vector<int> usable_core_numbers() {
    cpu_set_t set;
    ::sched_getaffinity(0, sizeof set, &set);
    std::vector<int> cores;
    for (int core = 0; core < CPU_SETSIZE; ++core)
        if (CPU_ISSET(static_cast<unsigned>(core), &set)) cores.push_back(core);
    return cores;
}

void run_on(int core) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<unsigned>(core), &set);
    ::sched_setaffinity(0, sizeof set, &set);
}

/// Restores the thread's cores.
struct KeepCores {
    KeepCores() { ::sched_getaffinity(0, sizeof before, &before); }
    ~KeepCores() { ::sched_setaffinity(0, sizeof before, &before); }
    cpu_set_t before{};
};

std::uint64_t sum(const WaitCounts& counts) {
    return std::accumulate(counts.ended.begin(), counts.ended.end(), std::uint64_t{0});
}

/// Number of sleeps, except those that other work on this machine may explain.
std::uint64_t slept(const WaitCounts& counts) {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < ddc::wait_ends; ++i)
        if (has_slept(static_cast<WaitEnd>(i))) total += counts.ended[i];
    return total - counts[WaitEnd::slept_crowded];
}

Status wait_for(const Table& table, Id id, std::uint64_t seen, Clock::duration longest = 20s) {
    const ddc::Watch watch{id, seen};
    return table.wait_for_change(&watch, 1, Clock::now() + longest);
}

/// Answers each request, without end.
int answer_requests(Table& table, std::uint64_t seen) {
    for (;; seen += 2) {
        if (wait_for(table, request, seen) != Status::ok) return 1;
        if (table.write(answer, true) != Status::ok) return 1;
    }
}

/// A gateway that claims the entries, and a program that uses them and waits for its first request.
struct Exchange {
    /// @param spin so long that no machine makes the other side slow
    explicit Exchange(int core, int program_core, std::chrono::microseconds spin = 60s)
        : table(with_spin(scratch, spin)), claim(table.claim(request, answer, "test")) {
        run_on(core);
        program.emplace([this, program_core] {
            run_on(program_core);
            return answer_requests(table, 0);
        });
        tests::await([this] { return slot().program_core != 0; });
    }

    static Table with_spin(const ScratchTable& scratch, std::chrono::microseconds spin) {
        TableOptions options = scratch.options();
        options.spin = spin;
        return Table::open(options);
    }

    void run() {
        for (int i = 0; i < rounds; ++i) {
            const Clock::time_point start = Clock::now();
            const std::uint64_t seen = table.sequence(answer);
            REQUIRE(table.write(request, true) == Status::ok);
            REQUIRE(wait_for(table, answer, seen) == Status::ok);
            longest_round = std::max(longest_round, Clock::now() - start);
        }
    }

    /// If all rounds took less time than an interruption, no yield can have been one. Then no wait
    /// of a thread without such experience may have found other work.
    void check_none_was_crowded() const {
        if (longest_round < ddc::CrowdedCore::interruption)
            CHECK(table.waits()[WaitEnd::slept_crowded] == 0);
    }

    ddc::layout::Claim& slot() const {
        auto* at = raw.bytes() + ddc::layout::claims_offset;
        return *reinterpret_cast<ddc::layout::Claim*>(at);
    }

    tests::Watchdog watchdog;
    KeepCores cores;
    ScratchTable scratch;
    RawTable raw{scratch.options().name};
    Table table;
    ddc::Claim claim;
    std::optional<Child> program;
    Clock::duration longest_round{0};
};

/// Runs `body` in a separate thread, which has no experience from waits of other tests on its core.
template <class Body>
void in_new_thread(const Body& body) {
    std::exception_ptr error;
    std::thread([&] {
        try {
            body();
        } catch (...) {  // thrown by REQUIRE
            error = std::current_exception();
        }
    }).join();
    if (error) std::rethrow_exception(error);
}

TEST_CASE("two sides on one core yield it to each other at once and never spin") {
    const auto cores = usable_core_numbers();
    if (cores.size() < 2) TEST_SKIPPED("a process on a single core never spins");
    Exchange sut(cores[0], cores[0]);
    sut.run();
    const WaitCounts counts = sut.table.waits();
    CHECK(counts[WaitEnd::spun] == 0);
    CHECK(counts[WaitEnd::slept_slow] == 0);
    CHECK(sum(counts) == rounds);
}

TEST_CASE("two sides on two cores do not sleep while the other side answers") {
    const auto cores = usable_core_numbers();
    if (cores.size() < 2) TEST_SKIPPED("needs two cores");
    in_new_thread([&] {
        Exchange sut(cores[0], cores[1]);
        sut.run();
        const WaitCounts counts = sut.table.waits();
        CHECK(slept(counts) == 0);
        CHECK(sum(counts) == rounds);
        sut.check_none_was_crowded();
    });
}

/// The core on which a side waits, asleep or not.
int core_of(std::uint32_t published) {
    return static_cast<int>(published & ~ddc::layout::asleep) - 1;
}

TEST_CASE("a side that moves publishes its new core") {
    const auto cores = usable_core_numbers();
    if (cores.size() < 2) TEST_SKIPPED("needs two cores");
    Exchange sut(cores[0], cores[1]);
    sut.run();
    CHECK(core_of(sut.slot().holder_core) == cores[0]);
    CHECK(core_of(sut.slot().program_core) == cores[1]);
    run_on(cores[1]);
    sut.run();
    CHECK(core_of(sut.slot().holder_core) == cores[1]);
}

TEST_CASE("a wait for a side that answers after the time to spin sleeps, and counts as slow") {
    const auto cores = usable_core_numbers();
    if (cores.size() < 2) TEST_SKIPPED("needs two cores");
    in_new_thread([&] {
        Exchange sut(cores[0], cores[1], 1us);
        sut.program->signal(SIGSTOP);
        sut.program->await_stop();
        const std::uint64_t seen = sut.table.sequence(answer);
        CHECK(wait_for(sut.table, answer, seen, 1ms) == Status::timed_out);
        // The time to spin ends before the first yield, which alone could find other work.
        CHECK(sut.table.waits()[WaitEnd::slept_slow] == 1);
    });
}

TEST_CASE("after futile spins a wait sleeps at once, it spins again with a fast peer") {
    const auto cores = usable_core_numbers();
    if (cores.size() < 2) TEST_SKIPPED("needs two cores");
    in_new_thread([&] {
        Exchange sut(cores[0], cores[1]);
        sut.program->signal(SIGSTOP);
        sut.program->await_stop();
        for (int i = 0; i < 4; ++i)
            REQUIRE(wait_for(sut.table, answer, sut.table.sequence(answer), 1ms) ==
                    Status::timed_out);
        const WaitCounts before = sut.table.waits();
        // Each of them yields for a millisecond. Whether one of its yields was an interruption is
        // not visible from outside: a virtual machine may lose its core without a trace.
        CHECK(before[WaitEnd::slept_slow] + before[WaitEnd::slept_crowded] == 4);
        sut.program->signal(SIGCONT);
        sut.run();
        const WaitCounts counts = sut.table.waits();
        CHECK(slept(counts) <= 5);  // the first, unless it was answered before it began to wait
        CHECK(sum(counts) == 4 + rounds);
        if (before[WaitEnd::slept_crowded] == 0) sut.check_none_was_crowded();
    });
}

TEST_CASE("a wait on a core with other work sleeps instead of yielding for time slices") {
    const auto cores = usable_core_numbers();
    if (cores.size() < 2) TEST_SKIPPED("needs two cores");
    Exchange sut(cores[0], cores[1]);
    const Child other_work([&] {
        for (volatile bool goes_on = true; goes_on;) {
        }
        return 0;
    });
    sut.program->signal(SIGSTOP);
    sut.program->await_stop();
    // Otherwise it would spin until its deadline, and yield to the other work again and again.
    const std::uint64_t seen = sut.table.sequence(answer);
    CHECK(wait_for(sut.table, answer, seen, 1s) == Status::timed_out);
    CHECK(sut.table.waits()[WaitEnd::slept_crowded] == 1);
}

TEST_CASE("spinning on a core is tried again after a rest, which grows with other work on it") {
    using ddc::CrowdedCore;
    const ddc::Deadline start{1h};
    const auto slice = CrowdedCore::interruption;
    CrowdedCore sut;
    CHECK_FALSE(sut.rests(start));
    CHECK_FALSE(sut.was_interrupted(start, start + slice - 1ns));
    CHECK_FALSE(sut.rests(start + slice));
    CHECK_FALSE(sut.was_ever_interrupted());

    CHECK(sut.was_interrupted(start, start + slice));
    ddc::Deadline awake = start + slice + CrowdedCore::shortest_rest;
    CHECK(sut.rests(awake - 1ns));
    CHECK_FALSE(sut.rests(awake));

    CHECK(sut.was_interrupted(awake, awake + slice));
    awake += slice + 4 * CrowdedCore::shortest_rest;
    CHECK(sut.rests(awake - 1ns));
    CHECK_FALSE(sut.rests(awake));

    for (int i = 0; i < 9; ++i) {
        CHECK(sut.was_interrupted(awake, awake + slice));
        awake += slice + CrowdedCore::longest_rest;
        CHECK_FALSE(sut.rests(awake));
    }
    awake += CrowdedCore::longest_rest;  // no other work was found for that time
    CHECK(sut.was_interrupted(awake, awake + slice));
    CHECK_FALSE(sut.rests(awake + slice + CrowdedCore::shortest_rest));
}

TEST_CASE("sleeping waits are woken around the wrap of the word on which they sleep") {
    const tests::Watchdog watchdog;
    ScratchTable scratch;
    const RawTable raw{scratch.options().name};
    Table table = Exchange::with_spin(scratch, 0us);
    raw.lock().wake_epoch = 0xffffffff - rounds;
    const Child program([&] { return answer_requests(table, 0); });
    for (int i = 0; i < rounds; ++i) {
        const std::uint64_t seen = table.sequence(answer);
        REQUIRE(table.write(request, true) == Status::ok);
        REQUIRE(wait_for(table, answer, seen) == Status::ok);
    }
    CHECK(raw.lock().wake_epoch < 0x80000000);  // it has wrapped
}

TEST_CASE("if the other side has died, the wait sleeps until its deadline") {
    const auto cores = usable_core_numbers();
    Exchange sut(cores[0], cores[0]);
    sut.program->kill();
    sut.program->await_death();
    const std::uint64_t seen = sut.table.sequence(answer);
    CHECK(wait_for(sut.table, answer, seen, 1ms) == Status::timed_out);
}

TEST_CASE("with a program of an older library, which publishes no core, waits end as before") {
    const tests::Watchdog watchdog;
    ScratchTable scratch;
    Table& sut = scratch.table();
    const ddc::Claim claim = sut.claim(request, answer, "test");
    const Child program([&] {
        for (;; std::this_thread::sleep_for(100us))
            if (sut.write(answer, true) != Status::ok) return 1;
        return 0;
    });
    for (int i = 0; i < rounds; ++i)
        REQUIRE(wait_for(sut, answer, sut.sequence(answer)) == Status::ok);
    const WaitCounts counts = sut.waits();
    CHECK(sum(counts) == rounds);
    CHECK(counts[WaitEnd::slept_same_core] == 0);
    CHECK(sut.all_waits().holders.ended == counts.ended);
}

TEST_CASE("waits are counted for the side that waited and by how they ended") {
    const tests::Watchdog watchdog;
    ScratchTable scratch;
    Table& sut = scratch.table();
    TableOptions options = scratch.options();
    options.spin = 0us;
    const Table sleeper = Table::open(options);
    options.access = TableOptions::Access::read_only;
    const Table reader = Table::open(options);
    REQUIRE(sut.write(answer, true) == Status::ok);
    REQUIRE(wait_for(sleeper, answer, 0) == Status::ok);
    REQUIRE(wait_for(sleeper, answer, sut.sequence(answer), 1ms) == Status::timed_out);
    REQUIRE(wait_for(reader, answer, 0) == Status::ok);
    CHECK(sleeper.waits()[WaitEnd::at_once] == 1);
    CHECK(sleeper.waits()[WaitEnd::slept_no_spin] == 1);
    CHECK(reader.waits()[WaitEnd::at_once] == 1);
    CHECK(sum(sut.waits()) == 0);
    const ddc::Claim claim = sut.claim(request, answer, "test");
    REQUIRE(wait_for(sut, answer, 0) == Status::ok);
    Child program([&] { return wait_for(sut, answer, 0) == Status::ok ? 0 : 1; });
    CHECK(program.wait() == 0);
    const ddc::TableWaits all = reader.all_waits();
    CHECK(sum(all.others) == 2);  // a read-only process cannot count
    CHECK(all.holders[WaitEnd::at_once] == 1);
    CHECK(all.programs[WaitEnd::at_once] == 1);
}

}  // namespace waits_test
