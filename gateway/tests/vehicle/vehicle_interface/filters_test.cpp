// SPDX-License-Identifier: MIT
#include "vehicle_interface/low_pass_filter.hpp"
#include "vehicle_interface/signal_filter.hpp"

#include <plant/angle.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

namespace filters_test {

using namespace gateway::vehicle_interface;
using namespace std::chrono_literals;

using plant::pi;

/// Step response of a Butterworth filter of second order, initially at rest.
double step_response(double cutoff_hz, double t_s) {
    const double angle = 2 * pi * cutoff_hz * t_s / std::sqrt(2.0);
    return 1 - std::exp(-angle) * (std::cos(angle) + std::sin(angle));
}

TEST_CASE("the second order filter has the step response of its closed form, with any time steps") {
    std::mt19937 random(16);
    std::uniform_int_distribution<int> step_us(10, 40'000);
    for (const double cutoff_hz : {0.3, 1.0, 30.0}) {
        ButterworthFilter<double> sut(cutoff_hz);
        Stamp now{0};
        for (int i = 0; i < 1000; ++i) {
            const Stamp step = std::chrono::microseconds(step_us(random));
            REQUIRE(sut.filter(1.0, step) == FilterStatus::ok);
            now += step;
            const double t_s = std::chrono::duration<double>(now).count();
            REQUIRE(sut.output() == doctest::Approx(step_response(cutoff_hz, t_s)).epsilon(1e-9));
        }
    }
}

/// The share of a sine of that frequency that passes once the filter has settled.
template <class Filter>
double gain(double cutoff_hz, double frequency_hz) {
    Filter sut(cutoff_hz);
    double greatest = 0;
    constexpr auto step = 100us;
    for (int i = 0; i < 200'000; ++i) {
        const double t_s = 1e-4 * i;
        static_cast<void>(sut.filter(std::sin(2 * pi * frequency_hz * t_s), step));
        if (i > 100'000) greatest = std::max(greatest, std::abs(sut.output()));
    }
    return greatest;
}

TEST_CASE("at the cut-off frequency half the power passes, above it the order decides") {
    CHECK(gain<LowPassFilter<double>>(1, 1) == doctest::Approx(std::sqrt(0.5)).epsilon(1e-3));
    CHECK(gain<ButterworthFilter<double>>(1, 1) == doctest::Approx(std::sqrt(0.5)).epsilon(1e-3));
    CHECK(gain<LowPassFilter<double>>(1, 10) ==
          doctest::Approx(1 / std::sqrt(101.0)).epsilon(1e-2));
    CHECK(gain<ButterworthFilter<double>>(1, 10) ==
          doctest::Approx(1 / std::sqrt(10001.0)).epsilon(1e-2));
}

TEST_CASE_TEMPLATE("a bad sample leaves a filter as it was", Filter, LowPassFilter<float>,
                   ButterworthFilter<float>) {
    Filter sut(1.0F);
    REQUIRE(sut.filter(1.0F, 100ms) == FilterStatus::ok);
    const float before = sut.output();
    CHECK(sut.filter(2.0F, 0ms) == FilterStatus::bad_step);
    CHECK(sut.filter(2.0F, -1ns) == FilterStatus::bad_step);
    CHECK(sut.filter(std::numeric_limits<float>::quiet_NaN(), 1ms) == FilterStatus::bad_value);
    CHECK(sut.filter(std::numeric_limits<float>::infinity(), 1ms) == FilterStatus::bad_value);
    CHECK(sut.output() == before);
}

TEST_CASE_TEMPLATE("a filter rejects an invalid cut-off frequency", Filter, LowPassFilter<float>,
                   ButterworthFilter<float>) {
    for (const float cutoff_hz : {0.0F, -1.0F, std::numeric_limits<float>::infinity(),
                                  std::numeric_limits<float>::quiet_NaN()})
        CHECK_THROWS_AS(Filter{cutoff_hz}, std::invalid_argument);
}

TEST_CASE_TEMPLATE("after years without a sample a filter is at its input", Filter,
                   LowPassFilter<float>, ButterworthFilter<float>) {
    Filter sut(30.0F);
    CHECK(sut.filter(2.5F, std::chrono::hours(24 * 365 * 30)) == FilterStatus::ok);
    CHECK(sut.output() == 2.5F);
}

TEST_CASE_TEMPLATE("the greatest numbers do not spoil a filter for good", Filter,
                   LowPassFilter<float>, ButterworthFilter<float>) {
    constexpr float greatest = std::numeric_limits<float>::max();
    Filter sut(1.0F);
    for (int i = 0; i < 100; ++i) {
        REQUIRE(sut.filter(i % 2 == 0 ? greatest : -greatest, 10ms) == FilterStatus::ok);
        REQUIRE(std::isfinite(sut.output()));
    }
    for (int i = 0; i < 2; ++i)
        REQUIRE(sut.filter(1.0F, std::chrono::hours(1)) == FilterStatus::ok);
    CHECK(sut.output() == 1.0F);
}

TEST_CASE("each signal of a command has its filter, and the first sample passes") {
    FiltersConfig config;
    config.front_steer = {FilterType::low_pass, 1};
    config.curvature = {FilterType::butterworth, 1};
    SignalFilters sut(config);
    VehicleControlCommand control{1s, 2.0F, 0, 0.3F, 0.1F};
    HighLevelControlCommand high{1s, 5.0F, 0.1F};
    sut.apply(control);
    sut.apply(high);
    CHECK(control.front_wheel_angle_rad == 0.3F);
    CHECK(high.curvature == 0.1F);
    control = {1010ms, -2.0F, 0, -0.3F, -0.1F};
    high = {1010ms, -5.0F, -0.1F};
    sut.apply(control);
    sut.apply(high);
    CHECK(control.long_accel_mps2 == -2.0F);
    CHECK(control.rear_wheel_angle_rad == -0.1F);
    CHECK(control.front_wheel_angle_rad > 0.25F);
    CHECK(high.curvature > 0.095F);
    CHECK(high.velocity_mps == -5.0F);
}

}  // namespace filters_test
