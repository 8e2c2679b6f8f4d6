// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "drive.hpp"
#include "plant/sensor_params.hpp"
#include "plant/sim_session.hpp"

using namespace plant;

namespace {

SimSession session_with(const SensorParams& sensors) {
    SessionConfig config;
    config.sensors = sensors;
    return {create_kinematic(), create_flat_ground(), config};
}

/// Without errors, but there.
SensorParams with_accelerometer() {
    SensorParams sensors;
    sensors.imu_accel.rate_hz = 1000.0;
    return sensors;
}

void tick(SimSession& session, int ticks) {
    for (int i = 0; i < ticks; ++i) REQUIRE(session.tick(millisecond) == StepStatus::ok);
}

Output steady_turn(std::unique_ptr<VehicleDynamics> model, const SensorParams& sensors) {
    SessionConfig config;
    config.sensors = sensors;
    SimSession session(std::move(model), create_flat_ground(), config);
    session.reset(rolling_state(session.vehicle(), 0.0, 0.0, 0.0, 15.0));
    session.set_input(Command{0.06, 0.1, 0.0, Gear::drive, false});
    tick(session, 3000);
    return session.output();
}

}  // namespace

TEST_CASE("without sensors the readings are the truth") {
    SimSession sut = session_with({});
    CHECK(sut.output().sensors.az_mps2 == doctest::Approx(gravity_mps2));
    sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 1.0, 10.0));
    sut.set_input(Command{0.1, 0.5, 0.0, Gear::drive, false});
    tick(sut, 1000);
    const Output out = sut.output();
    CHECK(out.sensors.ax_mps2 == out.ax_mps2);
    CHECK(out.sensors.ay_mps2 == out.ay_mps2);
    CHECK(out.sensors.gnss_position_m == out.state.position_m);
    CHECK(out.sensors.steer_rad == out.steer_applied_rad);
    CHECK(out.sensors.gnss_velocity_mps.norm() == doctest::Approx(out.state.velocity_mps.norm()));
    CHECK(out.measured.velocity_mps == out.state.velocity_mps);
    CHECK(out.measured.yaw_rad == out.state.yaw_rad);
}

TEST_CASE("on a slope a standing accelerometer feels the slope") {
    class Slope final : public Ground {
        Contact at(double, double) const override {
            return {0.0, Eigen::Vector3d(-0.1, 0.0, 1.0).normalized(), 1.0};
        }
    };
    SessionConfig config;
    config.sensors = with_accelerometer();
    SimSession sut(create_kinematic(), std::make_unique<Slope>(), config);
    sut.set_input(Command{0.0, 0.0, 1.0, Gear::drive, false});
    tick(sut, 10);
    CHECK(sut.output().sensors.ax_mps2 == doctest::Approx(gravity_mps2 * 0.1 / std::sqrt(1.01)));
    CHECK(sut.output().sensors.az_mps2 == doctest::Approx(gravity_mps2 / std::sqrt(1.01)));
}

TEST_CASE("in a steady turn only an accelerometer feels gravity through roll and pitch") {
    for (const auto create : {create_seven_dof, create_fourteen_dof}) {
        const Output truth = steady_turn(create(), {});
        REQUIRE(truth.ay_mps2 > 4.0);
        REQUIRE(std::abs(truth.state.roll_rad) > 0.01);
        CHECK(truth.sensors.ax_mps2 == truth.ax_mps2);
        CHECK(truth.sensors.ay_mps2 == truth.ay_mps2);

        const Output felt = steady_turn(create(), with_accelerometer());
        const State& s = felt.state;
        CHECK(felt.ay_mps2 == truth.ay_mps2);
        CHECK(felt.sensors.ax_mps2 ==
              doctest::Approx(felt.ax_mps2 - gravity_mps2 * std::sin(s.pitch_rad)));
        CHECK(felt.sensors.ay_mps2 ==
              doctest::Approx(felt.ay_mps2 +
                              gravity_mps2 * std::sin(s.roll_rad) * std::cos(s.pitch_rad)));
    }
}

