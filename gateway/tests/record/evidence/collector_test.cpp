// SPDX-License-Identifier: MIT
// What one thread counts of another.
#include "evidence/evidence_collector.hpp"

#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <future>
#include <thread>

namespace collector_test {

using namespace std::chrono_literals;
using namespace gateway;

TEST_CASE("thread counts: page faults and the CPU time of another thread are counted") {
    constexpr std::size_t pages = 500, page = 4096;
    std::promise<pid_t> id;
    std::promise<void> begin, done, end;
    std::thread thread([&] {
        id.set_value(::gettid());
        begin.get_future().wait();
        void* const memory = ::mmap(nullptr, pages * page, PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        ::madvise(memory, pages * page, MADV_NOHUGEPAGE);
        for (std::size_t i = 0; i < pages; ++i) static_cast<volatile char*>(memory)[i * page] = 1;
        ::munmap(memory, pages * page);
        ::poll(nullptr, 0, 1);  // gives up the CPU
        done.set_value();
        end.get_future().wait();
    });
    const ThreadCountReader sut(id.get_future().get());
    const auto before = sut.read();
    begin.set_value();
    done.get_future().wait();
    const auto after = sut.read();
    end.set_value();
    thread.join();
    REQUIRE(before);
    REQUIRE(after);
    CHECK(after->minor_faults - before->minor_faults >= pages);
    CHECK(after->voluntary_switches > before->voluntary_switches);
    CHECK(after->run_ns > before->run_ns);
    CHECK(after->read_at > before->read_at);
    tests::await([&] { return !sut.read(); });  // the kernel removes it after the thread's end
}

TEST_CASE("collector: every period is examined, or counted as dropped") {
    constexpr std::uint64_t count = 200'000;
    EvidenceCollector sut(1ms, ::gettid());
    for (std::uint64_t i = 0; i < count; ++i) {
        Period period;
        period.at = static_cast<std::int64_t>(i) * 1ms;
        period.began = SteadyTime(period.at);
        period[Measure::lateness] = 10;
        sut.add(period);
    }
    sut.finish();
    const Evidence evidence = sut.evidence();
    std::uint64_t examined = 0;
    for (const auto& minute : evidence.minutes.to_json())
        examined += minute["periods"].get<std::uint64_t>();
    CHECK(examined + evidence.unexamined_periods == count);
    CHECK(evidence[Measure::lateness].values().count() == examined);
    CHECK(examined >= 30'000);
    CHECK(evidence.moments.to_json().size() > 0);
}

}  // namespace collector_test
