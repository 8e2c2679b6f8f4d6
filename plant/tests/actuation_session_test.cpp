// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <plant/actuation_vehicle.hpp>
#include <plant/scenario.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace actuation_session_test {

using namespace plant;

namespace {

constexpr SimDuration tick{10'000'000};
constexpr double tick_s = 0.01;

/// Ticks with constant command.
void run(SimSession& session, int ticks) {
    for (int i = 0; i < ticks; ++i) REQUIRE(session.tick(tick) == StepStatus::ok);
}

std::unique_ptr<SimSession> make(Model model, double vx_mps, const ActuationParams& params = {},
                                 double grade = 0.0) {
    GroundParams ground;
    ground.grade = grade;
    auto session = std::make_unique<SimSession>(create_model(model, params), create_ground(ground));
    session->reset(rolling_state(session->vehicle(), 0.0, 0.0, 0.0, vx_mps));
    return session;
}

Command actuation(double accel, double brake, double steer) {
    Command command;
    command.actuation = {accel, brake, steer};
    return command;
}

}  // namespace

TEST_CASE("a session reports the centre of gravity, the model uses the rear axle") {
    const ActuationParams params;
    const auto sut = make(Model::actuation_cmd_vgr, 8.0);
    const double to_rear_m = 1.5;
    ActuationState start;
    start.x_m = -to_rear_m;
    start.vx_mps = 8.0;
    ActuationVehicle rear(Model::actuation_cmd_vgr, params);
    rear.reset(start);
    const Command command = actuation(0.2, 0.0, 3.0);
    sut->set_input(command);
    for (int i = 0; i < 500; ++i) {
        run(*sut, 1);
        rear.update({command.actuation, 0.0, 2}, tick_s);
    }
    const Output out = sut->output();
    const ActuationState& s = rear.state();
    const double r = rear.yaw_rate_radps();
    CHECK(out.state.position_m.x() == doctest::Approx(s.x_m + to_rear_m * std::cos(s.yaw_rad)));
    CHECK(out.state.position_m.y() == doctest::Approx(s.y_m + to_rear_m * std::sin(s.yaw_rad)));
    CHECK(std::remainder(out.state.yaw_rad - s.yaw_rad, 6.283185307179586) == doctest::Approx(0.0));
    CHECK(out.state.velocity_mps.x() == s.vx_mps);
    CHECK(out.state.velocity_mps.y() == doctest::Approx(r * to_rear_m));
    CHECK(out.state.angular_velocity_radps.z() == r);
    CHECK(out.steer_applied_rad == rear.steer_report_rad());
    CHECK(out.actuation_status.accel == rear.status().accel);
    CHECK(out.actuation_status.steer == rear.status().steer);
}

TEST_CASE("accelerations are those of the centre of gravity") {
    const auto sut = make(Model::actuation_cmd, 10.0);
    sut->set_input(actuation(0.4, 0.0, 0.1));
    run(*sut, 60);
    const State before = sut->state();
    run(*sut, 1);
    const Output middle = sut->output();
    run(*sut, 1);
    const State after = sut->state();
    // Derivative of the velocity in the world frame, rotated to the body frame at the midpoint.
    const auto world = [](const State& s) {
        return Eigen::Vector2d(
            s.velocity_mps.x() * std::cos(s.yaw_rad) - s.velocity_mps.y() * std::sin(s.yaw_rad),
            s.velocity_mps.x() * std::sin(s.yaw_rad) + s.velocity_mps.y() * std::cos(s.yaw_rad));
    };
    const Eigen::Vector2d a = (world(after) - world(before)) / (2.0 * tick_s);
    const double c = std::cos(middle.state.yaw_rad);
    const double s = std::sin(middle.state.yaw_rad);
    CHECK(middle.ax_mps2 == doctest::Approx(c * a.x() + s * a.y()).epsilon(2e-3));
    CHECK(middle.ay_mps2 == doctest::Approx(-s * a.x() + c * a.y()).epsilon(5e-3));
}

TEST_CASE("an actuation model uses only actuation commands") {
    const auto sut = make(Model::actuation_cmd, 5.0);
    const auto other = make(Model::actuation_cmd, 5.0);
    Command pedals;
    pedals.throttle = 1.0;
    pedals.steer_rad = 0.4;
    sut->set_input(pedals);
    run(*sut, 200);
    run(*other, 200);
    CHECK(sut->state().velocity_mps == other->state().velocity_mps);
    CHECK(sut->state().yaw_rad == other->state().yaw_rad);
    CHECK(sut->output().throttle_applied == 0.0);
}

