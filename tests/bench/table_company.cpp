// SPDX-License-Identifier: MIT
#include "table_company.hpp"

#include "on_core.hpp"
#include "round_trips.hpp"

#include "child.hpp"
#include "shared.hpp"

#include <atomic>

namespace bench {
namespace {

using tests::Child;
using tests::Shared;

constexpr ddc::Id entry = 0x4000, ping = 0x5000, pong = 0x5001;
constexpr int round_trips = 20'000;

struct Control {
    std::atomic<bool> is_there{false};
    std::atomic<bool> leaves{false};
};

/// A process that repeats an operation on another core than the measuring one.
class ConcurrentProcess {
  public:
    template <class F>
    explicit ConcurrentProcess(F operation)
        : process_([this, operation] {
              const OnCore second(1);
              while (!control_->leaves) {
                  operation();
                  control_->is_there = true;
              }
              return 0;
          }) {
        while (!control_->is_there) ::usleep(100);
    }
    ~ConcurrentProcess() {
        control_->leaves = true;
        process_.wait();
    }
    ConcurrentProcess(const ConcurrentProcess&) = delete;
    ConcurrentProcess& operator=(const ConcurrentProcess&) = delete;

  private:
    Shared<Control> control_;
    Child process_;
};

/// 99th percentile of the time of one operation, each sample over `batch` of them in a row.
template <class F>
double p99_ns(int samples, int batch, F operation) {
    const OnCore first(0);
    std::vector<double> times;
    times.reserve(static_cast<std::size_t>(samples));
    for (int i = 0; i < samples; ++i) times.push_back(ns_per_call(batch, operation));
    const auto at = times.begin() + samples * 99 / 100;
    std::nth_element(times.begin(), at, times.end());
    return *at;
}

void during_dumps(ddc::Table& table, std::vector<Result>& results) {
    const auto p99 = [&table] {
        return p99_ns(20'000, 16, [&table] { static_cast<void>(table.write(entry, 1.5)); });
    };
    const auto beside = [&] {
        const ConcurrentProcess dump([&table] {
            for (ddc::Id id = 0; id < table.capacity(); ++id) keep(table.entry(id).sequence);
        });
        return p99();
    };
    results.push_back(compare(Measured{"write p99 beside a dump of all in a loop", beside},
                              Measured{"write p99 alone", p99}, "ns", {9, Pick::median}));
}

void during_writes(ddc::Table& table, std::vector<Result>& results) {
    ddc::Group group;
    for (ddc::Id id = entry; id < entry + 28; ++id) group.add(id, ddc::Type::real64);
    static_cast<void>(table.write(group));
    const auto p99 = [&] {
        return p99_ns(2'000, 1, [&] { static_cast<void>(table.read(group)); });
    };
    const auto beside = [&] {
        const ConcurrentProcess writer([&] { static_cast<void>(table.write(group)); });
        return p99();
    };
    results.push_back(compare(Measured{"read group p99 beside a writer that never rests", beside},
                              Measured{"read group p99 alone", p99}, "ns", {5, Pick::median}));
}

// --- round trips ------------------------------------------------------------------------------

ddc::Status await(const ddc::Table& table, ddc::Id id, std::int32_t wanted) {
    return table.wait_until<std::int32_t>(
        id, [wanted](std::int32_t value) { return value == wanted; },
        ddc::Clock::now() + std::chrono::seconds(10));
}

double table_round_trip_us(ddc::Table& table) {
    static_cast<void>(table.write(ping, std::int32_t{-1}));
    Child partner([&table] {
        const OnCore second(1);
        for (std::int32_t i = 0; i < round_trips; ++i) {
            if (await(table, ping, i) != ddc::Status::ok) return 1;
            static_cast<void>(table.write(pong, i));
        }
        return 0;
    });
    const OnCore first(0);
    std::int32_t i = 0;
    const double ns = ns_per_call(round_trips, [&] {
        static_cast<void>(table.write(ping, i));
        static_cast<void>(await(table, pong, i));
        ++i;
    });
    partner.wait();
    return ns / 1000;
}

}  // namespace

void add_concurrent_results(ddc::Table& table, std::vector<Result>& results) {
    during_dumps(table, results);
    during_writes(table, results);
    results.push_back(
        compare(Measured{"round trip of two waiting processes",
                         [&table] { return table_round_trip_us(table); }},
                Measured{"bare futex ping-pong", [] { return futex_round_trip_us(); }}, "us"));
}

}  // namespace bench
