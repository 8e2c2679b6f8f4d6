// SPDX-License-Identifier: MIT
// The example of appendix A of the VDS1 contract, with its names.
#include <plant/vdsim.hpp>

#include <plant/model.hpp>
#include <plant/sim_session.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <string>

namespace vdsim_test {

using vdsim::SolverParams;
using vdsim::State;
using vdsim::TireParams;
using vdsim::VehicleParams;

namespace {

const std::string vp = PLANT_DATA "/vehicle/sedan.yaml", tp = PLANT_DATA "/tyre/sedan.yaml";
constexpr double dt = 0.005;
constexpr int steps = 400;

/// The values that the example writes to a STATE.
struct Packed {
    Eigen::Vector3d position, velocity;
    double yaw, yaw_rate, ax, ay;
    std::array<double, 4> wheel_spin;
};

Packed run_example(double throttle, double brake, double steer_rad) {
    const int gear = 1;
    const bool handbrake = false;
    const VehicleParams vparams = VehicleParams::from_yaml(vp);
    CHECK(vparams.wheel_radius_nominal == 0.32);

    auto dyn = vdsim::create_seven_dof();
    dyn->initialize(VehicleParams::from_yaml(vp), TireParams::from_yaml(tp), SolverParams{});
    dyn->reset(State{10.0, -5.0, 0.5, 15.0});
    auto ground = vdsim::create_flat_ground(0.0, 1.0);
    const vdsim::State& s = dyn->state();
    for (int i = 0; i < steps; ++i) {
        vdsim::ContactArray contacts;
        ground->query(dyn->state(), vparams, contacts);
        vdsim::CmdL4 u{throttle, brake, steer_rad, gear, handbrake};
        dyn->step(u, contacts, dt);
    }
    return {s.position,         s.velocity,         s.yaw(),     s.yaw_rate(),
            dyn->ax_body_est(), dyn->ay_body_est(), s.wheel_spin};
}

}  // namespace

TEST_CASE("the example in the appendix of the VDS1 contract drives as a session does") {
    plant::SessionConfig config;
    config.vehicle = plant::load_vehicle(vp);
    config.tyre = plant::load_tyre(tp);
    plant::SimSession session(plant::create_seven_dof(), plant::create_flat_ground(), config);
    session.reset(plant::rolling_state(config.vehicle, 10.0, -5.0, 0.5, 15.0));
    plant::Command command;
    command.throttle = 0.3;
    command.steer_rad = 0.05;
    session.set_input(command);
    for (int i = 0; i < steps; ++i)
        REQUIRE(session.tick(plant::SimDuration(5'000'000)) == plant::StepStatus::ok);
    const plant::Output expected = session.output();

    const Packed packed = run_example(0.3, 0.0, 0.05);
    CHECK(packed.position == expected.state.position_m);
    CHECK(packed.velocity == expected.state.velocity_mps);
    CHECK(packed.yaw == expected.state.yaw_rad);
    CHECK(packed.yaw_rate == expected.state.angular_velocity_radps.z());
    CHECK(packed.wheel_spin == expected.state.wheel_spin_radps);
    CHECK(packed.ax == expected.ax_mps2);
    CHECK(packed.ay == expected.ay_mps2);
    CHECK(packed.yaw > 0.5);
}

TEST_CASE(
    "a step of the appendix limits values out of range and ignores values that are not finite") {
    const Packed full = run_example(1.0, 0.0, 0.6), beyond = run_example(7.0, -3.0, 5.0);
    CHECK(beyond.position == full.position);
    CHECK(beyond.wheel_spin == full.wheel_spin);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(run_example(nan, 0.0, 0.05).position == run_example(0.0, 0.0, 0.0).position);

    auto dyn = vdsim::create_seven_dof();
    dyn->initialize(VehicleParams{}, TireParams{}, SolverParams{});
    dyn->reset(State{0.0, 0.0, 0.0, 10.0});
    CHECK(dyn->step({}, {}, nan) == plant::StepStatus::invalid_duration);
    CHECK(dyn->step({}, {}, 0.0) == plant::StepStatus::invalid_duration);
    CHECK(dyn->state().velocity.x() == 10.0);
}

}  // namespace vdsim_test
