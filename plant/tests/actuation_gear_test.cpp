// SPDX-License-Identifier: MIT
// Gears and the lag of the acceleration on level ground and on grades.
#include <plant/actuation_vehicle.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace actuation_gear_test {

using namespace plant;

namespace {

constexpr int neutral = 1;
constexpr int drive = 2;
constexpr int reverse = 20;
constexpr int park = 22;
constexpr int gears[] = {neutral, drive, reverse, park, 23, 21, 0, 99};
constexpr Model actuation_models[] = {Model::actuation_cmd, Model::actuation_cmd_steer_map,
                                      Model::actuation_cmd_vgr, Model::actuation_cmd_mechanical};
constexpr double settled_s = 0.1 + 5.0 * 0.1;  ///< dead time and five time constants

/// A vehicle on level ground with constant steps.
struct Car {
    Car(Model model, double vx_mps, double dt) : vehicle(model, starting_at(vx_mps)), dt_s(dt) {}

    static ActuationParams starting_at(double vx_mps) {
        ActuationParams params;
        params.reset_state.vx_mps = vx_mps;
        return params;
    }
    void step() { vehicle.update({pedals, slope_mps2, gear}, dt_s); }
    void run(double seconds) {
        for (auto i = std::lround(seconds / dt_s); i > 0; --i) step();
    }
    double speed_mps() const { return std::abs(vehicle.state().vx_mps); }
    double vx_mps() const { return vehicle.state().vx_mps; }

    ActuationVehicle vehicle;
    double dt_s;
    Actuation pedals;
    double slope_mps2 = 0.0;
    int gear = drive;
};

/// Calls f(car, random) with cars of all models and steps, in any gear and at any speed, whose
/// pedals have settled. @param braked whether they brake; otherwise without pedals
template <class F>
void with_settled_cars(bool braked, const F& f) {
    std::mt19937 random(7);
    const auto share = [&] { return static_cast<double>(random() % 1001) / 1000.0; };
    for (const Model model : actuation_models)
        for (const double dt_s : {0.0001, 0.001, 0.01, 0.025}) {
            for (int i = dt_s < 0.001 ? 4 : 24; i > 0; --i) {
                Car car(model, 16.0 * share() - 8.0, dt_s);
                car.gear = gears[random() % std::size(gears)];
                car.pedals = {share(), 0.0, share() - 0.5};
                car.run(share());
                car.pedals = {0.0, braked ? 0.2 + 0.8 * share() : 0.0, 0.0};
                car.run(0.5 * settled_s);
                car.gear = gears[random() % std::size(gears)];
                car.run(0.5 * settled_s + 1e-9);
                CAPTURE(i);
                CAPTURE(dt_s);
                CAPTURE(model);
                f(car, random);
            }
        }
}

/// The speed at which the acceleration of the map is zero.
double creep_speed_mps() {
    double low = 0.0;
    double high = 5.0;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (default_accel_map().value(0.0, middle) > 0.0 ? low : high) = middle;
    }
    return high;
}

}  // namespace

TEST_CASE("a gear against the motion stops a braked vehicle and does not launch it") {
    for (const Model model : actuation_models)
        for (const double dt_s : {0.0001, 0.001, 0.01, 0.025}) {
            Car rolls_on(model, 0.3, dt_s);
            rolls_on.gear = reverse;
            rolls_on.pedals.brake = 1.0;
            rolls_on.run(2.0);
            CHECK(rolls_on.vx_mps() == 0.0);
            Car rolls_back(model, -1.0, dt_s);
            rolls_back.pedals.brake = 1.0;
            rolls_back.run(2.0);
            CHECK(rolls_back.vx_mps() == 0.0);
        }
}

TEST_CASE("a stop by a gear clears the acceleration, the public model accelerates again") {
    const auto after_stop = [](Compatibility compatibility) {
        ActuationParams params = Car::starting_at(3.0);
        params.compatibility = compatibility;
        ActuationVehicle sut(Model::actuation_cmd, params);
        sut.update({{}, 0.0, reverse}, 0.01);
        return sut.state();
    };
    CHECK(after_stop(Compatibility::corrected).vx_mps == 0.0);
    CHECK(after_stop(Compatibility::corrected).ax_mps2 == 0.0);
    CHECK(after_stop(Compatibility::reference).vx_mps == 0.0);
    CHECK(after_stop(Compatibility::reference).ax_mps2 == -300.0);
}

TEST_CASE("no sequence of gears makes a braked vehicle faster") {
    with_settled_cars(true, [](Car& car, std::mt19937& random) {
        for (int change = 0; change < 6; ++change) {
            car.gear = gears[random() % std::size(gears)];
            const auto steps = std::lround(0.1 / car.dt_s);
            for (long step = 0; step < steps; ++step) {
                const double before = car.speed_mps();
                car.step();
                REQUIRE(car.speed_mps() <= before);
            }
        }
    });
}

TEST_CASE("in neutral without pedals no vehicle accelerates") {
    with_settled_cars(false, [](Car& car, std::mt19937&) {
        car.gear = neutral;
        const auto steps = std::lround(1.0 / car.dt_s);
        for (long step = 0; step < steps; ++step) {
            const double before = car.speed_mps();
            car.step();
            REQUIRE(car.speed_mps() <= before);
        }
    });
}

TEST_CASE("without pedals no change of gear exceeds the creep speed of the map") {
    const double creep_mps = creep_speed_mps();
    with_settled_cars(false, [&](Car& car, std::mt19937& random) {
        for (int change = 0; change < 8; ++change) {
            car.gear = gears[random() % std::size(gears)];
            const double bound = std::max(car.speed_mps(), creep_mps);
            const auto steps = std::lround(0.3 / car.dt_s);
            for (long step = 0; step < steps; ++step) {
                car.step();
                REQUIRE(car.speed_mps() <= bound);
            }
        }
    });
}

TEST_CASE("on a grade the lag stays within the limit, and releasing pedals acts at once") {
    Car sut(Model::actuation_cmd, 30.0, 0.01);
    sut.slope_mps2 = -1.92;
    sut.pedals.brake = 1.0;
    const double limit_mps2 = sut.vehicle.params().vel_rate_lim_mps2;
    for (int i = 0; i < 250; ++i) {
        sut.step();
        REQUIRE(std::abs(sut.vehicle.state().ax_mps2) <= limit_mps2);
    }
    CHECK(sut.vehicle.state().ax_mps2 == -limit_mps2);
    sut.pedals.brake = 0.0;
    sut.run(settled_s);
    CHECK(sut.vehicle.state().ax_mps2 == doctest::Approx(-2.3).epsilon(0.05));
}

TEST_CASE("on a grade neutral removes the engine torque at once") {
    Car sut(Model::actuation_cmd, 5.0, 0.01);
    sut.slope_mps2 = -1.0;
    sut.pedals.accel = 1.0;
    sut.run(1.0);
    CHECK(sut.vehicle.state().ax_mps2 > 1.0);
    sut.gear = neutral;
    sut.step();
    CHECK(sut.vehicle.state().ax_mps2 <= -1.0);
}

}  // namespace actuation_gear_test
