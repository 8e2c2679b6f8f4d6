// SPDX-License-Identifier: MIT
// Many processes and threads on one table, with an invariant that every reader checks.
#include "child.hpp"
#include "raw_table.hpp"
#include "scratch_table.hpp"
#include "shared.hpp"
#include "watchdog.hpp"

#include <ddc/table.hpp>

#include <doctest/doctest.h>

#include <sched.h>

#include <random>
#include <thread>
#include <vector>

namespace stress_test {

using ddc::Clock;
using ddc::Status;
using ddc::Table;
using tests::Child;

constexpr ddc::Id first = 8, group_size = 10, text_entry = 30, counter_first = 40;
constexpr std::chrono::milliseconds duration{1500};

struct Tally {
    std::atomic<std::uint64_t> groups_read{0};
    std::atomic<std::uint64_t> groups_written{0};
    std::atomic<std::uint64_t> torn{0};
    std::atomic<std::uint64_t> failed{0};
    std::atomic<std::int64_t> longest_write_ns{0};
    std::atomic<std::int64_t> longest_read_ns{0};
};

void raise(std::atomic<std::int64_t>& most, std::int64_t value) {
    std::int64_t seen = most;
    while (seen < value && !most.compare_exchange_weak(seen, value)) continue;
}

/// A group whose doubles add up to zero, with a text that names the first of them.
struct Books {
    Books() {
        for (ddc::Id id = first; id < first + group_size; ++id) group.add(id, ddc::Type::real64);
        text = group.add(text_entry, ddc::Type::string);
    }
    void fill(std::mt19937& random) {
        double sum = 0;
        for (std::size_t i = 0; i + 1 < group_size; ++i) {
            group.set(i, static_cast<double>(random() % 1000));
            sum += group.real64(i);
        }
        group.set(group_size - 1, -sum);
        group.set(text, std::to_string(group.real64(0)));
    }
    bool balance() const {
        double sum = 0;
        for (std::size_t i = 0; i < group_size; ++i) sum += group.real64(i);
        return sum == 0 && group.text(text) == std::to_string(group.real64(0));
    }
    ddc::Group group;
    std::size_t text = 0;
};

template <class F>
void timed(std::atomic<std::int64_t>& longest, F operation) {
    const auto start = Clock::now();
    operation();
    raise(longest, (Clock::now() - start).count());
}

/// Reads and writes until the time is over. `number` has a counter that only it increments.
void work(Table& table, Tally& tally, int number, Clock::time_point end) {
    std::mt19937 random(static_cast<unsigned>(number));
    Books books;
    const ddc::Id counter = counter_first + number;
    std::int32_t count = 0, read_back = 0;
    while (Clock::now() < end) {
        if (random() % 2 == 0) {
            books.fill(random);
            timed(tally.longest_write_ns,
                  [&] { tally.failed += table.write(books.group) != Status::ok; });
            ++tally.groups_written;
        }
        timed(tally.longest_read_ns,
              [&] { tally.failed += table.read(books.group) != Status::ok; });
        tally.torn += !books.balance();
        ++tally.groups_read;
        tally.failed += table.write(counter, ++count) != Status::ok;
        tally.failed += table.read(counter, read_back) != Status::ok || read_back != count;
    }
}

struct Stress {
    Stress() : raw(scratch.options().name), table(Table::open(patient(scratch.options()))) {
        std::mt19937 random(1);
        Books books;
        books.fill(random);
        REQUIRE(scratch.table().write(books.group) == Status::ok);
    }
    /// 32 processes that are ready to run share few processors, so that a writer which has just
    /// lost its processor delays all others.
    static ddc::TableOptions patient(ddc::TableOptions options) {
        options.lock_timeout = std::chrono::seconds(20);
        return options;
    }
    void check() const {
        MESSAGE(tally->groups_written.load()
                << " groups written, " << tally->groups_read.load() << " read; longest write "
                << static_cast<double>(tally->longest_write_ns) / 1e6 << " ms, longest read "
                << static_cast<double>(tally->longest_read_ns) / 1e6 << " ms");
        CHECK(tally->torn == 0);
        CHECK(tally->failed == 0);
        CHECK(tally->groups_read > 0);
        CHECK(tally->groups_written > 0);
        CHECK(raw.lock().owner == 0);
        CHECK(raw.lock().take_overs == 0);
        CHECK(raw.semaphore_count() >= 0);
        CHECK(raw.semaphore_count() <= 1);
    }

    tests::Watchdog watchdog{120};
    ddc::tests::ScratchTable scratch{128};
    tests::RawTable raw;
    Table table;
    tests::Shared<Tally> tally;
};

void run_processes(Stress& stress, int processes, int threads) {
    const auto end = Clock::now() + duration;
    std::vector<Child> children;
    children.reserve(static_cast<std::size_t>(processes));
    for (int i = 0; i < processes; ++i)
        children.emplace_back([&, i] {
            std::vector<std::thread> others;
            for (int j = 1; j < threads; ++j)
                others.emplace_back(
                    [&, i, j] { work(stress.table, *stress.tally, i * threads + j, end); });
            work(stress.table, *stress.tally, i * threads, end);
            for (std::thread& other : others) other.join();
            return 0;
        });
    for (Child& child : children) CHECK(child.wait() == 0);
}

TEST_CASE("32 processes read and write one group at once and it is never torn") {
    Stress stress;
    run_processes(stress, 32, 1);
    stress.check();
}

TEST_CASE("processes of several threads read and write one group at once") {
    Stress stress;
    run_processes(stress, 4, 8);
    stress.check();
}

TEST_CASE("it works on a single core as well") {
    cpu_set_t all, one;
    REQUIRE(::sched_getaffinity(0, sizeof all, &all) == 0);
    CPU_ZERO(&one);
    for (int core = 0; CPU_COUNT(&one) == 0; ++core)
        if (CPU_ISSET(core, &all)) CPU_SET(core, &one);
    REQUIRE(::sched_setaffinity(0, sizeof one, &one) == 0);
    {
        Stress stress;  // opened here, so that it sees one core only
        run_processes(stress, 8, 1);
        stress.check();
    }
    ::sched_setaffinity(0, sizeof all, &all);
}

}  // namespace stress_test