TEST_CASE("an actuation command that is not finite is rejected and counted") {
    const auto sut = make(Model::actuation_cmd, 5.0);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinite = std::numeric_limits<double>::infinity();
    CHECK(sut->set_input(actuation(0.2, 0.0, 0.1)) == InputStatus::accepted);
    CHECK(sut->set_input(actuation(nan, 0.0, 0.0)) == InputStatus::rejected);
    CHECK(sut->set_input(actuation(0.0, -infinite, 0.0)) == InputStatus::rejected);
    CHECK(sut->set_input(actuation(0.0, 0.0, infinite)) == InputStatus::rejected);
    CHECK(sut->input_counters().rejected == 3);
    CHECK(sut->input().actuation.accel == 0.2);
    CHECK(sut->input().actuation.steer == 0.1);
    run(*sut, 100);
    CHECK(std::isfinite(sut->state().position_m.sum()));
}

TEST_CASE("a grade accelerates an actuation vehicle downhill") {
    ActuationParams params;
    params.convert_accel_cmd = false;
    const auto sut = make(Model::actuation_cmd, 20.0, params, 0.1);
    run(*sut, 200);
    CHECK(sut->output().ax_mps2 ==
          doctest::Approx(-gravity_mps2 * std::sin(std::atan(0.1))).epsilon(1e-6));
    CHECK(sut->state().pitch_rad == doctest::Approx(-std::atan(0.1)));
    CHECK(sut->state().position_m.z() - 0.55 ==
          doctest::Approx(0.1 * sut->state().position_m.x()).epsilon(0.02));
}

TEST_CASE("the handbrake has the largest deceleration of the brake, converted or not") {
    for (const auto compatibility : {Compatibility::corrected, Compatibility::reference}) {
        for (const bool converted : {true, false}) {
            ActuationParams params;
            params.compatibility = compatibility;
            params.convert_brake_cmd = converted;
            const auto sut = make(Model::actuation_cmd, 20.0, params);
            Command command = actuation(1.0, 0.0, 0.0);
            command.handbrake = true;
            sut->set_input(command);
            run(*sut, 100);
            CHECK(sut->output().ax_mps2 < -5.5);
            run(*sut, 500);
            CHECK(sut->state().velocity_mps.x() == 0.0);
        }
    }
}

TEST_CASE("the gears of the session apply to an actuation vehicle") {
    const auto sut = make(Model::actuation_cmd, 0.0);
    Command command = actuation(0.4, 0.0, 0.0);
    command.gear = Gear::neutral;
    sut->set_input(command);
    run(*sut, 200);
    CHECK(sut->state().velocity_mps.x() == 0.0);
    command.gear = Gear::reverse;
    sut->set_input(command);
    run(*sut, 200);
    CHECK(sut->state().velocity_mps.x() < -1.0);
}

TEST_CASE("an unpublished tyre angle is calculated from the steering wheel angle, without bias") {
    for (const Model model : {Model::actuation_cmd_vgr, Model::actuation_cmd_mechanical})
        for (const Compatibility compatibility :
             {Compatibility::corrected, Compatibility::reference}) {
            ActuationParams params;
            params.compatibility = compatibility;
            params.steer_bias_rad = 0.02;
            const auto published = make(model, 5.0, params);
            params.enable_pub_steer = false;
            const auto sut = make(model, 5.0, params);
            for (SimSession* session : {sut.get(), published.get()}) {
                session->set_input(actuation(0.0, 0.0, 2.0));
                run(*session, 300);
            }
            CHECK(sut->output().steer_applied_rad > 0.08);
            CHECK(sut->output().steer_applied_rad ==
                  doctest::Approx(published->output().steer_applied_rad - 0.02).epsilon(1e-9));
        }
}

TEST_CASE("if the status is a tyre angle, it is the reported one") {
    ActuationParams params;
    params.enable_pub_steer = false;
    const auto sut = make(Model::actuation_cmd, 5.0, params);
    sut->set_input(actuation(0.0, 0.0, 0.1));
    run(*sut, 300);
    CHECK(sut->output().steer_applied_rad == doctest::Approx(0.1).epsilon(1e-3));
}

