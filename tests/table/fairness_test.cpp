// SPDX-License-Identifier: MIT
// No process is locked out by one that accesses the table without pauses.
#include "child.hpp"
#include "scratch_table.hpp"
#include "shared.hpp"
#include "watchdog.hpp"

#include <ddc/table.hpp>

#include <doctest/doctest.h>

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <vector>

namespace fairness_test {

using ddc::Clock;
using ddc::Status;
using ddc::Table;
using tests::Child;

struct Signals {
    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> writes{0};
};

ddc::Group make_group(ddc::Id size) {
    ddc::Group group;
    for (ddc::Id id = 0; id < size; ++id) group.add(id, ddc::Type::real64);
    return group;
}

/// A process that writes a group as fast as it can until it is stopped.
Child start_writer(Table& table, tests::Shared<Signals>& signals, ddc::Id size) {
    Child writer([&table, &signals, size] {
        ddc::Group ones = make_group(size), twos = make_group(size);
        for (std::size_t i = 0; i < ones.size(); ++i) ones.set(i, 1.0), twos.set(i, 2.0);
        while (!signals->stop) {
            if (table.write(ones) != Status::ok || table.write(twos) != Status::ok) return 1;
            signals->writes += 2;
        }
        return 0;
    });
    tests::await([&] { return signals->writes > 10; });
    return writer;
}

/// How long this thread has been ready to run without a processor (proc(5), schedstat); 0 if the
/// kernel does not count that.
std::chrono::nanoseconds time_without_processor() {
    std::ifstream stat("/proc/thread-self/schedstat");
    std::int64_t on_processor_ns = 0, ready_ns = 0;
    stat >> on_processor_ns >> ready_ns;
    return std::chrono::nanoseconds(ready_ns);
}

/// Binds this thread and its children to one core, so that each disturbs the other at any point of
/// its operation.
class FirstCoreOnly {
  public:
    FirstCoreOnly() {
        REQUIRE(::sched_getaffinity(0, sizeof before_, &before_) == 0);
        int core = 0;
        while (!CPU_ISSET(core, &before_)) ++core;
        cpu_set_t first;
        CPU_ZERO(&first);
        CPU_SET(core, &first);
        REQUIRE(::sched_setaffinity(0, sizeof first, &first) == 0);
    }
    ~FirstCoreOnly() { ::sched_setaffinity(0, sizeof before_, &before_); }
    FirstCoreOnly(const FirstCoreOnly&) = delete;
    FirstCoreOnly& operator=(const FirstCoreOnly&) = delete;

  private:
    cpu_set_t before_;
};

/// Repeats an operation beside such a writer, at varying instants of the writer's operation.
template <class F>
void repeat_beside_writer(ddc::Id size, F operation) {
    tests::Watchdog watchdog;
    ddc::tests::ScratchTable scratch(65536);
    tests::Shared<Signals> signals;
    Child writer = start_writer(scratch.table(), signals, size);
    std::vector<double> times_us;
    /// Concurrent writes of the other process, without those during which this one waited for a
    /// processor.
    std::vector<std::uint64_t> let_pass;
    const std::uint64_t writes = signals->writes;
    const auto end = Clock::now() + std::chrono::milliseconds(500);
    while (Clock::now() < end) {
        ::usleep(static_cast<useconds_t>(times_us.size() % 200));
        const auto unready = time_without_processor();
        const auto start = Clock::now();
        const std::uint64_t before = signals->writes;
        REQUIRE(operation(scratch.table()) == Status::ok);
        const std::uint64_t passed = signals->writes - before;
        const auto time = Clock::now() - start;
        if (10 * (time_without_processor() - unready) < time) let_pass.push_back(passed);
        times_us.push_back(std::chrono::duration<double, std::micro>(time).count());
    }
    const std::uint64_t written = signals->writes - writes;
    signals->stop = true;
    CHECK(writer.wait() == 0);
    std::sort(times_us.begin(), times_us.end());
    std::sort(let_pass.begin(), let_pass.end());
    MESSAGE(times_us.size() << " times beside a writer of " << size << " entries: median "
                            << times_us[times_us.size() / 2] << " us, p99 "
                            << times_us[times_us.size() * 99 / 100] << " us, max "
                            << times_us.back() << " us; it wrote " << written << " times; "
                            << let_pass.size() << " waits were for the table alone");
    CHECK(written > 0);  // and is not locked out either
    if (!let_pass.empty()) CHECK(let_pass[let_pass.size() / 2] < 100);
}

TEST_CASE("a group is read beside a writer without pauses") {
    for (const ddc::Id size : {28, 4096}) {
        ddc::Group group = make_group(size);
        repeat_beside_writer(size, [&](Table& table) {
            const Status status = table.read(group);
            for (std::size_t i = 0; i < group.size(); ++i)
                if (group.real64(i) != group.real64(0)) return Status::wrong_type;
            return status;
        });
    }
}

TEST_CASE("a group is read beside a writer without pauses on the only core") {
    const FirstCoreOnly first_core_only;
    ddc::Group group = make_group(28);
    repeat_beside_writer(28, [&](Table& table) { return table.read(group); });
}

TEST_CASE("an entry is written beside a writer without pauses") {
    for (const ddc::Id size : {28, 65535})
        repeat_beside_writer(size, [](Table& table) { return table.write(65535, 1.0); });
}

TEST_CASE("a text is read beside a writer of it without pauses") {
    tests::Watchdog watchdog;
    ddc::tests::ScratchTable scratch;
    tests::Shared<Signals> signals;
    Table& table = scratch.table();
    Child writer([&] {
        for (unsigned number = 0; !signals->stop; ++number) {
            const std::string text(199, static_cast<char>('a' + number % 26));
            if (table.write(1, text) != Status::ok) return 1;
            ++signals->writes;
        }
        return 0;
    });
    tests::await([&] { return signals->writes > 10; });
    std::string text;
    for (int i = 0; i < 2000; ++i) {
        REQUIRE(table.read(1, text) == Status::ok);
        CHECK(text == std::string(199, text[0]));
    }
    signals->stop = true;
    CHECK(writer.wait() == 0);
}

}  // namespace fairness_test
