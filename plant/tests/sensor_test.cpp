// SPDX-License-Identifier: MIT
#include "drive.hpp"
#include "temporary_file.hpp"

#include <plant/ground_params.hpp>
#include <plant/sensor_params.hpp>
#include <plant/sim_session.hpp>
#include "sensor/sensors.hpp"

#include <doctest/doctest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <vector>

namespace sensor_test {

using namespace plant;

namespace {

/// The group of one sensor, writable.
SensorGroup& of(SensorParams& params, const SensorKind& kind) {
    return params.groups.of(kind);
}

double shown(const SimSession& session, const SensorKind& kind, std::size_t value = 0) {
    return session.output().sensors.of(kind)[value];
}

Eigen::Vector3d vector_of(const Reading& reading) {
    return {reading[0], reading[1], reading[2]};
}

SimSession session_with(const SensorParams& sensors) {
    SessionConfig config;
    config.sensors = sensors;
    return {create_kinematic(), create_flat_ground(), config};
}

/// A configured accelerometer without errors.
SensorParams with_accelerometer() {
    SensorParams sensors;
    of(sensors, sensor::imu_accel).rate_hz = 1000.0;
    return sensors;
}

void tick(SimSession& session, int ticks) {
    for (int i = 0; i < ticks; ++i) REQUIRE(session.tick(millisecond) == StepStatus::ok);
}

/// Rotation from the axes of a leaning body to those of the flat road below it.
Eigen::Matrix3d lean_of(const State& s) {
    return (Eigen::AngleAxisd(s.pitch_rad, Eigen::Vector3d::UnitY()) *
            Eigen::AngleAxisd(s.roll_rad, Eigen::Vector3d::UnitX()))
        .toRotationMatrix();
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
    CHECK(shown(sut, sensor::imu_accel, 2) == doctest::Approx(gravity_mps2));
    sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 1.0, 10.0));
    sut.set_input(Command{0.1, 0.5, 0.0, Gear::drive, false});
    tick(sut, 1000);
    const Output out = sut.output();
    CHECK(out.sensors.of(sensor::imu_accel)[0] == out.ax_mps2);
    CHECK(out.sensors.of(sensor::imu_accel)[1] == out.ay_mps2);
    CHECK(vector_of(out.sensors.of(sensor::gnss_position)) == out.state.position_m);
    CHECK(out.sensors.of(sensor::steer)[0] == out.steer_applied_rad);
    CHECK(vector_of(out.sensors.of(sensor::gnss_velocity)).norm() ==
          doctest::Approx(out.state.velocity_mps.norm()));
    CHECK(out.sensors.of(sensor::gnss_position)[5] == out.state.yaw_rad);
    CHECK(ideal_readings(out).items == out.sensors.items);
}

TEST_CASE("on a slope an accelerometer at rest measures the slope") {
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
    CHECK(shown(sut, sensor::imu_accel, 0) ==
          doctest::Approx(gravity_mps2 * 0.1 / std::sqrt(1.01)));
    CHECK(shown(sut, sensor::imu_accel, 2) == doctest::Approx(gravity_mps2 / std::sqrt(1.01)));
}

TEST_CASE("in a steady turn only an accelerometer measures gravity due to roll and pitch") {
    for (const auto create : {create_seven_dof, create_fourteen_dof}) {
        const Output truth = steady_turn(create(), {});
        REQUIRE(truth.ay_mps2 > 4.0);
        REQUIRE(std::abs(truth.state.roll_rad) > 0.01);
        CHECK(truth.sensors.of(sensor::imu_accel)[0] == truth.ax_mps2);
        CHECK(truth.sensors.of(sensor::imu_accel)[1] == truth.ay_mps2);

        const Output felt = steady_turn(create(), with_accelerometer());
        const State& s = felt.state;
        CHECK(felt.ay_mps2 == truth.ay_mps2);
        const Eigen::Vector3d on_road(felt.ax_mps2, felt.ay_mps2, felt.az_mps2 + gravity_mps2);
        const Eigen::Vector3d expected = lean_of(s).transpose() * on_road;
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(felt.sensors.of(sensor::imu_accel)[i] ==
                  doctest::Approx(expected[static_cast<int>(i)]));
        }
    }
}