TEST_CASE("a long tick is divided into nominal steps") {
    ActuationParams params;
    params.steer.time_constant_s = 0.03;
    const auto coarse = make(Model::actuation_cmd, 5.0, params);
    const auto fine = make(Model::actuation_cmd, 5.0, params);
    for (SimSession* session : {coarse.get(), fine.get()}) {
        session->set_input(actuation(0.3, 0.0, 0.2));
    }
    for (int i = 0; i < 5; ++i) {
        REQUIRE(coarse->tick(SimDuration{200'000'000}) == StepStatus::ok);
    }
    for (int i = 0; i < 40; ++i) REQUIRE(fine->tick(SimDuration{25'000'000}) == StepStatus::ok);
    CHECK(coarse->state().velocity_mps.x() == fine->state().velocity_mps.x());
    CHECK(coarse->state().position_m == fine->state().position_m);
}

TEST_CASE("on a slope the distance along the road agrees with the speed") {
    for (const double grade : {0.3, -0.3}) {
        const auto sut = make(Model::actuation_cmd, 20.0, {}, grade);
        double way_m = 0.0;
        const double start_m = sut->state().position_m.x();
        for (int i = 0; i < 200; ++i) {
            const double before_mps = sut->state().velocity_mps.x();
            run(*sut, 1);
            way_m += 0.5 * tick_s * (before_mps + sut->state().velocity_mps.x());
        }
        CHECK(sut->state().position_m.x() - start_m ==
              doctest::Approx(way_m / std::sqrt(1.0 + grade * grade)).epsilon(1e-4));
    }
}

TEST_CASE("on a grade of 20 % a vehicle starts and brakes within its limit, and releases at once") {
    constexpr int settled = 60;  // ticks: the dead time and five time constants
    const double limit_mps2 = ActuationParams().vel_rate_lim_mps2;
    for (const Model model : {Model::actuation_cmd, Model::actuation_cmd_steer_map,
                              Model::actuation_cmd_vgr, Model::actuation_cmd_mechanical})
        for (const double grade : {0.2, -0.2})
            for (const double vx_mps : {0.0, 20.0}) {
                CAPTURE(model);
                CAPTURE(grade);
                CAPTURE(vx_mps);
                const auto sut = make(model, vx_mps, {}, grade);
                const auto hold = [&](double accel, double brake, int ticks) {
                    sut->set_input(actuation(accel, brake, 0.0));
                    for (int i = 0; i < ticks; ++i) {
                        run(*sut, 1);
                        REQUIRE(std::abs(sut->output().ax_mps2) <= limit_mps2);
                    }
                    return sut->output();
                };
                const Output braked = hold(0.0, 1.0, 150);
                const Output released = hold(0.0, 0.0, settled);
                const double v_mps = released.state.velocity_mps.x();
                if (vx_mps == 0.0) {
                    CHECK(braked.state.velocity_mps.x() == 0.0);
                    CHECK((grade < 0.0 ? v_mps > 0.5 : v_mps == 0.0));
                } else {
                    CHECK(braked.ax_mps2 < -4.0);
                    CHECK(v_mps > 7.0);
                }
                // Gravity, and a small torque of the engine: creep or drag.
                const double gravity = -gravity_mps2 * std::sin(std::atan(grade));
                if (v_mps > 0.0) CHECK(std::abs(released.ax_mps2 - gravity) < 0.5);
                CHECK(hold(0.6, 0.0, 100).state.velocity_mps.x() > (grade < 0.0 ? 4.0 : 0.3));
            }
}

TEST_CASE("on a slope it moves as the kinematic bicycle does") {
    GroundParams ground;
    ground.grade = 0.2;
    ground.heading_rad = 0.3;
    ActuationParams params;
    params.convert_accel_cmd = params.convert_brake_cmd = false;
    params.steer = {0.0, 0.03};
    SimSession sut(create_model(Model::actuation_cmd, params), create_ground(ground));
    sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 0.0, 5.0));
    sut.set_input(actuation(0.0, 0.0, 0.3));
    run(sut, 50);
    double turned_rad = 0.0;
    State last = sut.state();
    for (int i = 0; i < 100; ++i) {
        run(sut, 1);
        const State& now = sut.state();
        // The yaw rate is about the vertical, not about the normal of the road.
        const double level = 1.0 / std::sqrt(1.0 + 0.2 * 0.2);
        const double climb = 0.2 * level * std::cos(now.yaw_rad - 0.3);
        const double pitch = std::atan(climb / level);
        const double expected = 0.5 * tick_s *
                                (now.angular_velocity_radps.z() + last.angular_velocity_radps.z()) *
                                level / std::pow(std::cos(pitch), 2);
        turned_rad += expected;
        CHECK(std::remainder(now.yaw_rad - last.yaw_rad, 6.283185307179586) ==
              doctest::Approx(expected).epsilon(5e-3));
        last = now;
    }
    CHECK(turned_rad > 0.3);
}

}  // namespace actuation_session_test
