// SPDX-License-Identifier: MIT
#include "scratch.hpp"
#include "suites.hpp"
#include "table_company.hpp"
#include "table_rivals.hpp"

#include <ddc/table.hpp>

#include <array>

namespace bench {
namespace {

constexpr ddc::Id first_entry = 0x4000;
constexpr std::size_t group_size = 28;
constexpr int table_calls = 200'000;
constexpr int slow_calls = 20'000;

/// Mean time of one call of an operation, for compare().
template <class F>
auto timed(const char* name, int count, F operation) {
    return Measured{name, [count, operation] { return ns_per_call(count, operation); }};
}

auto table_read(ddc::Table& table, ddc::Id id = first_entry) {
    return [&table, id] {
        double value = 0;
        static_cast<void>(table.read(id, value));
        keep(value);
    };
}

auto table_write(ddc::Table& table, ddc::Id id = first_entry) {
    return [&table, id] { static_cast<void>(table.write(id, 1.5)); };
}

void single_values(ddc::Table& table, std::vector<Result>& results) {
    Guarded<SysvLock, 1> sysv;
    Guarded<BoostLock, 1> boosted;
    std::array<double, 1> value{1.5};
    const auto sysv_read = [&] { sysv.read(value), keep(value); };
    const auto sysv_write = [&] { sysv.write(value); };
    const auto boost_read = [&] { boosted.read(value), keep(value); };
    const auto boost_write = [&] { boosted.write(value); };
    const auto read = table_read(table);
    const auto write = table_write(table);
    write();
    results.push_back(compare(timed("read double", table_calls, read),
                              timed("under a SysV semaphore", slow_calls, sysv_read), "ns"));
    results.push_back(compare(timed("write double", table_calls, write),
                              timed("under a SysV semaphore", slow_calls, sysv_write), "ns"));
    results.push_back(compare(timed("read double", table_calls, read),
                              timed("under a bare boost semaphore", table_calls, boost_read),
                              "ns"));
    results.push_back(compare(timed("write double", table_calls, write),
                              timed("under a bare boost semaphore", table_calls, boost_write),
                              "ns"));
}

void groups(ddc::Table& table, std::vector<Result>& results) {
    Guarded<BoostLock, group_size> boosted;
    std::array<double, group_size> values{};
    ddc::Group group;
    for (std::size_t i = 0; i < group_size; ++i)
        group.add(first_entry + static_cast<ddc::Id>(i), ddc::Type::real64);
    const auto write = [&] { static_cast<void>(table.write(group)); };
    const auto read = [&] { static_cast<void>(table.read(group)); };
    const auto boost_write = [&] { boosted.write(values); };
    const auto boost_read = [&] { boosted.read(values), keep(values); };
    const char* baseline = "memcpy under a bare boost semaphore";
    results.push_back(compare(timed("write group of 28 doubles", table_calls / 4, write),
                              timed(baseline, table_calls, boost_write), "ns"));
    results.push_back(compare(timed("read group of 28 doubles", table_calls / 4, read),
                              timed(baseline, table_calls, boost_read), "ns"));
}

void capacities(std::vector<Result>& results) {
    ScratchTable small(1024), large(1 << 20);
    const auto at_end = [](ScratchTable& table) { return table->capacity() - 1; };
    const auto small_write = table_write(*small, at_end(small));
    const auto large_write = table_write(*large, at_end(large));
    const auto small_read = table_read(*small, at_end(small));
    const auto large_read = table_read(*large, at_end(large));
    results.push_back(compare(timed("write double, capacity 1,048,576", table_calls, large_write),
                              timed("capacity 1,024", table_calls, small_write), "ns"));
    results.push_back(compare(timed("read double, capacity 1,048,576", table_calls, large_read),
                              timed("capacity 1,024", table_calls, small_read), "ns"));
}

}  // namespace

std::vector<Result> table_ops() {
    std::vector<Result> results;
    ScratchTable table(65536);
    single_values(*table, results);
    groups(*table, results);
    capacities(results);
    add_concurrent_results(*table, results);
    return results;
}

}  // namespace bench
