// SPDX-License-Identifier: MIT
#include "counter.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace step_test {

using namespace gateway::fmu;
using tests::Fmi2Counter;
using tests::Fmi3Counter;
using tests::Step3;
namespace counter = tests::counter;

TEST_CASE("fmu step: FMI 2.0 discards a step that is no multiple of the tick, without effect") {
    const Fmi2Counter two;
    CHECK(two.step(0.0, 0.003) == Status::ok);
    for (const double step_s : {0.0005, 0.0015, 0.0100001})
        CHECK(two.step(0.003, step_s) == Status::discard);
    CHECK(two.log.lines.size() == 3);
    CHECK(two.real(counter::sum) == 3.0);
    CHECK(two.time_s() == doctest::Approx(0.003));
    CHECK(two.step(0.003, 0.001) == Status::ok);
    CHECK(two.real(counter::sum) == 4.0);
}

TEST_CASE("fmu step: FMI 3.0 executes the whole ticks and makes up for the rest later") {
    const Fmi3Counter three;
    CHECK(three.step(0.0, 0.0025).time_s == doctest::Approx(0.002));
    CHECK(three.step(0.0025, 0.0025).time_s == doctest::Approx(0.005));
    CHECK(three.real(counter::sum) == 5.0);
    CHECK(three.step(0.005, 0.0004).time_s == doctest::Approx(0.005));
    CHECK(three.log.lines.empty());
}

TEST_CASE("fmu step: FMI 3.0 accepts a step from the time that was reached") {
    const Fmi3Counter three;
    const double reached_s = three.step(0.0, 0.0025).time_s;
    const Step3 next = three.step(reached_s, 0.0025);
    CHECK(next.status == Status::ok);
    CHECK(next.time_s == doctest::Approx(0.004));
}

TEST_CASE("fmu step: a million steps of 10 ms, whose times are sums, are ten million ticks") {
    const Fmi3Counter three;
    const Fmi2Counter two;
    double time_s = 0;
    for (int i = 0; i < 1'000'000; ++i, time_s += 0.01) {
        if (three.step(time_s, 0.01).status != Status::ok) FAIL("FMI 3.0: step " << i);
        if (two.step(time_s, 0.01) != Status::ok) FAIL("FMI 2.0: step " << i);
    }
    CHECK(three.real(counter::sum) == 1e7);
    CHECK(two.real(counter::sum) == 1e7);
}

TEST_CASE("fmu step: a step from elsewhere, backwards, of no length or endless is an error") {
    const Fmi2Counter two;
    CHECK(two.step(0.0, 0.01) == Status::ok);
    constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
    CHECK(two.step(0.0, 0.01) == Status::error);
    CHECK(two.log.last() == "fmi2DoStep: begins at 0 s, but the instance is at 0.01 s");
    CHECK(two.step(0.02, 0.01) == Status::error);
    CHECK(two.step(not_a_number, 0.01) == Status::error);
    for (const double step_s : {0.0, -0.01, not_a_number, HUGE_VAL, 1e300})
        CHECK(two.step(0.01, step_s) == Status::error);
    CHECK(two.real(counter::sum) == 10.0);
    CHECK(two.step(0.01, 0.01) == Status::ok);
}

TEST_CASE("fmu step: a step beyond the stop time is an error") {
    const Fmi2Counter two("fmi2", false);
    CHECK(fmi2::fmi2SetupExperiment(two.component, 0, 0, 1.0, 1, 0.5) == Status::error);
    CHECK(fmi2::fmi2SetupExperiment(two.component, 0, 0, 0.0, 1, 0.02) == Status::ok);
    CHECK(fmi2::fmi2EnterInitializationMode(two.component) == Status::ok);
    CHECK(fmi2::fmi2ExitInitializationMode(two.component) == Status::ok);
    CHECK(two.step(0.0, 0.02) == Status::ok);
    CHECK(two.step(0.02, 0.001) == Status::error);
}

TEST_CASE("fmu step: a model that cannot continue ends the simulation as the version defines") {
    const Fmi2Counter two("fmi2-end-at-5");
    CHECK(two.step(0.0, 0.01) == Status::discard);
    CHECK(two.log.last() == "it is enough");
    CHECK(two.time_s() == doctest::Approx(0.005));
    fmi2::Boolean is_terminated = 0;
    CHECK(fmi2::fmi2GetBooleanStatus(two.component, fmi2::StatusKind::terminated, &is_terminated) ==
          Status::ok);
    CHECK(is_terminated == 1);
    CHECK(two.real(counter::sum) == 5.0);

    const Fmi3Counter three("fmi3-end-at-5");
    const Step3 step = three.step(0.0, 0.01);
    CHECK(step.status == Status::ok);
    CHECK(step.wants_end);
    CHECK(step.time_s == doctest::Approx(0.005));
}

}  // namespace step_test