TEST_CASE("a braking car that pitches moves along the road, also for GNSS") {
    for (const auto create : {create_bicycle, create_seven_dof, create_fourteen_dof}) {
        SimSession sut(create(), create_flat_ground());
        sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 0.5, 30.0));
        sut.set_input(Command{0.0, 0.0, 1.0, Gear::drive, false});
        double steepest_rad = 0.0;
        for (int i = 0; i < 1000; ++i) {
            tick(sut, 1);
            const Output now = sut.output();
            steepest_rad = std::max(steepest_rad, now.state.pitch_rad);
            REQUIRE(now.sensors.of(sensor::gnss_velocity)[2] == now.state.velocity_mps.z());
        }
        CHECK(steepest_rad > 0.01);
        CHECK(std::abs(sut.state().velocity_mps.z()) < 0.01);
    }
}

TEST_CASE("integrated accelerometer and gyro readings give speeds and angles") {
    for (const auto create : {create_bicycle, create_seven_dof, create_fourteen_dof}) {
        const bool rides = create == create_fourteen_dof;
        GroundParams ground;
        if (rides) ground.roughness = {RoadClass::c, 4};
        SimSession sut(create(), create_ground(ground));
        sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 0.0, 20.0));
        Eigen::Vector2d turned(0.0, 0.0);
        double lifted_mps = 0.0;
        double largest_mps2 = 0.0;
        for (int i = 0; i < 1500; ++i) {
            sut.set_input(
                Command{0.03 * std::sin(0.01 * i), 0.0, i < 800 ? 0.4 : 0.0, Gear::drive, false});
            const Output before = sut.output();
            tick(sut, 1);
            const Output now = sut.output();
            const auto mean = [&](const SensorKind& kind, std::size_t value) {
                return 0.5 * (before.sensors.of(kind)[value] + now.sensors.of(kind)[value]);
            };
            turned += 0.001 * Eigen::Vector2d(mean(sensor::imu_gyro, 0), mean(sensor::imu_gyro, 1));
            lifted_mps += 0.001 * 0.5 * (before.az_mps2 + now.az_mps2);
            largest_mps2 = std::max(largest_mps2,
                                    std::abs(now.sensors.of(sensor::imu_accel)[2] - gravity_mps2));
            REQUIRE(std::abs(turned.x() - now.state.roll_rad) < 1e-4);
            REQUIRE(std::abs(turned.y() - now.state.pitch_rad) < 1e-4);
            REQUIRE(std::abs(lifted_mps - now.state.velocity_mps.z()) < 1e-3);
        }
        if (rides) CHECK(largest_mps2 > 1.0);
    }
}

TEST_CASE("noise and bias have the configured values") {
    SensorParams sensors;
    of(sensors, sensor::imu_gyro) = {0.0, 0.0, 0.02, 0.5, 0.0};
    SimSession sut = session_with(sensors);
    double sum = 0.0;
    double squares = 0.0;
    constexpr int count = 20'000;
    for (int i = 0; i < count; ++i) {
        tick(sut, 1);
        const double x = shown(sut, sensor::imu_gyro, 2);
        sum += x;
        squares += x * x;
    }
    const double mean = sum / count;
    // Four standard errors of mean and deviation.
    CHECK(std::abs(mean - 0.5) < 4.0 * 0.02 / std::sqrt(count));
    CHECK(std::abs(std::sqrt(squares / count - mean * mean) - 0.02) <
          4.0 * 0.02 / std::sqrt(2.0 * count));
}

