// SPDX-License-Identifier: MIT
#include "drive.hpp"
#include "temporary_file.hpp"

#include <plant/actuator_params.hpp>
#include <plant/file_error.hpp>
#include <plant/sim_session.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace actuator_test {

using namespace plant;

namespace {

/// Response of the brake to full braking from time zero on, one value per tick.
std::vector<double> step_response(const ActuatorChannel& channel, int ticks,
                                  SimDuration dt = millisecond, double command = 1.0) {
    SessionConfig config;
    config.actuator.brake = channel;
    SimSession session(create_kinematic(), create_flat_ground(), config);
    Command full;
    full.brake = command;
    session.set_input(full);
    std::vector<double> response;
    for (int i = 0; i < ticks; ++i) {
        REQUIRE(session.tick(dt) == StepStatus::ok);
        response.push_back(session.output().brake_applied);
    }
    return response;
}

}  // namespace

TEST_CASE("dead time delays by exactly that time, also between ticks") {
    ActuatorChannel channel;
    channel.dead_time_s = 0.0105;
    const auto response = step_response(channel, 20);
    CHECK(response[9] == 0.0);
    CHECK(response[10] == doctest::Approx(0.5));  // half of this tick
    CHECK(response[11] == 1.0);
}

TEST_CASE("dead time and sensor delay are exact for any tick length") {
    for (const SimDuration dt : {SimDuration{50'000}, SimDuration{20'000}}) {
        SessionConfig config;
        config.actuator.steer.dead_time_s = 0.05;
        config.sensors.groups.of(sensor::steer).delay_s = 0.03;
        SimSession session(create_kinematic(), create_flat_ground(), config);
        const auto ticks_in = [&](double seconds) {
            return static_cast<std::size_t>(std::llround(seconds * 1e9) / dt.count());
        };
        std::vector<double> commanded;
        std::vector<double> applied;
        for (std::size_t i = 0; i < 3 * ticks_in(0.05); ++i) {
            commanded.push_back(0.3 * std::sin(0.01 * static_cast<double>(i)));
            session.set_input(Command{commanded.back()});
            REQUIRE(session.tick(dt) == StepStatus::ok);
            applied.push_back(session.output().steer_applied_rad);
            if (i < ticks_in(0.08)) continue;
            REQUIRE(applied[i] == commanded[i - ticks_in(0.05)]);
            REQUIRE(session.output().sensors.of(sensor::steer)[0] == applied[i - ticks_in(0.03)]);
        }
    }
}

TEST_CASE("lag is the exact first-order response for any tick") {
    ActuatorChannel channel;
    channel.lag_s = 0.05;
    CHECK(step_response(channel, 50)[49] == doctest::Approx(1.0 - std::exp(-1.0)));
    CHECK(step_response(channel, 5, 10 * millisecond)[4] == doctest::Approx(1.0 - std::exp(-1.0)));
}

TEST_CASE("the rate limit bounds the slope") {
    ActuatorChannel channel;
    channel.rate_limit_per_s = 4.0;
    const auto response = step_response(channel, 300);
    CHECK(response[99] == doctest::Approx(0.4));
    CHECK(response[299] == 1.0);
}

TEST_CASE("the dead zone removes small commands and rescales the rest") {
    ActuatorChannel channel;
    channel.dead_zone = 0.2;
    CHECK(step_response(channel, 1, millisecond, 0.15)[0] == 0.0);
    CHECK(step_response(channel, 1, millisecond, 0.6)[0] == doctest::Approx(0.5));
    CHECK(step_response(channel, 1, millisecond, 1.0)[0] == doctest::Approx(1.0));
}

TEST_CASE("saturation limits the output") {
    ActuatorChannel channel;
    channel.max = 0.7;
    CHECK(step_response(channel, 1)[0] == 0.7);
}

