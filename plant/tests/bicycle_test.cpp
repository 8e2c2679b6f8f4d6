// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace bicycle_test {

using namespace plant;

namespace {

/// Coefficients of the single-track model with the default tyre, linearized for straight driving.
struct LinearBicycle {
    double a, b, cf, cr, mass, inertia;

    /// The pneumatic trail moves the lateral force behind the wheel centre.
    LinearBicycle(const VehicleParams& v, const TyreParams& t, double speed)
        : a(v.body.cg_to_front_axle_m - t.pneumatic_trail_m),
          b(v.body.wheelbase_m - v.body.cg_to_front_axle_m + t.pneumatic_trail_m),
          mass(v.body.mass_kg),
          inertia(v.body.yaw_inertia_kgm2) {
        const double wing = 0.5 * 1.225 * v.aero.frontal_area_m2 * speed * speed * 0.05;
        const double weight = mass * gravity_mps2;
        const double share = v.body.cg_to_front_axle_m / v.body.wheelbase_m;
        cf = stiffness(t, weight * (1.0 - share) + wing);
        cr = stiffness(t, weight * share + wing);
    }

    /// Stiffness of an axle with this load: two tyres whose friction decreases with load.
    static double stiffness(const TyreParams& t, double load) {
        const double factor = 1.0 - t.load_sensitivity * (0.5 * load / t.nominal_load_n - 1.0);
        return t.lateral.b * t.lateral.c * t.lateral.d * factor * load;
    }

    /// Steady yaw rate from the balances of force and moment.
    double yaw_rate(double speed, double steer) const {
        // cf (steer - (vy + xf r)/v) + cr (-(vy - xr r)/v) = m v r; a Ff = b Fr, geometry xf, xr.
        const double xf = a + trail();
        const double xr = b - trail();
        const double force_vy = -(cf + cr) / speed;
        const double force_r = -(cf * xf - cr * xr) / speed - mass * speed;
        const double moment_vy = -(a * cf - b * cr) / speed;
        const double moment_r = -(a * cf * xf + b * cr * xr) / speed;
        const double det = force_vy * moment_r - force_r * moment_vy;
        return (force_vy * (-a * cf * steer) - moment_vy * (-cf * steer)) / det;
    }
    static double trail() { return TyreParams{}.pneumatic_trail_m; }
};

}  // namespace

TEST_CASE("the steady yaw rate of L1 and L2 is that of the linear bicycle within 1 %") {
    for (const auto factory : {create_bicycle, create_seven_dof}) {
        for (const double speed : {10.0, 20.0, 30.0}) {
            for (const double steer : {0.001, 0.002}) {
                Drive d(factory(), speed);
                d.command.steer_rad = steer;
                d.hold_speed(speed, 8.0);
                const LinearBicycle linear(d.vehicle, d.tyre, d.vx());
                CAPTURE(speed);
                CHECK(d.yaw_rate() ==
                      doctest::Approx(linear.yaw_rate(d.vx(), steer)).epsilon(0.01));
            }
        }
    }
}

TEST_CASE("the understeer gradient of L1 and L2 is that of the linear bicycle within 1 %") {
    // Equilibrium steer = L r / v + K ay: K from two small accelerations at one speed.
    for (const auto factory : {create_bicycle, create_seven_dof}) {
        VehicleParams vehicle;
        vehicle.body.cg_to_front_axle_m = 1.0;  // nose-heavy, for a measurable gradient
        vehicle.suspension.anti_roll_front_nm_per_rad = 0.0;
        vehicle.suspension.anti_roll_rear_nm_per_rad = 0.0;
        Drive d(factory(), 25.0, vehicle);
        const auto understeer = [&](double steer, double yaw_rate, double v) {
            return (steer - vehicle.body.wheelbase_m * yaw_rate / v) / (yaw_rate * v);
        };
        d.command.steer_rad = 0.003;
        d.hold_speed(25.0, 10.0);
        const double v = d.vx();
        const LinearBicycle linear(vehicle, d.tyre, v);
        const double expected = understeer(0.003, linear.yaw_rate(v, 0.003), v);
        CHECK(expected * gravity_mps2 > 1e-3);
        CHECK(understeer(0.003, d.yaw_rate(), v) == doctest::Approx(expected).epsilon(0.01));
    }
}

TEST_CASE("both wheels of an axle of the single-track model are identical") {
    Drive d(create_bicycle(), 20.0);
    d.command.steer_rad = 0.05;
    d.command.throttle = 0.5;
    d.run(3.0);
    CHECK(d.output.wheel_load_n[front_left] == d.output.wheel_load_n[front_right]);
    CHECK(d.output.tyre_force_y_n[rear_left] == d.output.tyre_force_y_n[rear_right]);
    CHECK(d.output.state.wheel_spin_radps[rear_left] ==
          d.output.state.wheel_spin_radps[rear_right]);
    CHECK(d.output.state.roll_rad == 0.0);
    CHECK(d.yaw_rate() > 0.1);
}

}  // namespace bicycle_test