TEST_CASE("the deviation of a random walk grows with the square root of time") {
    // 300 walks of 1 s, one per seed, each with standard deviation 0.1.
    double squares = 0.0;
    constexpr int count = 300;
    for (int seed = 1; seed <= count; ++seed) {
        SensorParams sensors;
        sensors.seed = static_cast<std::uint64_t>(seed);
        of(sensors, sensor::steer) = {100.0, 0.0, 0.0, 0.0, 0.1};
        SimSession sut = session_with(sensors);
        for (int i = 0; i < 100; ++i) REQUIRE(sut.tick(10 * millisecond) == StepStatus::ok);
        squares += std::pow(shown(sut, sensor::steer), 2);
    }
    CHECK(std::abs(std::sqrt(squares / count) - 0.1) < 4.0 * 0.1 / std::sqrt(2.0 * count));
}

TEST_CASE("each sensor samples at its rate and holds the value in between") {
    SensorParams sensors;
    of(sensors, sensor::gnss_position).rate_hz = 10.0;
    of(sensors, sensor::wheel_speed).rate_hz = 30.0;
    SimSession sut = session_with(sensors);
    sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 0.0, 20.0));
    int positions = 0;
    int spins = 0;
    Output last = sut.output();
    for (int i = 0; i < 1000; ++i) {
        tick(sut, 1);
        const Output out = sut.output();
        const auto changed = [&](const SensorKind& kind) {
            return out.sensors.of(kind)[0] != last.sensors.of(kind)[0];
        };
        positions += changed(sensor::gnss_position);
        spins += changed(sensor::wheel_speed);
        last = out;
    }
    CHECK(positions == 10);
    CHECK(spins == 30);
}

TEST_CASE("a delayed reading is the truth before the delay") {
    SensorParams sensors;
    of(sensors, sensor::gnss_position).delay_s = 0.04;
    of(sensors, sensor::gnss_velocity).delay_s = 0.04;
    SimSession sut = session_with(sensors);
    sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 0.5, 20.0));
    sut.set_input(Command{0.1, 0.5, 0.0, Gear::drive, false});
    std::vector<State> truth{sut.state()};
    for (int i = 1; i <= 200; ++i) {
        tick(sut, 1);
        truth.push_back(sut.state());
        if (i < 40) continue;
        const State& then = truth[static_cast<std::size_t>(i - 40)];
        const SensorReadings read = sut.output().sensors;
        REQUIRE(vector_of(read.of(sensor::gnss_position)) == then.position_m);
        REQUIRE(read.of(sensor::gnss_position)[5] == then.yaw_rad);
        const Eigen::Vector3d velocity = vector_of(read.of(sensor::gnss_velocity));
        REQUIRE(std::abs(velocity.norm() - then.velocity_mps.norm()) < 1e-12);
    }
}

TEST_CASE("the measured state of delayed sensors is the state before the delay") {
    SessionConfig config;
    for (SensorGroup& group : config.sensors.groups.items) group.delay_s = 0.04;
    SimSession sut(create_fourteen_dof(), create_flat_ground(), config);
    sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 0.5, 20.0));
    sut.set_input(Command{0.05, 0.5, 0.0, Gear::drive, false});
    std::vector<State> truth{sut.state()};
    for (int i = 1; i <= 400; ++i) {
        tick(sut, 1);
        truth.push_back(sut.state());
        if (i < 40) continue;
        const State& then = truth[static_cast<std::size_t>(i - 40)];
        const State measured = sut.measured_state();
        REQUIRE(measured.position_m == then.position_m);
        REQUIRE(measured.roll_rad == then.roll_rad);
        REQUIRE(measured.pitch_rad == then.pitch_rad);
        REQUIRE(measured.yaw_rad == then.yaw_rad);
        REQUIRE((measured.velocity_mps - then.velocity_mps).norm() < 1e-12);
        REQUIRE((measured.angular_velocity_radps - then.angular_velocity_radps).norm() < 1e-12);
        REQUIRE(measured.wheel_spin_radps == then.wheel_spin_radps);
    }
    CHECK(std::abs(sut.state().roll_rad) > 0.01);
    CHECK(sut.measured_state().suspension_compression_m == sut.state().suspension_compression_m);
}

