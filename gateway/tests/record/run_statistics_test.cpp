// SPDX-License-Identifier: MIT
#include "summary/run_statistics.hpp"
#include "summary/summary.hpp"

#include <doctest/doctest.h>

namespace run_statistics_test {

using namespace gateway;
using namespace std::chrono_literals;

TEST_CASE("run statistics: percentiles are those of the whole run, however long it is") {
    const RouteTracker route;
    const Feedback feedback;
    const Trajectory trajectory;
    RunStatistics sut(route, 100);
    for (int i = 0; i < 1000; ++i) {
        Cycle cycle;
        cycle.latency = i < 100 ? 1us : 10us;
        sut.after_cycle({{SimTime(0), SimTime(0), feedback, trajectory}, {}, cycle});
    }
    Summary summary;
    sut.finish(summary);
    CHECK(summary.cycles == 1000);
    CHECK(summary.cycle_latency_us.p50 == doctest::Approx(10).epsilon(1.0 / 32));
    CHECK(summary.cycle_latency_us.max == 10);
}

}  // namespace run_statistics_test