TEST_CASE("all effects can be combined") {
    ActuatorChannel channel{0.1, 0.05, 0.02, 5.0, 0.0, 0.8};
    const auto response = step_response(channel, 400);
    double previous = 0.0;
    for (const double value : response) {
        CHECK(value >= previous);
        CHECK(value - previous <= 0.005 + 1e-12);
        previous = value;
    }
    CHECK(response[49] == 0.0);
    CHECK(response[50] > 0.0);
    CHECK(response.back() == 0.8);
}

TEST_CASE("steering is symmetric") {
    const auto steered = [](double sign) {
        SessionConfig config;
        config.actuator = load_actuator(std::string(PLANT_DATA) + "/actuator/sedan.yaml");
        SimSession session(create_kinematic(), create_flat_ground(), config);
        session.set_input(Command{sign * 0.3, 0.0, 0.0, Gear::drive, false});
        for (int i = 0; i < 150; ++i) REQUIRE(session.tick(millisecond) == StepStatus::ok);
        return session.output().steer_applied_rad;
    };
    CHECK(steered(1.0) == -steered(-1.0));
    CHECK(steered(1.0) > 0.05);
}

/// The angle after a tick at this speed with the largest steering command.
double full_steer_at(double speed_mps, double sign) {
    SessionConfig config;
    config.actuator.steer.min = -0.4;
    config.actuator.steer.max = 0.4;
    config.actuator.steer_full_range_to_mps = 10.0;
    SimSession session(create_kinematic(), create_flat_ground(), config);
    session.reset(rolling_state(session.vehicle(), 0.0, 0.0, 0.0, speed_mps));
    session.set_input(Command{sign * session.vehicle().steering.max_angle_rad});
    REQUIRE(session.tick(millisecond) == StepStatus::ok);
    return session.output().steer_applied_rad;
}

TEST_CASE("above a threshold the steering range decreases with the square of the speed") {
    CHECK(full_steer_at(0.0, 1.0) == 0.4);
    CHECK(full_steer_at(10.0, 1.0) == 0.4);
    CHECK(full_steer_at(20.0, 1.0) == doctest::Approx(0.1));
    CHECK(full_steer_at(20.0, -1.0) == doctest::Approx(-0.1));
    CHECK(full_steer_at(-20.0, 1.0) == doctest::Approx(0.1));
    CHECK(full_steer_at(40.0, 1.0) == doctest::Approx(0.025));
}

TEST_CASE("an invalid speed of the full steering range is rejected with its place") {
    std::ifstream ideal(std::string(PLANT_DATA) + "/actuator/ideal.yaml");
    std::string text{std::istreambuf_iterator<char>(ideal), {}};
    const std::string key = "full_range_to_mps: 0.0";
    REQUIRE(text.find(key) != std::string::npos);
    text.replace(text.find(key), key.size(), "full_range_to_mps: 101");
    const TemporaryFile file(text);
    try {
        load_actuator(file.path());
        FAIL("101 m/s was accepted");
    } catch (const FileError& error) {
        CHECK(std::string(error.what()).find(":3:") != std::string::npos);
        CHECK(std::string(error.what()).find("full_range_to_mps: must be 0 to 100") !=
              std::string::npos);
    }
}

TEST_CASE("the default actuators equal the ideal file") {
    const ActuatorParams file = load_actuator(std::string(PLANT_DATA) + "/actuator/ideal.yaml");
    const ActuatorParams code;
    for (auto channel :
         {&ActuatorParams::steer, &ActuatorParams::throttle, &ActuatorParams::brake}) {
        CHECK((file.*channel).dead_zone == (code.*channel).dead_zone);
        CHECK((file.*channel).dead_time_s == (code.*channel).dead_time_s);
        CHECK((file.*channel).lag_s == (code.*channel).lag_s);
        CHECK((file.*channel).rate_limit_per_s == (code.*channel).rate_limit_per_s);
        CHECK((file.*channel).min == (code.*channel).min);
        CHECK((file.*channel).max == (code.*channel).max);
    }
    CHECK(file.steer_full_range_to_mps == code.steer_full_range_to_mps);
}

}  // namespace actuator_test
