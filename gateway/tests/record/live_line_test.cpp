// SPDX-License-Identifier: MIT
#include "observer/live_line.hpp"
#include "plant_server/plant_statistics.hpp"
#include "summary/summary.hpp"

#include <doctest/doctest.h>

#include <sstream>

namespace live_line_test {

using namespace gateway;
using namespace std::chrono_literals;

LiveNumbers numbers() {
    LiveNumbers n;
    n.sim_time = 12s;
    n.cycles_per_s = 99.97;
    n.lateness_p99_us = 55.4;
    n.skipped = 1;
    n.output_age_ms = 3.25;
    n.program = ControllerState::answering;
    return n;
}

TEST_CASE("a live line has the values measured since the last line") {
    CHECK(live_text(numbers()) ==
          "12.0 s, 100.0 cycles/s, late p99 55 us, 1 skipped, program answering, outputs 3.2 ms "
          "old");
    LiveNumbers n = numbers();
    n.link = LiveVds1{199.6, 2.51, 5.04, 0.42, 2, 3, 7, true};
    n.is_failsafe = true;
    CHECK(live_text(n).find("outputs 3.2 ms old, STATE 200/s, 2.5 ms old, lag p99 0.4 ms, 3 lost, "
                            "2 late, 7 of other "
                            "vehicles, round trip 5.0 ms, CMDs IGNORED, FAIL-SAFE") !=
          std::string::npos);
}

TEST_CASE("a live line has no number for a value that was not measured") {
    LiveNumbers n = numbers();
    n.lateness_p99_us.reset();
    n.output_age_ms.reset();
    n.link = LiveVds1{};
    n.is_fresh = false;
    CHECK(live_text(n) ==
          "12.0 s, 100.0 cycles/s, late p99 -, 1 skipped, program answering, outputs none yet, "
          "STATE 0/s, -, lag p99 -, 0 lost, round trip -, operation_mode FAIL");
}

TEST_CASE("the line of vdsim_realtime has no number for a value that was not measured") {
    vdsim::PlantNumbers before, now;
    now.taken_at = before.taken_at + 1s;
    now.vehicles = 1;
    CHECK(live_text(now, before) ==
          "0.0 ticks/s, late p99 -, 0 skipped, CMD 0.0/s, 0 dropped, following");
    now.ticks = 200;
    now.lateness_p99_us = 0.4;
    CHECK(live_text(now, before) ==
          "200.0 ticks/s, late p99 0 us, 0 skipped, CMD 0.0/s, 0 dropped, following");
}

std::string printed(const Summary& summary) {
    std::ostringstream out;
    print(summary, out);
    return out.str();
}

TEST_CASE("a summary has no number for a value that was not measured") {
    Summary summary;
    RealtimeSummary& realtime = summary.realtime_part();
    realtime.never_there = "no STATE from 127.0.0.1:7001 on port 7002 yet";
    const std::string none = printed(summary);
    for (const char* line : {"cycle latency     -\n", "lateness          -\n",
                             "age of outputs    -\n", "final pose        -\n"}) {
        CAPTURE(std::string(line));
        CHECK(none.find(line) != std::string::npos);
    }
    CHECK(none.find("0.0 us") == std::string::npos);
    realtime.never_there.clear();
    realtime.lateness_us = {0, 1.5, 2, 10};
    const std::string some = printed(summary);
    CHECK(some.find("lateness          p50 0.0 us, p99 1.5 us, max 2.0 us\n") != std::string::npos);
    CHECK(some.find("final pose        x 0.00 m") != std::string::npos);
}

TEST_CASE("a histogram gives the values added since a copy of it was made") {
    Histogram sut;
    for (int i = 0; i < 100; ++i) sut.add(5ms);
    const Histogram before = sut;
    CHECK(sut.since(before).count() == 0);
    for (int i = 0; i < 10; ++i) sut.add(1ms);
    const Histogram later = sut.since(before);
    CHECK(later.count() == 10);
    CHECK(later.percentile(0.99) <= 1032us);
    CHECK(sut.percentile(0.5) >= 5ms);
}

}  // namespace live_line_test