TEST_CASE("the measured state is the truth where no sensor is configured") {
    SensorParams sensors;
    of(sensors, sensor::imu_gyro).bias = 0.1;
    SimSession sut = session_with(sensors);
    sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 0.5, 20.0));
    sut.set_input(Command{0.05, 0.5, 0.0, Gear::drive, false});
    tick(sut, 100);
    const State truth = sut.state();
    const State measured = sut.measured_state();
    CHECK(measured.position_m == truth.position_m);
    CHECK(measured.velocity_mps == truth.velocity_mps);
    CHECK(measured.wheel_spin_radps == truth.wheel_spin_radps);
    CHECK(measured.angular_velocity_radps.z() ==
          doctest::Approx(truth.angular_velocity_radps.z() + 0.1));
}

TEST_CASE("the settings of a sensor do not change the noise of others") {
    SensorParams sensors;
    of(sensors, sensor::steer).noise = 0.1;
    SensorParams more = sensors;
    of(more, sensor::imu_accel) = {50.0, 0.02, 0.3, 0.1, 0.01};
    SimSession a = session_with(sensors);
    SimSession b = session_with(more);
    tick(a, 100);
    tick(b, 100);
    CHECK(shown(a, sensor::steer) == shown(b, sensor::steer));
    CHECK(shown(a, sensor::steer) != 0.0);
}

TEST_CASE("sensor files are read and validated") {
    const SensorParams ideal = load_sensors(std::string(PLANT_DATA) + "/sensor/ideal.yaml");
    CHECK(ideal.seed == SensorParams{}.seed);
    CHECK(ideal.groups.of(sensor::gnss_position).rate_hz == 0.0);
    const SensorParams sedan = load_sensors(std::string(PLANT_DATA) + "/sensor/sedan.yaml");
    CHECK(sedan.groups.of(sensor::gnss_position).rate_hz == 10.0);
    CHECK(sedan.groups.of(sensor::imu_gyro).noise == 0.002);
    SensorParams bad;
    of(bad, sensor::steer).noise = -1.0;
    CHECK_THROWS_WITH_AS(session_with(bad), "steer.noise_rad: must be 0 to 1000000, is -1",
                         std::invalid_argument);
}

TEST_CASE("random numbers of a sensor depend on the seed and its name, not on its position") {
    SensorParams sensors;
    sensors.seed = 7;
    for (SensorGroup& group : sensors.groups.items) group.noise = 0.5;
    SimSession sut = session_with(sensors);
    for (std::size_t i = 0; i < sensor_count; ++i) {
        const SensorKind& kind = *sensor_table[i];
        CAPTURE(kind.name);
        Sampler alone(sensors.groups.items[i], kind.noisy, seed_of(7, kind.name));
        alone.reset({});
        sut.reset(State{});
        const Output out = sut.output();
        const Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
        SensorView view{out, axes, axes, true};
        CHECK(out.sensors.items[i] == alone.read(kind.truth(view), out.sim_time));
        for (std::size_t j = 0; j < i; ++j)
            CHECK(seed_of(7, kind.name) != seed_of(7, sensor_table[j]->name));
    }
    CHECK(seed_of(7, "steer") != seed_of(8, "steer"));
}

TEST_CASE("a sensor without a key is not configured, and has no columns") {
    const TemporaryFile file(
        "seed: 3\n"
        "steer: {rate_hz: 0, delay_s: 0, noise_rad: 0.1, bias_rad: 0, random_walk_rad_per_sqrt_s: "
        "0}\n"
        "wheel_speed: {rate_hz: 9, delay_s: 0, noise_radps: 0, bias_radps: 0, "
        "random_walk_radps_per_sqrt_s: 0}\n");
    const SensorParams params = load_sensors(file.path());
    CHECK_FALSE(is_configured(params.groups.of(sensor::gnss_position)));
    std::vector<std::string> names;
    for (const ReadingColumn& column : reading_columns(params)) names.push_back(column.name);
    CHECK(names == std::vector<std::string>{"measured_wheel_speed_fl_radps",
                                            "measured_wheel_speed_fr_radps",
                                            "measured_wheel_speed_rl_radps",
                                            "measured_wheel_speed_rr_radps", "measured_steer_rad"});
    CHECK(reading_columns({}).empty());
}

}  // namespace sensor_test