TEST_CASE("noise has its standard deviation, bias its size") {
    SensorParams sensors;
    sensors.imu_gyro = {0.0, 0.0, 0.02, 0.5, 0.0};
    SimSession sut = session_with(sensors);
    double sum = 0.0;
    double squares = 0.0;
    constexpr int count = 20'000;
    for (int i = 0; i < count; ++i) {
        tick(sut, 1);
        const double x = sut.output().sensors.angular_velocity_radps.z();
        sum += x;
        squares += x * x;
    }
    const double mean = sum / count;
    // Four standard errors of mean and deviation.
    CHECK(std::abs(mean - 0.5) < 4.0 * 0.02 / std::sqrt(count));
    CHECK(std::abs(std::sqrt(squares / count - mean * mean) - 0.02) <
          4.0 * 0.02 / std::sqrt(2.0 * count));
}

TEST_CASE("a random walk spreads with the root of time") {
    // 300 walks of 1 s, one per seed, each with standard deviation 0.1.
    double squares = 0.0;
    constexpr int count = 300;
    for (int seed = 1; seed <= count; ++seed) {
        SensorParams sensors;
        sensors.seed = static_cast<std::uint64_t>(seed);
        sensors.steer = {100.0, 0.0, 0.0, 0.0, 0.1};
        SimSession sut = session_with(sensors);
        for (int i = 0; i < 100; ++i) REQUIRE(sut.tick(10 * millisecond) == StepStatus::ok);
        squares += std::pow(sut.output().sensors.steer_rad, 2);
    }
    CHECK(std::abs(std::sqrt(squares / count) - 0.1) < 4.0 * 0.1 / std::sqrt(2.0 * count));
}

TEST_CASE("each group samples at its own rate and holds in between") {
    SensorParams sensors;
    sensors.gnss_position.rate_hz = 10.0;
    sensors.wheel_speed.rate_hz = 30.0;
    SimSession sut = session_with(sensors);
    sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 0.0, 20.0));
    int positions = 0;
    int spins = 0;
    Output last = sut.output();
    for (int i = 0; i < 1000; ++i) {
        tick(sut, 1);
        const Output out = sut.output();
        positions += out.sensors.gnss_position_m.x() != last.sensors.gnss_position_m.x();
        spins += out.sensors.wheel_spin_radps[0] != last.sensors.wheel_spin_radps[0];
        last = out;
    }
    CHECK(positions == 10);
    CHECK(spins == 30);
}

TEST_CASE("delay shows the truth of that time ago") {
    SensorParams sensors;
    sensors.gnss_position.delay_s = 0.04;
    sensors.gnss_velocity.delay_s = 0.04;
    SimSession sut = session_with(sensors);
    sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 0.5, 20.0));
    sut.set_input(Command{0.1, 0.5, 0.0, Gear::drive, false});
    std::vector<State> truth{sut.state()};
    for (int i = 1; i <= 200; ++i) {
        tick(sut, 1);
        truth.push_back(sut.state());
        if (i < 40) continue;
        const State& then = truth[static_cast<std::size_t>(i - 40)];
        REQUIRE(sut.measured_state().position_m == then.position_m);
        REQUIRE(sut.measured_state().yaw_rad == then.yaw_rad);
        REQUIRE((sut.measured_state().velocity_mps - then.velocity_mps).norm() < 1e-12);
    }
}

TEST_CASE("one group's settings leave the noise of the others alone") {
    SensorParams sensors;
    sensors.steer.noise = 0.1;
    SensorParams more = sensors;
    more.imu_accel = {50.0, 0.02, 0.3, 0.1, 0.01};
    SimSession a = session_with(sensors);
    SimSession b = session_with(more);
    tick(a, 100);
    tick(b, 100);
    CHECK(a.output().sensors.steer_rad == b.output().sensors.steer_rad);
    CHECK(a.output().sensors.steer_rad != 0.0);
}

TEST_CASE("sensor files are read and checked") {
    const SensorParams ideal = load_sensors(std::string(PLANT_DATA) + "/sensor/ideal.yaml");
    CHECK(ideal.seed == SensorParams{}.seed);
    CHECK(ideal.gnss_position.rate_hz == 0.0);
    const SensorParams sedan = load_sensors(std::string(PLANT_DATA) + "/sensor/sedan.yaml");
    CHECK(sedan.gnss_position.rate_hz == 10.0);
    CHECK(sedan.imu_gyro.noise == 0.002);
    SensorParams bad;
    bad.steer.noise = -1.0;
    CHECK_THROWS_WITH_AS(session_with(bad), "steer.noise_rad: must be 0 to 1000000, is -1",
                         std::invalid_argument);
}
